/**
 * Random suffixes of generated names, from an injected source of chance.
 *
 * Models k8s.io/apimachinery/pkg/util/rand and k8s.io/apiserver/pkg/storage/names.
 */

/** What this file needs of a PRNG; `#base/prng` has it. */
export interface RandomInts {
  /** A whole number in [0, n). */
  nextInt(n: number): number;
}

/** No vowels and no look-alikes, so that no suffix spells a word. */
const alphabet = 'bcdfghjklmnpqrstvwxz2456789';

const suffixLength = 5;
const maxNameLength = 63;
/** Longest base of a generated name: the rest is cut so that base and suffix fit in 63. */
const maxGeneratedNameLength = maxNameLength - suffixLength;

/** `length` symbols of the safe alphabet. Source: rand.String. */
export function randomString(prng: RandomInts, length: number): string {
  let text = '';
  for (let i = 0; i < length; i++) text += alphabet.charAt(prng.nextInt(alphabet.length));
  return text;
}

/** generateName to name. Source: names.SimpleNameGenerator.GenerateName. */
export const generateName = (prng: RandomInts, base: string): string =>
  base.slice(0, maxGeneratedNameLength) + randomString(prng, suffixLength);

/**
 * Maps every character of a text into the safe alphabet by its code point modulo its length.
 * Source: rand.SafeEncodeString.
 */
export function safeEncode(text: string): string {
  let encoded = '';
  for (const char of text) encoded += alphabet.charAt((char.codePointAt(0) ?? 0) % alphabet.length);
  return encoded;
}
