/**
 * Label selectors: parsing, printing and matching.
 *
 * Models k8s.io/apimachinery/pkg/labels selector.go and metav1.LabelSelectorAsSelector.
 * In: `app=web,tier in (a, b),!debug`, or a LabelSelector of an object. Out: a `Selector`, which is
 * a list of requirements that must all hold; a text that does not parse is an error string.
 */
import { own } from '#base/own';
import { err, ok, type Result } from '#base/result';
import { goQuote } from './field-error.ts';
import type { LabelSelector, LabelSelectorRequirement } from './meta/v1.ts';
import { labelValueErrors, qualifiedNameErrors } from './validation.ts';

export type Labels = Readonly<Record<string, string>>;

export type Operator = '=' | '==' | '!=' | 'in' | 'notin' | 'exists' | '!' | 'gt' | 'lt';

export interface Requirement {
  readonly key: string;
  readonly operator: Operator;
  /** Sorted; empty for `exists` and `!`. */
  readonly values: readonly string[];
}

/** All requirements must hold; none at all selects everything. */
export interface Selector {
  readonly requirements: readonly Requirement[];
  /** Selects nothing, whatever the labels. */
  readonly nothing?: true;
}

export const nothing: Selector = { requirements: [], nothing: true };

/** Whether a selector without any requirement was given. */
export const selectsEverything = (selector: Selector): boolean =>
  selector.nothing === undefined && selector.requirements.length === 0;

export const matches = (selector: Selector, labels: Labels | undefined): boolean =>
  selector.nothing === undefined &&
  selector.requirements.every((requirement) => requirementMatches(requirement, labels));

function requirementMatches(requirement: Requirement, labels: Labels | undefined): boolean {
  const value = own(labels, requirement.key);
  switch (requirement.operator) {
    case '=':
    case '==':
    case 'in':
      return value !== undefined && requirement.values.includes(value);
    case '!=':
    case 'notin':
      return value === undefined || !requirement.values.includes(value);
    case 'exists':
      return value !== undefined;
    case '!':
      return value === undefined;
    case 'gt':
    case 'lt':
      return value !== undefined && numberMatches(requirement, value);
  }
}

const wholeNumber = /^[+-]?\d+$/;

function numberMatches(requirement: Requirement, value: string): boolean {
  const bound = requirement.values[0] ?? '';
  if (!wholeNumber.test(value) || !wholeNumber.test(bound)) return false;
  return requirement.operator === 'gt'
    ? BigInt(value) > BigInt(bound)
    : BigInt(value) < BigInt(bound);
}

/** Exact labels as a selector, e.g. a Service's. Source: labels.SelectorFromSet. */
export const selectorFromSet = (set: Labels | undefined): Selector => ({
  requirements: Object.entries(set ?? {})
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([key, value]) => ({ key, operator: '=', values: [value] })),
});

const operatorOf: Readonly<Record<LabelSelectorRequirement['operator'], Operator>> = {
  In: 'in',
  NotIn: 'notin',
  Exists: 'exists',
  DoesNotExist: '!',
};

/**
 * The selector of an object's spec. No selector matches nothing, an empty one everything.
 * The result is kept beside the (immutable) input, so that hot loops pay once.
 * Source: metav1.LabelSelectorAsSelector.
 */
export function labelSelectorAsSelector(selector: LabelSelector | undefined): Selector {
  if (selector === undefined) return nothing;
  const known = converted.get(selector);
  if (known !== undefined) return known;
  const requirements = [
    ...selectorFromSet(selector.matchLabels).requirements,
    ...(selector.matchExpressions ?? []).map(({ key, operator, values = [] }) => ({
      key,
      operator: operatorOf[operator],
      values: [...values].sort(),
    })),
  ];
  const made = { requirements: sortedByKey(requirements) };
  converted.set(selector, made);
  return made;
}

// A cache by identity of an immutable value; what it holds never depends on when it was filled.
const converted = new WeakMap<LabelSelector, Selector>();

/** Whether a spec's selector picks these labels. */
export const matchLabelSelector = (
  selector: LabelSelector | undefined,
  labels: Labels | undefined,
): boolean => matches(labelSelectorAsSelector(selector), labels);

const sortedByKey = (requirements: readonly Requirement[]): readonly Requirement[] =>
  [...requirements].sort((a, b) => (a.key < b.key ? -1 : a.key > b.key ? 1 : 0));

/** The text of a selector, as URLs carry it. Source: internalSelector.String. */
export const formatSelector = (selector: Selector): string =>
  selector.requirements.map(formatRequirement).join(',');

function formatRequirement({ key, operator, values }: Requirement): string {
  switch (operator) {
    case 'exists':
      return key;
    case '!':
      return `!${key}`;
    case 'in':
    case 'notin':
      return `${key} ${operator} (${values.join(',')})`;
    case 'gt':
      return `${key}>${values.join('')}`;
    case 'lt':
      return `${key}<${values.join('')}`;
    default:
      return `${key}${operator}${values.join('')}`;
  }
}

/** A LabelSelector as kubectl prints it in a column; `<none>` when empty. */
export function formatLabelSelector(selector: LabelSelector | undefined): string {
  const text = formatSelector(labelSelectorAsSelector(selector));
  return text === '' ? '<none>' : text;
}

/** Labels as `a=b,c=d`, sorted by key. Source: labels.Set.String. */
export const formatLabels = (labels: Labels | undefined): string =>
  Object.entries(labels ?? {})
    .map(([key, value]) => `${key}=${value}`)
    .sort()
    .join(',');

