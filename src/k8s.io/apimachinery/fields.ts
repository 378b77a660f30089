/**
 * Field selectors: `spec.nodeName=node-1,status.phase!=Running`.
 *
 * Models k8s.io/apimachinery/pkg/fields selector.go. Only equality exists; which fields a resource
 * offers is for its registry to say. A text that does not parse is an error string.
 */
import { err, ok, type Result } from '#base/result';

export interface FieldRequirement {
  readonly field: string;
  readonly operator: '=' | '!=';
  readonly value: string;
}

/** All requirements must hold; none at all selects everything. */
export type FieldSelector = readonly FieldRequirement[];

/** `value` gives the text of a field; a field the object does not have counts as empty. */
export const matchesFields = (
  selector: FieldSelector,
  value: (field: string) => string | undefined,
): boolean =>
  selector.every(
    (requirement) =>
      ((value(requirement.field) ?? '') === requirement.value) === (requirement.operator === '='),
  );

/** The one value that a field must have, e.g. the node of a kubelet's pod watch. */
export const requiredValue = (selector: FieldSelector, field: string): string | undefined =>
  selector.find((requirement) => requirement.field === field && requirement.operator === '=')
    ?.value;

/** Source: fields.ParseSelector. */
export function parseFieldSelector(text: string): Result<FieldSelector, string> {
  const requirements: FieldRequirement[] = [];
  for (const term of splitTerms(text)) {
    if (term === '') continue;
    const parsed = parseTerm(term);
    if (parsed === undefined) return err(`invalid selector: '${text}'; can't understand '${term}'`);
    requirements.push(parsed);
  }
  return ok(requirements);
}

/** Commas part the terms, unless a backslash stands before one. */
function splitTerms(text: string): readonly string[] {
  const terms: string[] = [];
  let term = '';
  for (let i = 0; i < text.length; i++) {
    const char = text.charAt(i);
    if (char === '\\') term += char + text.charAt(++i);
    else if (char === ',') {
      terms.push(term);
      term = '';
    } else term += char;
  }
  return [...terms, term];
}

function parseTerm(term: string): FieldRequirement | undefined {
  const match = /^((?:\\.|[^\\=!])*)(!=|==|=)((?:\\[\\,=]|[^\\=,])*)$/.exec(term);
  if (match === null) return undefined;
  const [, field = '', operator, value = ''] = match;
  return { field, operator: operator === '!=' ? '!=' : '=', value: unescapeValue(value) };
}

const unescapeValue = (value: string): string => value.replace(/\\([\\,=])/g, '$1');
const escapeValue = (value: string): string => value.replace(/[\\,=]/g, '\\$&');

/** The text of a selector, as URLs carry it. Source: fields Selector.String. */
export const formatFieldSelector = (selector: FieldSelector): string =>
  selector
    .map(({ field, operator, value }) => `${field}${operator}${escapeValue(value)}`)
    .join(',');
