/**
 * What a terminal makes of the text that comes: line ends, a carriage return that begins the line
 * again, and a backspace that takes a character away.
 */
import { withoutSequences } from '#base/escape-sequences';
import type { CommandScene } from '#player/scene';

export type Piece = CommandScene['output'][number];

/** The lines that are whole, and the text behind the last of them: a prompt, as a rule. */
export interface Screen {
  readonly lines: readonly Piece[];
  readonly rest: string;
}

const controls = /[\r\b]/;

/** `open`: the command still runs, and its last, unfinished line is a prompt. */
export function screenOf(output: readonly Piece[], open: boolean): Screen {
  const plain = sinceCleared(output).map(({ stream, text }) => ({
    stream,
    text: withoutSequences(text).replaceAll('\r\n', '\n'),
  }));
  const shown = plain.some(({ text }) => controls.test(text)) ? drawn(plain) : plain;
  return open ? withoutRest(shown) : { lines: shown, rest: '' };
}

/** What `watch` prints before each new picture. */
const cleared = '\u001b[2J';

function sinceCleared(output: readonly Piece[]): readonly Piece[] {
  const at = output.findLastIndex(({ text }) => text.includes(cleared));
  return at < 0 ? output : output.slice(at);
}

function drawn(output: readonly Piece[]): readonly Piece[] {
  const pieces: { stream: Piece['stream']; text: string }[] = [];
  for (const { stream, text } of output) {
    pieces.push({ stream, text: '' });
    for (const part of text.split(/([\r\b])/)) {
      if (part === '\r') toLineStart(pieces);
      else if (part === '\b') eraseLast(pieces);
      else {
        const last = pieces.at(-1);
        if (last !== undefined) last.text += part;
      }
    }
  }
  return pieces.filter(({ text }) => text !== '');
}

function toLineStart(pieces: { text: string }[]): void {
  for (const piece of pieces.toReversed()) {
    const end = piece.text.lastIndexOf('\n') + 1;
    piece.text = piece.text.slice(0, end);
    if (end > 0) return;
  }
}

function eraseLast(pieces: { text: string }[]): void {
  const last = pieces.findLast(({ text }) => text !== '');
  if (last !== undefined && !last.text.endsWith('\n')) last.text = last.text.slice(0, -1);
}

/** Takes the text behind the last line end off. */
function withoutRest(pieces: readonly Piece[]): Screen {
  const all = pieces.map(({ text }) => text).join('');
  const rest = all.slice(all.lastIndexOf('\n') + 1);
  let left = all.length - rest.length;
  const lines = pieces.flatMap(({ stream, text }) => {
    const kept = text.slice(0, Math.max(0, left));
    left -= text.length;
    return kept === '' ? [] : [{ stream, text: kept }];
  });
  return { lines, rest };
}