/** Parses a selector as a person or a URL writes it. Source: labels.Parse. */
export function parseSelector(text: string): Result<Selector, string> {
  const parser = new SelectorParser(text);
  const requirements: Requirement[] = [];
  const first = parser.peek();
  if (first === '') return ok({ requirements: [] });
  // A word, or the `!` before one, can begin a requirement.
  if (symbols.has(first) && first !== '!') {
    return err(`found '${first}', expected: !, identifier, or 'end of string'`);
  }
  for (;;) {
    const parsed = parser.requirement();
    if (typeof parsed === 'string') return err(`unable to parse requirement: ${parsed}`);
    requirements.push(parsed);
    const next = parser.next();
    if (next === '') return ok({ requirements: sortedByKey(requirements) });
    if (next !== ',') return err(`found '${next}', expected: ',' or 'end of string'`);
    const after = parser.peek();
    if (after === '' || after === ',')
      return err(`found '${after}', expected: identifier after ','`);
  }
}

/** A selector as text for an object's field. Source: metav1 helpers.go ParseToLabelSelector. */
export function parseToLabelSelector(text: string): Result<LabelSelector, string> {
  const parsed = parseSelector(text);
  if (!parsed.ok) return err(`couldn't parse the selector string "${text}": ${parsed.error}`);
  const matchLabels: Record<string, string> = {};
  const matchExpressions: LabelSelectorRequirement[] = [];
  for (const { key, operator, values } of parsed.value.requirements) {
    const [first = ''] = values;
    if (operator === '=' || operator === '==') matchLabels[key] = first;
    else if (operator === 'in') matchExpressions.push({ key, operator: 'In', values });
    else if (operator === 'notin') matchExpressions.push({ key, operator: 'NotIn', values });
    else if (operator === 'exists') matchExpressions.push({ key, operator: 'Exists' });
    else if (operator === '!') matchExpressions.push({ key, operator: 'DoesNotExist' });
    else if (operator === '!=') return err('"!=" is not a valid label selector operator');
    else return err(`"${operator}" isn't supported in label selectors`);
  }
  return ok({
    ...(Object.keys(matchLabels).length === 0 ? {} : { matchLabels }),
    ...(matchExpressions.length === 0 ? {} : { matchExpressions }),
  });
}

const symbols = new Set(['=', '==', '!=', '!', '(', ')', ',', '>', '<', 'in', 'notin', '']);

/** Reads tokens: operators, parentheses, commas, and everything between as identifiers. */
class SelectorParser {
  readonly #tokens: readonly string[];
  #at = 0;

  constructor(text: string) {
    this.#tokens = text.match(/==|!=|[=!(),<>]|[^\s=!(),<>]+/g) ?? [];
  }

  peek(): string {
    return this.#tokens[this.#at] ?? '';
  }

  next(): string {
    const token = this.peek();
    this.#at++;
    return token;
  }

  /** One requirement, or what is wrong with it. */
  requirement(): Requirement | string {
    const negated = this.peek() === '!';
    if (negated) this.next();
    const key = this.next();
    if (symbols.has(key) && key !== 'in' && key !== 'notin')
      return `found '${key}', expected: identifier`;
    const keyError = qualifiedNameErrors(key)[0];
    if (keyError !== undefined) return `<nil>: Invalid value: ${goQuote(key)}: ${keyError}`;
    if (negated) return { key, operator: '!', values: [] };
    if (this.peek() === '' || this.peek() === ',') return { key, operator: 'exists', values: [] };
    return this.comparison(key, this.next());
  }

  comparison(key: string, operator: string): Requirement | string {
    switch (operator) {
      case '=':
      case '==':
      case '!=':
        return this.exact(key, operator);
      case '>':
        return this.exact(key, 'gt');
      case '<':
        return this.exact(key, 'lt');
      case 'in':
      case 'notin':
        return this.set(key, operator);
      default:
        return `found '${operator}', expected: in, notin, =, ==, !=, gt, lt`;
    }
  }

  /** An absent value is the empty one: `a=` and `a=,b` are fine. Source: parseExactValue. */
  exact(key: string, operator: Operator): Requirement | string {
    const value = this.peek() === ',' ? '' : this.next();
    if (symbols.has(value) && !['', 'in', 'notin'].includes(value)) {
      return `found '${value}', expected: identifier`;
    }
    return checked({ key, operator, values: [value] });
  }

  set(key: string, operator: 'in' | 'notin'): Requirement | string {
    const open = this.next();
    if (open !== '(') return `found '${open}' expected: '('`;
    if (this.peek() === '') return `found '', expected: ',', ')' or identifier`;
    const values = new Set<string>();
    let expectValue = true;
    for (;;) {
      const token = this.next();
      if (token === ')' || token === ',') {
        if (expectValue) values.add('');
        if (token === ')') return checked({ key, operator, values: [...values].sort() });
        expectValue = true;
      } else if (token === '' || !expectValue) {
        return `found '${token}', expected: ',' or ')'`;
      } else {
        values.add(token);
        expectValue = false;
      }
    }
  }
}

/** A requirement, or everything that is wrong with its values. Source: NewRequirement. */
function checked(requirement: Requirement): Requirement | string {
  const { key, operator, values } = requirement;
  const problems: string[] = [];
  const invalid = (place: string, value: string, rule: string): void => {
    problems.push(`values${place}: Invalid value: ${goQuote(value)}: ${rule}`);
  };
  for (const [index, value] of values.entries()) {
    if ((operator !== 'gt' && operator !== 'lt') || wholeNumber.test(value)) continue;
    invalid(`[${index}]`, value, "for 'Gt', 'Lt' operators, the value must be an integer");
  }
  for (const [index, value] of values.entries()) {
    const [error] = labelValueErrors(value);
    if (error !== undefined) invalid(`[${index}][${key}]`, value, error);
  }
  if (problems.length === 0) return requirement;
  return problems.length === 1 ? problems.join() : `[${problems.join(', ')}]`;
}
