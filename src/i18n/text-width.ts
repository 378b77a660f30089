/**
 * The width of a text in Latin letters: a Chinese or Japanese sign is as wide as two, or as `wide`
 * in a type whose letters are wider.
 */
export function textWidth(text: string, wide = 2): number {
  return text.length + (wide - 1) * (text.match(/[\u2e80-\u9fff\uff00-\uffef]/g)?.length ?? 0);
}
