import { describe, expect, it } from 'vitest';
import { control, data, synStream, uint32 } from './spdy-client.fixture.ts';
import { SpdySession } from './spdy-session.ts';
import type { StreamHandler } from './streams.ts';

/** A session, and what its client gets and does in words. */
function bed() {
  const heard: string[] = [];
  const written: Buffer[] = [];
  const handler: StreamHandler = {
    opened: (stream, headers) =>
      heard.push(`opened ${stream} ${[...headers].map((each) => each.join('=')).join(' ')}`),
    received: (stream, bytes) => heard.push(`received ${stream} ${bytes}`),
    finished: (stream) => heard.push(`finished ${stream}`),
  };
  const transport = {
    write: (bytes: Uint8Array) => written.push(Buffer.from(bytes)),
    end: () => heard.push('ended'),
  };
  const session = new SpdySession('v4.channel.k8s.io', transport, () => handler);
  const settled = (): Promise<void> => new Promise((resolve) => setTimeout(resolve, 50));
  return { session, heard, written, settled };
}

describe('a session of SPDY', () => {
  it('opens a stream with its headers, replies, and takes data in any pieces', async () => {
    const { session, heard, written, settled } = bed();
    const bytes = Buffer.concat([
      synStream(1, { streamtype: 'data', port: '80' }, true),
      data(1, 'hello'),
      data(1, '', 1),
    ]);
    for (const byte of bytes) session.receive(Buffer.of(byte));
    await settled();
    expect(heard).toEqual(['opened 1 streamtype=data port=80', 'received 1 hello', 'finished 1']);
    expect(written.map((frame) => frame.readUInt16BE(2))).toEqual([2]);
  });

  it('sends back a ping as it came', async () => {
    const { session, written, settled } = bed();
    const ping = control(6, uint32(7));
    session.receive(ping);
    await settled();
    expect(written).toEqual([ping]);
  });

  it('tells that a stream was reset, and that the client goes away', async () => {
    const { session, heard, settled } = bed();
    session.receive(control(3, Buffer.concat([uint32(5), uint32(5)])));
    session.receive(control(7, Buffer.alloc(8)));
    await settled();
    expect(heard).toEqual(['finished 5', 'ended']);
  });

  it('ends with a frame that is too large, and with headers that are none', async () => {
    const large = bed();
    large.session.receive(Buffer.of(0, 0, 0, 1, 0, 0xff, 0xff, 0xff));
    const broken = bed();
    broken.session.receive(control(1, Buffer.concat([Buffer.alloc(10), Buffer.from('no zlib')])));
    broken.session.receive(data(1, 'late'));
    await broken.settled();
    expect(large.heard).toEqual(['ended']);
    expect(broken.heard).toEqual(['ended']);
  });
});
