/**
 * Checks the schema of a definition: it must be structural, and its rules must compile.
 *
 * Models k8s.io/apiextensions-apiserver pkg/apis/apiextensions/validation and
 * pkg/apiserver/schema validation.go (structural schemas).
 */
import type { JSONSchemaProps, ValidationRule } from '#k8s.io/api/apiextensions/v1';
import {
  childPath,
  type FieldError,
  forbiddenField,
  indexPath,
  invalidValue,
  keyPath,
  notSupported,
  required,
} from '#k8s.io/apimachinery/field-error';
import { type Cardinality, cardinalityOfParts, RuleCosts } from './rule-costs.ts';
import type { RuleCompiler } from './rules.ts';
import { validateValue } from './schema-validation.ts';

type Errors = readonly FieldError[];

const types = ['array', 'boolean', 'integer', 'number', 'object', 'string'];
const unsupported = ['definitions', 'dependencies', 'patternProperties', 'additionalItems', '$ref'];

/** What the parts of a schema share, and where one of them is. */
interface Place {
  readonly compiler: RuleCompiler;
  readonly costs: RuleCosts;
  readonly isRoot: boolean;
  readonly often: Cardinality;
}

/** Checks every part of a schema, and what its rules cost together. */
export function checkSchema(schema: JSONSchemaProps, path: string, compiler: RuleCompiler): Errors {
  const costs = new RuleCosts();
  const errors = checkPart(schema, path, { compiler, costs, isRoot: true, often: 1 });
  return [...errors, ...costs.together(path)];
}

function checkPart(schema: JSONSchemaProps, path: string, place: Place): Errors {
  const { compiler, isRoot } = place;
  const often = cardinalityOfParts(schema, place.often);
  const inner = { ...place, isRoot: false, often };
  const at = (name: string): string => childPath(path, name);
  const errors: FieldError[] = [...checkType(schema, path, isRoot)];
  for (const name of unsupported) {
    if (name in schema) errors.push(forbiddenField(at(name), `${name} is not supported`));
  }
  if (schema.uniqueItems === true) {
    const why = 'uniqueItems cannot be set to true since the runtime complexity becomes quadratic';
    errors.push(forbiddenField(at('uniqueItems'), why));
  }
  const preserve = 'x-kubernetes-preserve-unknown-fields';
  if (schema[preserve] === false) {
    errors.push(invalidValue(at(preserve), false, 'must be true or undefined'));
  }
  const expression = schema.pattern ? compiler.regexp(schema.pattern) : undefined;
  if (expression?.ok === false) {
    const why = `must be a valid regular expression, but isn't: ${expression.error}`;
    errors.push(invalidValue(at('pattern'), schema.pattern, why));
  }
  const { properties = {}, additionalProperties, items } = schema;
  if (additionalProperties !== undefined && Object.keys(properties).length > 0) {
    const why = 'additionalProperties and properties are mutual exclusive';
    errors.push(forbiddenField(at('additionalProperties'), why));
  }
  for (const [name, property] of Object.entries(properties)) {
    errors.push(...checkPart(property, keyPath(at('properties'), name), inner));
  }
  if (typeof additionalProperties === 'object') {
    errors.push(...checkPart(additionalProperties, at('additionalProperties'), inner));
  }
  if (items !== undefined) errors.push(...checkPart(items, at('items'), inner));
  if (schema.type === 'array' && items === undefined)
    errors.push(required(at('items'), 'must be specified'));
  if (schema.default !== undefined) {
    errors.push(
      ...validateValue(
        { ...schema, nullable: schema.nullable === true },
        schema.default,
        at('default'),
        compiler.regexp,
      ),
    );
  }
  errors.push(...checkListType(schema, path));
  return [...errors, ...checkRules(schema, at('x-kubernetes-validations'), place)];
}

function checkType(schema: JSONSchemaProps, path: string, isRoot: boolean): Errors {
  const at = childPath(path, 'type');
  const { type = '' } = schema;
  if (isRoot && type !== '' && type !== 'object') {
    return [invalidValue(at, type, 'must be object at the root')];
  }
  if (type !== '') return types.includes(type) ? [] : [notSupported(at, type, types)];
  const free =
    schema['x-kubernetes-int-or-string'] === true ||
    schema['x-kubernetes-preserve-unknown-fields'] === true;
  if (free && !isRoot) return [];
  return [
    required(
      at,
      isRoot ? 'must not be empty at the root' : 'must not be empty for specified object fields',
    ),
  ];
}

function checkListType(schema: JSONSchemaProps, path: string): Errors {
  const type = schema['x-kubernetes-list-type'];
  if (type === undefined) return [];
  const at = childPath(path, 'x-kubernetes-list-type');
  if (!['atomic', 'set', 'map'].includes(type)) {
    return [notSupported(at, type, ['atomic', 'map', 'set'])];
  }
  if (schema.type !== 'array') {
    return [
      invalidValue(
        childPath(path, 'type'),
        schema.type ?? '',
        'must be array if x-kubernetes-list-type is specified',
      ),
    ];
  }
  const keys = schema['x-kubernetes-list-map-keys'] ?? [];
  if (type === 'map' && keys.length === 0) {
    const why = 'must not be empty if x-kubernetes-list-type is map';
    return [required(childPath(path, 'x-kubernetes-list-map-keys'), why)];
  }
  return [];
}

const checkRules = (schema: JSONSchemaProps, path: string, place: Place): Errors =>
  (schema['x-kubernetes-validations'] ?? []).flatMap((rule, index) =>
    checkRule(rule, schema, indexPath(path, index), place),
  );

function checkRule(
  { rule, message, messageExpression }: ValidationRule,
  schema: JSONSchemaProps,
  path: string,
  { compiler, costs, isRoot, often }: Place,
): Errors {
  const errors: FieldError[] = [];
  const at = childPath(path, 'rule');
  if ((rule ?? '').trim() === '') return [required(at, 'rule is not specified')];
  const compiled = compiler.rule(rule);
  if (compiled.ok) errors.push(...costs.rule(compiled.value, schema, isRoot, often, at));
  else errors.push(invalidValue(at, rule, compiled.error));
  if (message !== undefined && message !== '' && message.trim() === '') {
    errors.push(
      invalidValue(childPath(path, 'message'), message, 'message must be non-empty if specified'),
    );
  }
  if (messageExpression !== undefined) {
    const text = compiler.message(messageExpression);
    const place = childPath(path, 'messageExpression');
    if (text.ok) errors.push(...costs.message(text.value, schema, isRoot, place));
    else {
      const why = `messageExpression compilation failed: ${text.error}`;
      errors.push(invalidValue(place, messageExpression, why));
    }
  }
  return errors;
}
