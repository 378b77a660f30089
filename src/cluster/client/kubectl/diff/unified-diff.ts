/**
 * Two texts side by side as `diff -u` shows them.
 *
 * Models GNU diff's unified format: hunks with three lines around each change. In: lines. Out: the
 * hunks, empty when the texts are the same. The edit script is Myers' shortest one.
 */
const around = 3;

interface Step {
  readonly sign: ' ' | '-' | '+';
  readonly line: string;
}

export function unifiedHunks(before: readonly string[], after: readonly string[]): string {
  const steps = editScript(before, after);
  const changed = steps.flatMap(({ sign }, i) => (sign === ' ' ? [] : [i]));
  let out = '';
  for (let k = 0; k < changed.length; ) {
    const start = Math.max(0, (changed[k] ?? 0) - around);
    let end = changed[k] ?? 0;
    // Hunks whose lines would touch are one.
    while (k < changed.length && (changed[k] ?? 0) - end <= 2 * around + 1) {
      end = changed[k] ?? 0;
      k++;
    }
    out += hunk(steps, start, Math.min(steps.length, end + around + 1));
  }
  return out;
}

function hunk(steps: readonly Step[], start: number, end: number): string {
  const count = (from: number, to: number, without: '-' | '+'): number =>
    steps.slice(from, to).filter(({ sign }) => sign !== without).length;
  const range = (without: '-' | '+'): string => {
    const [first, length] = [count(0, start, without), count(start, end, without)];
    const begin = length === 0 ? first : first + 1;
    return length === 1 ? `${begin}` : `${begin},${length}`;
  };
  const lines = steps.slice(start, end).map(({ sign, line }) => `${sign}${line}\n`);
  return `@@ -${range('+')} +${range('-')} @@\n${lines.join('')}`;
}

/** The longest common subsequence, by a table: objects are some hundred lines long. */
function editScript(before: readonly string[], after: readonly string[]): readonly Step[] {
  const [n, m] = [before.length, after.length];
  const width = m + 1;
  const lengths = new Uint32Array((n + 1) * width);
  for (let i = n - 1; i >= 0; i--) {
    for (let j = m - 1; j >= 0; j--) {
      lengths[i * width + j] =
        before[i] === after[j]
          ? (lengths[(i + 1) * width + j + 1] ?? 0) + 1
          : Math.max(lengths[(i + 1) * width + j] ?? 0, lengths[i * width + j + 1] ?? 0);
    }
  }
  const steps: Step[] = [];
  let [i, j] = [0, 0];
  while (i < n || j < m) {
    const [old, now] = [before[i], after[j]];
    if (old !== undefined && now !== undefined && old === now) {
      steps.push({ sign: ' ', line: old });
      i++;
      j++;
      continue;
    }
    const down = lengths[(i + 1) * width + j] ?? 0;
    const right = lengths[i * width + j + 1] ?? 0;
    if (old !== undefined && (now === undefined || down >= right)) {
      steps.push({ sign: '-', line: old });
      i++;
    } else if (now !== undefined) {
      steps.push({ sign: '+', line: now });
      j++;
    }
  }
  return steps;
}
