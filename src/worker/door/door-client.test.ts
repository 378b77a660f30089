import { describe, expect, it } from 'vitest';
import type { DoorNews, DoorRequest } from '../protocol.ts';
import { DoorClient } from './door-client.ts';

const recording = { scenario: 'empty-cluster', seed: 1, inputs: [], until: 30_000_000 };
const door = { address: 'ws://127.0.0.1/door', speed: 1 };

/** A client, what its worker was asked, and what the page has heard. */
function clientOf() {
  const runs: number[] = [];
  const asked: DoorRequest[] = [];
  const heard: DoorNews[] = [];
  let tell: (run: number, news: DoorNews) => void = () => undefined;
  const client = new DoorClient(
    () => ({
      run: (run) => runs.push(run),
      door(hear) {
        tell = hear;
        return (request) => asked.push(request);
      },
      close: () => undefined,
    }),
    (news) => heard.push(news),
  );
  client.connect(() => undefined);
  return { client, runs, asked, heard, tell: (run: number, news: DoorNews) => tell(run, news) };
}

const open: DoorNews = { kind: 'state', connection: 'open', visitors: [] };

describe('the page’s end of its door', () => {
  it('asks for the next run with its door open, from the end of what is known', () => {
    const { client, runs, asked } = clientOf();
    client.run(1, recording, 0);
    client.openNext(door);
    client.run(2, recording, 500);
    expect(runs).toEqual([1]);
    const at = recording.until;
    expect(asked).toEqual([{ kind: 'open', run: 2, recording, after: 500, at, ...door }]);
  });

  it('is closed by another run, and hears no more of the one before', () => {
    const { client, runs, heard, tell } = clientOf();
    client.openNext(door);
    client.run(1, recording, 0);
    tell(1, open);
    client.run(2, recording, 0);
    expect(runs).toEqual([2]);
    tell(1, { kind: 'entered', inputs: [] });
    tell(1, { kind: 'closed', why: 'left' });
    expect(heard).toEqual([open, { kind: 'closed', why: 'left' }]);
  });

  it('is closed with its worker', () => {
    const { client, heard } = clientOf();
    client.openNext(door);
    client.run(1, recording, 0);
    client.close();
    expect(heard).toEqual([{ kind: 'closed', why: 'left' }]);
  });
});
