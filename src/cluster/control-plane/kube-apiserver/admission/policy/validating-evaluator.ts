/**
 * Evaluates a ValidatingAdmissionPolicy for a change.
 *
 * Models k8s.io/apiserver pkg/admission/plugin/policy/validating validator.go. In: the policy,
 * compiled once, and the values of one evaluation. Out: a decision for each validation, and audit
 * annotations.
 */
import { ok, type Result } from '#base/result';
import { encodeUtf8 } from '#base/utf8';
import type { ValidatingAdmissionPolicy, Validation } from '#k8s.io/api/admissionregistration/v1';
import type { Cel } from '#k8s.io/apiserver/cel/cel';
import type { Program } from '#k8s.io/apiserver/cel/program';
import { type Composition, compileAll, composePolicy } from './composition.ts';
import { evaluationError, meetsConditions } from './match-conditions.ts';
import type { Values } from './request-variables.ts';

/** A validation that failed. */
export interface Failure {
  /** The position of the validation in the policy. */
  readonly index: number;
  readonly message: string;
  /** Empty means `Invalid`. */
  readonly reason: string;
}

export interface Evaluation {
  readonly failures: readonly Failure[];
  readonly annotations: readonly { readonly key: string; readonly value: string }[];
  /**
   * The errors of annotations that could not be evaluated; they deny, whatever the binding's
   * actions.
   */
  readonly errors: readonly string[];
}

interface CompiledValidation {
  readonly validation: Validation;
  readonly program: Program;
  readonly message: Program | undefined;
}

export interface ValidatingEvaluator {
  readonly failurePolicy: 'Fail' | 'Ignore';
  evaluate(values: Values): Evaluation;
}

const nothing: Evaluation = { failures: [], annotations: [], errors: [] };
const maxMessageBytes = 5 * 1024;
const maxAnnotationLength = 10 * 1024;

/** Compiles a policy; every request that it matches reports a compilation error. */
export function compileValidatingPolicy(
  { spec }: ValidatingAdmissionPolicy,
  cel: Cel,
): Result<ValidatingEvaluator, string> {
  const composed = composePolicy(spec, cel);
  if (!composed.ok) return composed;
  const { composition, conditions } = composed.value;
  const validations = compileValidations(composition, spec.validations ?? []);
  if (!validations.ok) return validations;
  const annotations = compileAll(spec.auditAnnotations, ({ valueExpression }) =>
    composition.compile(valueExpression, ['string', 'null']),
  );
  if (!annotations.ok) return annotations;
  const keys = (spec.auditAnnotations ?? []).map(({ key }) => key);
  const failurePolicy = spec.failurePolicy ?? 'Fail';
  return ok({
    failurePolicy,
    evaluate(given) {
      const fails = failurePolicy === 'Fail';
      const met = meetsConditions(conditions, given);
      if (!met.ok) {
        const failure = { index: 0, message: met.error, reason: '' };
        return fails ? { ...nothing, failures: [failure] } : nothing;
      }
      if (!met.value) return nothing;
      const values = composition.values(given);
      const failures = validations.value.flatMap(
        (each, index) => failureOf(each, index, values, fails) ?? [],
      );
      return { ...annotated(annotations.value, keys, values, fails), failures };
    },
  });
}

function compileValidations(
  composition: Composition,
  validations: readonly Validation[],
): Result<readonly CompiledValidation[], string> {
  const compiled: CompiledValidation[] = [];
  for (const validation of validations) {
    const program = composition.compile(validation.expression, ['bool']);
    if (!program.ok) return program;
    const { messageExpression = '' } = validation;
    const message =
      messageExpression.trim() === ''
        ? undefined
        : composition.compile(messageExpression, ['string'], false);
    if (message?.ok === false) return message;
    compiled.push({ validation, program: program.value, message: message?.value });
  }
  return ok(compiled);
}

function failureOf(
  { validation, program, message }: CompiledValidation,
  index: number,
  values: Values,
  fails: boolean,
): Failure | undefined {
  const answer = program.evaluate(values);
  if (!answer.ok) {
    if (!fails) return undefined;
    return { index, message: evaluationError(program, answer.error), reason: '' };
  }
  if (answer.value === true) return undefined;
  const text =
    evaluatedMessage(message, values) ||
    (validation.message ?? '').trim() ||
    `failed expression: ${validation.expression.trim()}`;
  return { index, message: text, reason: validation.reason ?? '' };
}

/** Empty when the message cannot be shown: an error, not a string, too long, or several lines. */
function evaluatedMessage(message: Program | undefined, values: Values): string {
  const answer = message?.evaluate(values);
  if (answer?.ok !== true || typeof answer.value !== 'string') return '';
  const text = answer.value.trim();
  return encodeUtf8(text).length > maxMessageBytes || text.includes('\n') ? '' : text;
}

function annotated(
  programs: readonly Program[],
  keys: readonly string[],
  values: Values,
  fails: boolean,
): Pick<Evaluation, 'annotations' | 'errors'> {
  const annotations: { key: string; value: string }[] = [];
  const errors: string[] = [];
  for (const [index, program] of programs.entries()) {
    const answer = program.evaluate(values);
    if (!answer.ok) {
      if (fails) errors.push(evaluationError(program, answer.error));
    } else if (typeof answer.value === 'string') {
      const value = answer.value.trim().slice(0, maxAnnotationLength);
      if (value !== '') annotations.push({ key: keys[index] as string, value });
    } else if (answer.value !== null) {
      const resulted = `valueExpression '${program.expression}' resulted in unsupported return type`;
      errors.push(`${resulted}. Return type must be either string or null.`);
    }
  }
  return { annotations, errors };
}
