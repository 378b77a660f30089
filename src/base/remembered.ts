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
  const of = rememberedFor<Result>(most);
  return (text) => of(text, () => make(text));
}

/** The same for what is made of more than a text: `key` tells all that the result depends on. */
export function rememberedFor<Result>(most = 64): (key: string, make: () => Result) => Result {
  const made = new Map<string, Result>();
  return (key, make) => {
    const known = made.get(key);
    if (known !== undefined) return known;
    const result = make();
    if (made.size >= most) made.delete(made.keys().next().value ?? '');
    made.set(key, result);
    return result;
  };
}
