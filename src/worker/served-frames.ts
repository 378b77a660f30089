/**
 * How the messages of a served run travel over a WebSocket: as JSON; a batch of facts in a binary
 * frame, its packed values as they are (a count, the values, each in four bytes, low byte first)
 * and the rest as JSON behind them.
 *
 * Both ends import it: the server writes, the page reads.
 */
import type { ServedMessage } from './protocol.ts';

type FactsMessage = Extract<ServedMessage, { type: 'facts' }>;

const bytesOfInteger = 4;

/** A text frame or a binary one. */
export function writeFrame(message: ServedMessage): string | Uint8Array<ArrayBuffer> {
  return message.type === 'facts' ? writeFacts(message) : JSON.stringify(message);
}

/** Throws for a frame that no server writes. */
export function readFrame(frame: string | ArrayBuffer): ServedMessage {
  return typeof frame === 'string' ? (JSON.parse(frame) as ServedMessage) : readFacts(frame);
}

function writeFacts({ packed: { values, ...packed }, ...message }: FactsMessage) {
  const rest = new TextEncoder().encode(JSON.stringify({ ...message, packed }));
  const frame = new Uint8Array(bytesOfInteger * (1 + values.length) + rest.length);
  const view = new DataView(frame.buffer);
  view.setUint32(0, values.length, true);
  values.forEach((value, index) => {
    view.setInt32(bytesOfInteger * (1 + index), value, true);
  });
  frame.set(rest, frame.length - rest.length);
  return frame;
}

function readFacts(frame: ArrayBuffer): FactsMessage {
  const view = new DataView(frame);
  const values = new Int32Array(view.getUint32(0, true));
  for (let index = 0; index < values.length; index++) {
    values[index] = view.getInt32(bytesOfInteger * (1 + index), true);
  }
  const rest = new Uint8Array(frame, bytesOfInteger * (1 + values.length));
  const message = JSON.parse(new TextDecoder().decode(rest)) as FactsMessage;
  return { ...message, packed: { ...message.packed, values } };
}
