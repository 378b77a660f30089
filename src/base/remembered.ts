/**
 * Remembers what a pure function made of the texts that it was given last.
 *
 * For texts that are read again and again, such as the start script of an image in each of its
 * containers. What the function returns must be immutable: all callers share it. An error is not
 * remembered. `most`: how many texts at most; the one that came first is let go.
 */
export function remembered<Result>(
  make: (text: string) => Result,
  most = 64,
): (text: string) => Result {
  const made = new Map<string, Result>();
  return (text) => {
    const known = made.get(text);
    if (known !== undefined) return known;
    const result = make(text);
    if (made.size >= most) made.delete(made.keys().next().value ?? '');
    made.set(text, result);
    return result;
  };
}
