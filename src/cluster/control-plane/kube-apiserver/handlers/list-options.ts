/**
 * Checks which options of a list or a watch can be combined. Models k8s.io/apimachinery
 * pkg/apis/meta/internalversion/validation ValidateListOptions.
 */
import { badRequest, invalid } from '#k8s.io/apimachinery/errors';
import {
  type FieldError,
  forbiddenField,
  goQuote,
  notSupported,
} from '#k8s.io/apimachinery/field-error';
import type { Status } from '#k8s.io/apimachinery/meta/v1';
import type { QueryParameters } from '../filters/request-info.ts';

const field = 'resourceVersionMatch';
const notOlderThan = 'NotOlderThan';
const withContinue = `${field} is forbidden when continue is provided`;

/** 400 or 422 when the options cannot be combined. */
export function checkListOptions(query: QueryParameters, watches: boolean): Status | undefined {
  for (const name of ['limit', 'timeoutSeconds']) {
    const text = query[name];
    if (text === undefined || text === '' || /^[+-]?\d+$/.test(text)) continue;
    return badRequest(`strconv.ParseInt: parsing ${goQuote(text)}: invalid syntax`);
  }
  if (query[field] === undefined && query['sendInitialEvents'] === undefined) return undefined;
  const errors = watches ? watchErrors(query) : listErrors(query);
  if (errors.length === 0) return undefined;
  return invalid({ group: 'meta.k8s.io', kind: 'ListOptions' }, '', errors);
}

function listErrors(query: QueryParameters): readonly FieldError[] {
  const errors: FieldError[] = [];
  const { resourceVersion = '', resourceVersionMatch: match = '' } = query;
  if (match !== '') {
    if (resourceVersion === '') {
      errors.push(
        forbiddenField(field, `${field} is forbidden unless resourceVersion is provided`),
      );
    }
    if ((query['continue'] ?? '') !== '') errors.push(forbiddenField(field, withContinue));
    if (match !== 'Exact' && match !== notOlderThan) {
      errors.push({
        ...notSupported(field, match, []),
        detail: `supported values: "Exact", "${notOlderThan}", ""`,
      });
    }
    if (match === 'Exact' && resourceVersion === '0') {
      const detail = `${field} "exact" is forbidden for resourceVersion "0"`;
      errors.push(forbiddenField(field, detail));
    }
  }
  if (query['sendInitialEvents'] !== undefined) {
    errors.push(forbiddenField('sendInitialEvents', 'sendInitialEvents is forbidden for list'));
  }
  return errors;
}

function watchErrors(query: QueryParameters): readonly FieldError[] {
  const errors: FieldError[] = [];
  const { sendInitialEvents: initial, resourceVersionMatch: match = '' } = query;
  if (initial !== undefined && match !== notOlderThan) {
    const detail = `sendInitialEvents requires setting ${field} to ${notOlderThan}`;
    errors.push(forbiddenField(field, detail));
  }
  if (match === '') return errors;
  if (initial === undefined) {
    const detail = `${field} is forbidden for watch unless sendInitialEvents is provided`;
    errors.push(forbiddenField(field, detail));
  }
  if (match !== notOlderThan) errors.push(notSupported(field, match, [notOlderThan]));
  if ((query['continue'] ?? '') !== '') errors.push(forbiddenField(field, withContinue));
  return errors;
}
