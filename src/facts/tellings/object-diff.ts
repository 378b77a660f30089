/** What a write changed in its object: one to three lines, the most interesting ones. */
import type { ChangedLine } from '../telling.ts';
import { literal } from './compose.ts';

type Leaves = ReadonlyMap<string, string>;

/** Fields that change with every write, or are a machine's own bookkeeping. */
const bookkeeping: readonly RegExp[] = [
  /^metadata\.(managedFields|resourceVersion|uid|creationTimestamp|generation)$/,
  /^status\.(observedGeneration|startTime|hostIPs|podIPs|qosClass)$/,
  /^status\.conditions\.[^.]+\.(reason|message)$/,
  /(Time|Timestamp|observedGeneration|containerID|imageID|terminationMessage\w*|uid)$/,
  /\.lastState$/,
];

/** The order: the spec, the words that kubectl prints, conditions, counts, the rest. */
const ranks: readonly RegExp[] = [
  /^spec\.(nodeName|replicas|unschedulable|taints)/,
  /^metadata\.(deletionTimestamp|deletionGracePeriodSeconds|finalizers)/,
  /^spec\..*\.image$/,
  /^spec\./,
  /^status\.(phase|reason)$/,
  /\.(reason|exitCode|ready|restartCount)$/,
  /^status\.podIP$/,
  /^status\.conditions\.(Ready|Available|Complete|Failed|PodScheduled)$/,
  /^status\.(ready|available|number|succeeded)/,
  /^status\.conditions\./,
  /^status\./,
  /^metadata\.(labels|ownerReferences)/,
];

const rankOf = (path: string): number => {
  const rank = ranks.findIndex((each) => each.test(path));
  return rank === -1 ? ranks.length : rank;
};

/** The lines that differ, the most interesting first; none for a new object. */
export function diffOf(before: unknown, after: unknown): readonly ChangedLine[] {
  const [old, now] = [leavesOf(before), leavesOf(after)];
  const paths = [...new Set([...now.keys(), ...old.keys()])]
    .filter((path) => old.get(path) !== now.get(path))
    .sort((a, b) => rankOf(a) - rankOf(b));
  return paths.slice(0, 3).map((path) => lineOf(path, old.get(path), now.get(path)));
}

/** `+` for a new value, `-` for one that is gone, both for a value that changed. */
function lineOf(path: string, before: string | undefined, after: string | undefined): ChangedLine {
  if (before === undefined) return literal(`${path}: ${after}`, '+');
  if (after === undefined) return literal(`${path}: ${before}`, '-');
  return literal(`${path}: ${before} → ${after}`);
}

function leavesOf(value: unknown): Leaves {
  const leaves = new Map<string, string>();
  collect(leaves, '', value);
  return leaves;
}

function collect(leaves: Map<string, string>, path: string, value: unknown): void {
  const told =
    path === 'metadata.deletionTimestamp' || !bookkeeping.some((each) => each.test(path));
  if (value === undefined || value === null || !told) return;
  if (typeof value !== 'object') {
    leaves.set(shortPath(path), cut(String(value)));
    return;
  }
  for (const [name, inner] of Object.entries(value)) {
    collect(leaves, path === '' ? name : `${path}.${nameOf(name, inner)}`, inner);
  }
}

/** An item of a list is named by its own name: a condition by its type. */
function nameOf(name: string, inner: unknown): string {
  if (!/^\d+$/.test(name) || typeof inner !== 'object' || inner === null) return name;
  const { type, name: own, key } = inner as Readonly<Record<string, unknown>>;
  return String(type ?? own ?? key ?? name);
}

/** The status of a condition stands for the condition itself. */
const shortPath = (path: string): string =>
  path.replace(/^(status\.conditions\.[^.]+)\.status$/, '$1');

const longest = 80;
const cut = (text: string): string => {
  const [line = ''] = text.split('\n', 1);
  return line.length > longest ? `${line.slice(0, longest - 1)}…` : line;
};
