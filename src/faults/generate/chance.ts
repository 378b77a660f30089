/** Choices of a generator: one of several, sometimes, so many. */
import type { Prng } from '#base/prng';

/** One of these, each as likely as the others. */
export function oneOf<T>(prng: Prng, choices: readonly T[]): T {
  const chosen = choices[prng.nextInt(choices.length)];
  if (chosen === undefined) throw new Error('There is nothing to choose from.');
  return chosen;
}

/** True in so many of a hundred cases. */
export const sometimes = (prng: Prng, percent: number): boolean => prng.nextInt(100) < percent;

/** One of these names, each as likely as its weight says. */
export function weighted<K extends string>(prng: Prng, weights: Readonly<Record<K, number>>): K {
  const names = Object.keys(weights) as K[];
  let left = prng.nextInt(names.reduce((sum, name) => sum + weights[name], 0));
  for (const name of names) {
    left -= weights[name];
    if (left < 0) return name;
  }
  throw new Error('There is nothing to choose from.');
}
