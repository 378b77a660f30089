/** Sequences that a program writes to a terminal to set colours, to move the cursor or to clear. */

/** What follows Escape. */
const sequence = /^\[[\d;?]*[A-Za-z]/;

/** The text without them. */
export function withoutSequences(text: string): string {
  const [first = '', ...rest] = text.split('\u001b');
  return first + rest.map((part) => part.replace(sequence, '')).join('');
}
