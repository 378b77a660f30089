/**
 * Checks of a container's own restart policy and its rules by exit code.
 * Source: kubernetes pkg/apis/core/validation validateContainerRestartPolicy.
 */
import type { Container } from '#k8s.io/api/core/v1';
import {
  childPath,
  type FieldError,
  indexPath,
  required,
  tooMany,
} from '#k8s.io/apimachinery/field-error';
import { choice, type Errors, none } from '../../generic/checks.ts';

const maxRules = 20;
const maxExitCodes = 255;

export function restartPolicyErrors(container: Container, path: string): Errors {
  const { restartPolicy, restartPolicyRules: rules = [] } = container;
  const field = childPath(path, 'restartPolicy');
  if (rules.length === 0) return choice(field, restartPolicy, ['Always', 'Never', 'OnFailure']);
  const errors: FieldError[] =
    restartPolicy === undefined
      ? [required(field, 'must specify restartPolicy when restart rules are used')]
      : [...choice(field, restartPolicy, ['Always', 'Never', 'OnFailure'])];
  const rulesField = childPath(path, 'restartPolicyRules');
  if (rules.length > maxRules) errors.push(tooMany(rulesField, rules.length, maxRules));
  for (const [index, { action, exitCodes }] of rules.entries()) {
    const rule = indexPath(rulesField, index);
    errors.push(
      ...choice(childPath(rule, 'action'), action ?? '', ['Restart', 'RestartAllContainers']),
    );
    const codes = childPath(rule, 'exitCodes');
    if (exitCodes === undefined) {
      errors.push(required(codes, 'must be specified'));
      continue;
    }
    const { operator, values = [] } = exitCodes;
    errors.push(...choice(childPath(codes, 'operator'), operator ?? '', ['In', 'NotIn']));
    errors.push(...valuesErrors(childPath(codes, 'values'), values.length));
  }
  return errors;
}

const valuesErrors = (path: string, length: number): Errors =>
  length > maxExitCodes ? [tooMany(path, length, maxExitCodes)] : none;
