/**
 * The query options of every write: dryRun and fieldValidation. Models k8s.io/apimachinery
 * pkg/apis/meta/v1/validation ValidateCreateOptions and its siblings.
 */
import { invalid } from '#k8s.io/apimachinery/errors';
import {
  type FieldError,
  forbiddenField,
  invalidValue,
  notSupported,
  required,
  tooLong,
} from '#k8s.io/apimachinery/field-error';
import type { DeleteOptions, Status } from '#k8s.io/apimachinery/meta/v1';
import type { QueryParameters } from '../filters/request-info.ts';

export type FieldValidation = 'Strict' | 'Warn' | 'Ignore';

const directives: readonly string[] = ['Ignore', 'Warn', 'Strict'];
const policies: readonly string[] = ['Orphan', 'Background', 'Foreground'];

/** 422 when an option has an invalid value. `kind`: CreateOptions, PatchOptions, … */
export function checkOptions(query: QueryParameters, kind: string): Status | undefined {
  const errors = optionErrors(query);
  return errors.length === 0 ? undefined : invalid({ group, kind }, '', errors);
}

/** The same for patches; `apply`: for server-side apply. Source: ValidatePatchOptions. */
export function checkPatchOptions(query: QueryParameters, apply: boolean): Status | undefined {
  const errors: FieldError[] = [];
  const { force, fieldManager = '' } = query;
  if (apply && fieldManager === '') {
    errors.push(required('fieldManager', 'is required for apply patch'));
  }
  if (!apply && force !== undefined) {
    errors.push(forbiddenField('force', 'may not be specified for non-apply patch'));
  }
  errors.push(...optionErrors(query));
  return errors.length === 0 ? undefined : invalid({ group, kind: 'PatchOptions' }, '', errors);
}

const group = 'meta.k8s.io';
const maxManagerLength = 128;

function optionErrors(query: QueryParameters): FieldError[] {
  const errors: FieldError[] = [];
  const { dryRun, fieldValidation, fieldManager = '' } = query;
  if (fieldManager.length > maxManagerLength) {
    errors.push(tooLong('fieldManager', maxManagerLength));
  }
  for (let at = 0; at < fieldManager.length; at++) {
    const code = fieldManager.charCodeAt(at);
    if (code >= 0x20 && code !== 0x7f) continue;
    const shown = `U+${code.toString(16).toUpperCase().padStart(4, '0')}`;
    const detail = `invalid character ${shown} (at position ${at})`;
    errors.push(invalidValue('fieldManager', fieldManager, detail));
  }
  if (dryRun !== undefined && dryRun !== '' && dryRun !== 'All') {
    errors.push(notSupported('dryRun', dryRun, ['All']));
  }
  if (fieldValidation !== undefined && fieldValidation !== '') {
    if (!directives.includes(fieldValidation)) {
      errors.push(notSupported('fieldValidation', fieldValidation, ['', ...directives]));
    }
  }
  return errors;
}

/** The default is Warn. */
export const fieldValidationOf = (query: QueryParameters): FieldValidation => {
  const asked = query['fieldValidation'];
  return asked === 'Strict' || asked === 'Ignore' ? asked : 'Warn';
};

/** Read from the body, or from the query without a body. Source: handlers/delete.go. */
export function deleteOptionsOf(body: unknown, query: QueryParameters): DeleteOptions | Status {
  const fromBody = typeof body === 'object' && body !== null ? (body as DeleteOptions) : undefined;
  const options = fromBody ?? fromQuery(query);
  const errors = deletionErrors(options);
  return errors.length === 0 ? options : invalid({ group, kind: 'DeleteOptions' }, '', errors);
}

/** Source: ValidateDeleteOptions. */
function deletionErrors(options: DeleteOptions): readonly FieldError[] {
  const errors: FieldError[] = [];
  const { propagationPolicy, orphanDependents, dryRun = [] } = options;
  const field = 'propagationPolicy';
  if (propagationPolicy !== undefined && orphanDependents !== undefined) {
    const detail = 'orphanDependents and deletionPropagation cannot be both set';
    errors.push(invalidValue(field, propagationPolicy, detail));
  }
  if (propagationPolicy !== undefined && !policies.includes(propagationPolicy)) {
    const detail = 'supported values: "Foreground", "Background", "Orphan", "nil"';
    errors.push({ ...notSupported(field, propagationPolicy, []), detail });
  }
  const wrong = dryRun.filter((value) => value !== 'All');
  if (wrong.length > 0) errors.push(notSupported('dryRun', dryRun, ['All']));
  return errors;
}

function fromQuery(query: QueryParameters): DeleteOptions {
  const { gracePeriodSeconds, propagationPolicy, orphanDependents, dryRun } = query;
  return {
    ...(gracePeriodSeconds !== undefined && { gracePeriodSeconds: Number(gracePeriodSeconds) }),
    ...(propagationPolicy !== undefined && {
      propagationPolicy: propagationPolicy as NonNullable<DeleteOptions['propagationPolicy']>,
    }),
    ...(orphanDependents !== undefined && { orphanDependents: orphanDependents === 'true' }),
    ...(dryRun !== undefined && { dryRun: [dryRun] }),
  };
}
