/**
 * The Pod Security levels that the labels of a namespace set, and the effect of changing them.
 *
 * Models k8s.io/pod-security-admission admission.go ValidateNamespace and EvaluatePodsInNamespace,
 * and api/helpers.go: a label with an unknown value is refused; a stricter level is admitted, with
 * a warning for each way in which existing pods violate it.
 */
import { err, type Result } from '#base/result';
import type { Pod } from '#k8s.io/api/core/v1';
import { invalid } from '#k8s.io/apimachinery/errors';
import { type FieldError, invalidValue } from '#k8s.io/apimachinery/field-error';
import type { KubeObject, Status } from '#k8s.io/apimachinery/meta/v1';
import { type AdmissionAttributes, admitted } from '../admission.ts';
import { type LevelVersion, violationsOf } from './standards.ts';

export const prefix = 'pod-security.kubernetes.io/';

/** From the most to the least permissive. */
const levels = ['privileged', 'baseline', 'restricted'];
const versions = /^(latest|v1\.(0|[1-9][0-9]?))$/;

export function policyOf(
  namespace: KubeObject | undefined,
  mode: 'enforce' | 'audit' | 'warn',
): LevelVersion {
  const labels = namespace?.metadata.labels ?? {};
  return {
    level: labels[`${prefix}${mode}`] ?? 'privileged',
    version: labels[`${prefix}${mode}-version`] ?? 'latest',
  };
}

export function admitNamespace(
  { request, object, old }: AdmissionAttributes,
  pods: () => readonly Pod[],
): Result<void, Status> {
  const problems = labelProblems(object);
  const before = old === undefined ? [] : labelProblems(old);
  if (problems.length > 0 && !sameProblems(problems, before)) {
    return err(invalid({ group: '', kind: 'Namespace' }, object.metadata.name, problems));
  }
  if (old === undefined) return admitted;
  const next = policyOf(object, 'enforce');
  const last = policyOf(old, 'enforce');
  if (next.level === 'privileged') return admitted;
  const stricter = levels.indexOf(next.level) > levels.indexOf(last.level);
  if (next.version === last.version && !stricter) return admitted;
  const { name } = object.metadata;
  const present = pods().filter(({ metadata }) => metadata.namespace === name);
  for (const text of warningsFor(name, next, present)) request.warn(text);
  return admitted;
}

function labelProblems({ metadata }: KubeObject): readonly FieldError[] {
  const { labels = {} } = metadata;
  const problems: FieldError[] = [];
  const check = (key: string, good: (value: string) => boolean, detail: string) => {
    const value = labels[`${prefix}${key}`];
    if (value === undefined || good(value)) return;
    problems.push(invalidValue(`metadata.labels[${prefix}${key}]`, value, detail));
  };
  for (const mode of ['enforce', 'audit', 'warn']) {
    const known = (value: string): boolean => levels.includes(value);
    check(mode, known, `must be one of ${levels.join(', ')}`);
    check(`${mode}-version`, (value) => versions.test(value), 'must be "latest" or "v1.x"');
  }
  return problems;
}

const sameProblems = (a: readonly FieldError[], b: readonly FieldError[]): boolean =>
  a.length === b.length &&
  a.every(
    ({ field, badValue }, index) => field === b[index]?.field && badValue === b[index]?.badValue,
  );

function warningsFor(
  namespace: string,
  enforced: LevelVersion,
  pods: readonly Pod[],
): readonly string[] {
  const found = new Map<string, string[]>();
  for (const pod of pods) {
    const reasons = violationsOf(enforced, pod).map(({ reason }) => reason);
    if (reasons.length === 0) continue;
    const text = reasons.join(', ');
    const names = found.get(text);
    if (names === undefined) found.set(text, [pod.metadata.name]);
    else names.push(pod.metadata.name);
  }
  if (found.size === 0) return [];
  const texts = [...found].map(([text, names]) => {
    const [first = ''] = names.sort();
    return `${first}${others(names.length - 1)}: ${text}`;
  });
  return [
    `existing pods in namespace "${namespace}" violate the new PodSecurity enforce level` +
      ` "${enforced.level}:${enforced.version}"`,
    ...texts.sort(),
  ];
}

const others = (count: number): string =>
  count === 0 ? '' : ` (and ${count} other ${count === 1 ? 'pod' : 'pods'})`;
