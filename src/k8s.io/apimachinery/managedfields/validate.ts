/**
 * Whether a configuration fits the type of its kind.
 *
 * Models sigs.k8s.io/structured-merge-diff typed/validate.go. Out: one text for each thing that
 * does not fit, with the path where it stands.
 */
import { assertUnreachable } from '#base/assert';
import { goSyntax, goText, goType } from '../go-text.ts';
import { isJsonObject, type JsonValue } from '../json-value.ts';
import type { ScalarName } from '../schema/schema.ts';
import { elementText, pathText } from './field-set.ts';
import { type Atom, deduced, itemElement, memberAtom } from './typed.ts';

/** The texts of a configuration's faults; empty when it fits. */
export function configurationFaults(atom: Atom, value: JsonValue): readonly string[] {
  const faults: string[] = [];
  check(faults, [], atom, value);
  return faults;
}

/** Source: ValidationErrors.Error. */
export const faultsText = (faults: readonly string[]): string =>
  faults.length === 1
    ? (faults[0] ?? '')
    : ['errors:', ...faults.map((fault) => `  ${fault}`)].join('\n');

function tell(faults: string[], path: readonly string[], text: string): void {
  faults.push(path.length === 0 ? text : `${pathText(path)}: ${text}`);
}

function check(faults: string[], path: string[], type: Atom, value: JsonValue): void {
  const atom = deduced(type, value);
  if (value === null) return;
  switch (atom.form) {
    case 'struct':
    case 'map':
      if (isJsonObject(value)) checkMembers(faults, path, atom, value);
      else tell(faults, path, `expected map, got &{${goText(value)}}`);
      return;
    case 'list':
      if (Array.isArray(value)) checkItems(faults, path, atom, value);
      else tell(faults, path, `expected list, got &{${goText(value)}}`);
      return;
    case 'scalar':
      checkScalar(faults, path, atom.scalar, value);
      return;
    case 'untyped':
  }
}

function checkMembers(
  faults: string[],
  path: string[],
  atom: Atom,
  members: Readonly<Record<string, JsonValue>>,
): void {
  for (const key of Object.keys(members).sort()) {
    const member = memberAtom(atom, key, path.length === 0);
    path.push(`f:${key}`);
    if (member === undefined) tell(faults, path, 'field not declared in schema');
    else check(faults, path, member, members[key] ?? null);
    path.pop();
  }
}

function checkItems(
  faults: string[],
  path: string[],
  atom: Extract<Atom, { form: 'list' }>,
  items: readonly JsonValue[],
): void {
  const seen = new Set<string>();
  for (const [index, item] of items.entries()) {
    const element = itemElement(atom.kind, item, index);
    if (!element.ok) {
      tell(faults, path, `element ${index}: ${element.error}`);
      continue;
    }
    if (seen.has(element.value)) {
      tell(faults, path, `duplicate entries for key ${elementText(element.value)}`);
    }
    seen.add(element.value);
    path.push(element.value);
    check(faults, path, atom.item, item);
    path.pop();
  }
}

function checkScalar(
  faults: string[],
  path: readonly string[],
  scalar: ScalarName,
  value: JsonValue,
): void {
  switch (scalar) {
    case 'int32':
    case 'int64':
    case 'float64':
      if (typeof value !== 'number') {
        tell(faults, path, `expected numeric (int or float), got ${goType(value)}`);
      }
      return;
    case 'bool':
      if (typeof value !== 'boolean') {
        tell(faults, path, `expected boolean, got ${goType(value)}`);
      }
      return;
    case 'string':
    case 'bytes':
    case 'time':
    case 'microtime':
      if (typeof value !== 'string') {
        const shown = `&value.valueUnstructured{Value:${goSyntax(value)}}`;
        tell(faults, path, `expected string, got ${shown}`);
      }
      return;
    case 'quantity':
    case 'intstr':
    case 'raw':
    case 'fieldsv1':
    case 'schemaorarray':
    case 'schemaorbool':
    case 'schemaorstrings':
      return;
    default:
      assertUnreachable(scalar);
  }
}
