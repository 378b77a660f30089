/**
 * Conditions in CEL that a request must meet before a policy is evaluated or a webhook is called.
 * Models k8s.io/apiserver pkg/admission/plugin/webhook/matchconditions matcher.go.
 */
import { err, ok, type Result } from '#base/result';
import type { Program } from '#k8s.io/apiserver/cel/program';
import type { Values } from './request-variables.ts';

/** `expression '…' resulted in error: …`. Source: plugin/cel condition.go. */
export const evaluationError = ({ expression }: Program, error: string): string =>
  `expression '${expression}' resulted in error: ${error}`;

/** Whether all conditions are true. A false one decides even if others cannot be evaluated. */
export function meetsConditions(
  conditions: readonly Program[],
  values: Values,
): Result<boolean, string> {
  const errors: string[] = [];
  for (const condition of conditions) {
    const answer = condition.evaluate(values);
    if (!answer.ok) errors.push(evaluationError(condition, answer.error));
    else if (answer.value !== true) return ok(false);
  }
  if (errors.length === 0) return ok(true);
  return err(errors.length === 1 ? (errors[0] as string) : `[${errors.join(', ')}]`);
}
