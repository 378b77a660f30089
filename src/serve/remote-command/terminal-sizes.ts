/**
 * The sizes of a client's terminal on its resize stream: `{"Width":120,"Height":40}`, one after
 * the other, in any pieces.
 *
 * Models TerminalSize of client-go tools/remotecommand, and handleResizeEvents of cri-streaming.
 */
import type { OutsidePiece } from '#trace/outside-action';

/** The largest window that a client may have, in characters. */
const largestWindow = 2_000;
/** Longer than any size is written. */
const longestText = 200;

export class TerminalSizes {
  #text = '';

  /** The sizes that are whole by now; what is none is dropped. */
  read(bytes: Buffer): readonly OutsidePiece[] {
    const [last = '', ...whole] = `${this.#text}${bytes.toString('utf8')}`.split('}').reverse();
    this.#text = last.slice(0, longestText);
    return whole.reverse().flatMap((text) => sizeOf(`${text}}`) ?? []);
  }
}

function sizeOf(text: string): OutsidePiece | undefined {
  let size: unknown;
  try {
    size = JSON.parse(text);
  } catch {
    return undefined;
  }
  if (typeof size !== 'object' || size === null) return undefined;
  const { Width: columns, Height: rows } = size as Readonly<Record<string, unknown>>;
  if (!isLength(columns) || !isLength(rows)) return undefined;
  return { channel: 'resize', columns, rows };
}

const isLength = (value: unknown): value is number =>
  Number.isInteger(value) && (value as number) > 0 && (value as number) <= largestWindow;
