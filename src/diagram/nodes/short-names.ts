/**
 * Names of Pods that stand side by side, cut so that they can still be told apart: siblings differ
 * at their ends (`…-drc52`), others at their beginnings (`etcd…`).
 */
import type { PodScene } from '#player/scene';

type Named = Pick<PodScene, 'name' | 'generateName'>;

/** The names in the same order, each of at most `longest` characters if they still differ then. */
export function shortNames(pods: readonly Named[], longest: number): readonly string[] {
  const names = pods.map(({ name }) => name);
  const first = pods.map((pod) => {
    if (pod.name.length <= longest) return pod.name;
    return hasSibling(pod, names) ? tailOf(pod.name, longest) : headOf(pod.name, longest);
  });
  return first.map((short, index) => {
    const name = names[index] ?? '';
    const alike = names.filter((_, other) => first[other] === short);
    if (short === name || alike.length < 2) return short;
    const tails = new Set(alike.map((other) => tailOf(other, longest)));
    if (tails.size === alike.length) return tailOf(name, longest);
    return `…${headOf(name.slice(commonStart(alike)), longest - 1)}`;
  });
}

/** A name longer than that is cut to its last part, which distinguishes it from its siblings. */
export const lastPart = (name: string, longest = 0): string =>
  name.length > longest && name.includes('-') ? `…${name.slice(name.lastIndexOf('-'))}` : name;

/** How many characters names have in common at their beginning, in whole parts. */
function commonStart(names: readonly string[]): number {
  const [name = ''] = names;
  let end = 0;
  for (let at = name.indexOf('-') + 1; at > 0; at = name.indexOf('-', at) + 1) {
    if (!names.every((other) => other.startsWith(name.slice(0, at)))) break;
    end = at;
  }
  return end;
}

/** Whether another name differs only in the last part: here, or of the same owner elsewhere. */
function hasSibling({ name, generateName }: Named, names: readonly string[]): boolean {
  if (generateName !== undefined) return true;
  const stem = name.slice(0, name.lastIndexOf('-') + 1);
  const isSibling = (other: string): boolean =>
    other !== name && other.startsWith(stem) && !other.slice(stem.length).includes('-');
  return stem !== '' && names.some(isSibling);
}

/** The end distinguishes the name; with room for it, the first part shows its kind. */
function tailOf(name: string, longest: number): string {
  const last = name.slice(name.lastIndexOf('-'));
  const both = `${name.slice(0, name.indexOf('-'))}…${last}`;
  if (both.length <= longest) return both;
  return `…${last.length < longest ? last : name.slice(1 - longest)}`;
}

/** Whole parts if the first one fits, otherwise the beginning of the name. */
function headOf(name: string, longest: number): string {
  if (name.length <= longest) return name;
  const cut = name.slice(0, longest - 1);
  const dash = cut.lastIndexOf('-');
  return `${dash > 0 ? cut.slice(0, dash) : cut}…`;
}
