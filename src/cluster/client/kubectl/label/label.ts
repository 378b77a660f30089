/** `kubectl label` and `kubectl annotate`. */
import { pairCommand } from './change-pairs.ts';

export const label = pairCommand({
  name: 'label',
  member: 'labels',
  noun: 'label',
  done: 'labeled',
  conflict: (present, wanted) => {
    const key = Object.keys(wanted).find(
      (each) => (present[each] ?? wanted[each]) !== wanted[each],
    );
    return key === undefined
      ? undefined
      : `'${key}' already has a value (${present[key]}), and --overwrite is false`;
  },
});

export const annotate = pairCommand({
  name: 'annotate',
  member: 'annotations',
  noun: 'annotation',
  done: 'annotated',
  conflict: (present, wanted) => {
    const taken = Object.keys(wanted).filter(
      (key) => key in present && present[key] !== wanted[key],
    );
    if (taken.length === 0) return undefined;
    const texts = taken.map((key) => `'${key}' already has a value (${present[key]})`);
    return `--overwrite is false but found the following declared annotation(s): ${texts.join('; ')}`;
  },
});
