/**
 * Options in the query that every write has: dryRun and fieldValidation.
 * Models k8s.io/apimachinery pkg/apis/meta/v1/validation ValidateCreateOptions and its siblings.
 */
import { badRequest, invalid } from '#k8s.io/apimachinery/errors';
import { type FieldError, notSupported } from '#k8s.io/apimachinery/field-error';
import type { DeleteOptions, Status } from '#k8s.io/apimachinery/meta/v1';
import type { QueryParameters } from '../filters/request-info.ts';

export type FieldValidation = 'Strict' | 'Warn' | 'Ignore';

const directives: readonly string[] = ['Ignore', 'Warn', 'Strict'];
const policies: readonly string[] = ['Orphan', 'Background', 'Foreground'];

/** 422 when an option has a value that it cannot have. `kind`: CreateOptions, PatchOptions, … */
export function checkOptions(query: QueryParameters, kind: string): Status | undefined {
  const errors: FieldError[] = [];
  const { dryRun, fieldValidation } = query;
  if (dryRun !== undefined && dryRun !== '' && dryRun !== 'All') {
    errors.push(notSupported('dryRun', dryRun, ['All']));
  }
  if (fieldValidation !== undefined && fieldValidation !== '') {
    if (!directives.includes(fieldValidation)) {
      errors.push(notSupported('fieldValidation', fieldValidation, ['', ...directives]));
    }
  }
  if (errors.length === 0) return undefined;
  return invalid({ group: 'meta.k8s.io', kind }, '', errors);
}

/** The server's default is Warn. */
export const fieldValidationOf = (query: QueryParameters): FieldValidation => {
  const asked = query['fieldValidation'];
  return asked === 'Strict' || asked === 'Ignore' ? asked : 'Warn';
};

/** From the body, or from the query when there is no body. Source: handlers/delete.go. */
export function deleteOptionsOf(body: unknown, query: QueryParameters): DeleteOptions | Status {
  const fromBody = typeof body === 'object' && body !== null ? (body as DeleteOptions) : undefined;
  const options = fromBody ?? fromQuery(query);
  const { propagationPolicy, orphanDependents } = options;
  if (propagationPolicy === undefined) return options;
  if (orphanDependents !== undefined) {
    return badRequest('orphanDependents and deletionPropagation cannot be both set');
  }
  if (policies.includes(propagationPolicy)) return options;
  const error = notSupported('propagationPolicy', propagationPolicy, policies);
  return invalid({ group: 'meta.k8s.io', kind: 'DeleteOptions' }, '', [error]);
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
