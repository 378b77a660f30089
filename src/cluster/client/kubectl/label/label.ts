/** `kubectl label` and `kubectl annotate`. */
import { own } from '#base/own';
import { labelValueErrors } from '#k8s.io/apimachinery/validation';
import { pairCommand } from './change-pairs.ts';

/** Always overwritten. */
const changeCause = 'kubernetes.io/change-cause';

export const label = pairCommand({
  name: 'label',
  member: 'labels',
  noun: 'label',
  pairProblem: (pair) => {
    const [, value = '', ...more] = pair.split('=');
    if (more.length > 0) return `invalid label spec: ${pair}`;
    const wrong = labelValueErrors(value);
    return wrong.length === 0 ? undefined : `invalid label value: "${pair}": ${wrong.join(';')}`;
  },
  bothText: () => 'can not both modify and remove a label in the same command',
  done: 'labeled',
  conflict: (present, wanted) => {
    const key = Object.keys(wanted).find(
      (each) => (own(present, each) ?? wanted[each]) !== wanted[each],
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
  pairProblem: () => undefined,
  bothText: (keys) =>
    `can not both modify and remove the following annotation(s) in the same command: ${keys.join(', ')}`,
  done: 'annotated',
  conflict: (present, wanted) => {
    const taken = Object.keys(wanted).filter(
      (key) => key !== changeCause && Object.hasOwn(present, key) && present[key] !== wanted[key],
    );
    if (taken.length === 0) return undefined;
    const texts = taken.map((key) => `'${key}' already has a value (${present[key]})`);
    return `--overwrite is false but found the following declared annotation(s): ${texts.join('; ')}`;
  },
});
