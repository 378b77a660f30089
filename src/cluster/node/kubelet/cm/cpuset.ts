/**
 * Lists of CPUs as the kernel writes them. Models k8s.io/utils/cpuset.
 */

/** `0-3,8` as numbers in order; empty text: none. */
export function parseCpuset(text: string): readonly number[] {
  const found = new Set<number>();
  for (const part of text.split(',')) {
    if (part.trim() === '') continue;
    const [first = '', last = first] = part.trim().split('-');
    for (let cpu = Number(first); cpu <= Number(last); cpu++) found.add(cpu);
  }
  return [...found].sort((a, b) => a - b);
}

/** The shortest text: neighbours become a range. */
export function formatCpuset(cpus: readonly number[]): string {
  const parts: string[] = [];
  for (let at = 0; at < cpus.length; ) {
    let end = at;
    while (cpus[end + 1] === (cpus[end] ?? 0) + 1) end++;
    parts.push(end === at ? `${cpus[at]}` : `${cpus[at]}-${cpus[end]}`);
    at = end + 1;
  }
  return parts.join(',');
}

/** The elements of `a` that are not in `b`. */
export function without(a: readonly number[], b: Iterable<number>): readonly number[] {
  const taken = new Set(b);
  return a.filter((cpu) => !taken.has(cpu));
}
