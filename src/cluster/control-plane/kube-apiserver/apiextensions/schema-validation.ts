/**
 * Checks a value against a structural schema.
 *
 * Models k8s.io/kube-openapi pkg/validation/validate with the conversion of its errors in
 * k8s.io/apiextensions-apiserver pkg/apiserver/validation ValidateCustomResource. Out: field errors
 * with upstream's messages.
 */
import type { CompileRegexp } from '#base/regexp';
import type { JSONSchemaProps } from '#k8s.io/api/apiextensions/v1';
import {
  childPath,
  duplicate,
  type FieldError,
  indexPath,
  invalidValue,
  notSupported,
  required,
  tooMany,
} from '#k8s.io/apimachinery/field-error';
import {
  canonicalJson,
  deepEqual,
  isJsonArray,
  isJsonObject,
  type JsonObject,
  type JsonValue,
} from '#k8s.io/apimachinery/json-value';

type Errors = readonly FieldError[];
const none: Errors = [];

export function validateValue(
  schema: JSONSchemaProps,
  value: JsonValue,
  path: string,
  regexp: CompileRegexp,
): Errors {
  if (value === null) {
    return schema.nullable === true ? none : [wrongType(schema, 'null', path)];
  }
  if (!hasType(schema, value)) return [wrongType(schema, typeName(value), path)];
  return [
    ...validateEnum(schema, value, path),
    ...(typeof value === 'number' ? validateNumber(schema, value, path) : none),
    ...(typeof value === 'string' ? validateString(schema, value, path, regexp) : none),
    ...(isJsonArray(value) ? validateItems(schema, value, path, regexp) : none),
    ...(isJsonObject(value) ? validateMembers(schema, value, path, regexp) : none),
    ...validateCombined(schema, value, path, regexp),
  ];
}

const typeName = (value: JsonValue): string => {
  if (isJsonArray(value)) return 'array';
  if (isJsonObject(value)) return 'object';
  if (typeof value === 'number') return Number.isInteger(value) ? 'integer' : 'number';
  return typeof value;
};

function hasType(schema: JSONSchemaProps, value: JsonValue): boolean {
  const actual = typeName(value);
  if (schema['x-kubernetes-int-or-string'] === true) {
    return actual === 'integer' || actual === 'string';
  }
  const { type } = schema;
  if (type === undefined || type === '') return true;
  return type === actual || (type === 'number' && actual === 'integer');
}

function wrongType(schema: JSONSchemaProps, actual: string, path: string): FieldError {
  const wanted = schema['x-kubernetes-int-or-string'] === true ? 'integer,string' : schema.type;
  const text = `${path} in body must be of type ${wanted}: "${actual}"`;
  return { ...invalidValue(path, actual, text), type: 'FieldValueTypeInvalid' };
}

function validateEnum({ enum: values }: JSONSchemaProps, value: JsonValue, path: string): Errors {
  if (values === undefined || values.some((allowed) => deepEqual(allowed, value))) return none;
  const shown = values.map((allowed) =>
    typeof allowed === 'string' ? allowed : canonicalJson(allowed),
  );
  // The values are in the order of the schema, while `notSupported` sorts them.
  const error = notSupported(path, value, []);
  const detail = `supported values: ${shown.map((one) => JSON.stringify(one)).join(', ')}`;
  return [{ ...error, detail }];
}

const outside = (path: string, value: JsonValue, what: string): FieldError =>
  invalidValue(path, value, `${path} in body ${what}`);

function validateNumber(schema: JSONSchemaProps, value: number, path: string): Errors {
  const { minimum, maximum, multipleOf } = schema;
  const errors: FieldError[] = [];
  if (maximum !== undefined) {
    const exclusive = schema.exclusiveMaximum === true;
    if (exclusive ? value >= maximum : value > maximum) {
      const what = `should be less than ${exclusive ? '' : 'or equal to '}${maximum}`;
      errors.push(outside(path, value, what));
    }
  }
  if (minimum !== undefined) {
    const exclusive = schema.exclusiveMinimum === true;
    if (exclusive ? value <= minimum : value < minimum) {
      const what = `should be greater than ${exclusive ? '' : 'or equal to '}${minimum}`;
      errors.push(outside(path, value, what));
    }
  }
  if (multipleOf !== undefined && !Number.isInteger(value / multipleOf)) {
    errors.push(outside(path, value, `should be a multiple of ${multipleOf}`));
  }
  return errors;
}

const formats: Readonly<Record<string, RegExp>> = {
  'date-time': /^\d{4}-\d{2}-\d{2}[Tt]\d{2}:\d{2}:\d{2}(\.\d+)?([Zz]|[+-]\d{2}:\d{2})$/,
  date: /^\d{4}-\d{2}-\d{2}$/,
  ipv4: /^(\d{1,3}\.){3}\d{1,3}$/,
  email: /^[^@\s]+@[^@\s]+$/,
  uuid: /^[0-9a-fA-F]{8}-?([0-9a-fA-F]{4}-?){3}[0-9a-fA-F]{12}$/,
  uri: /^[a-zA-Z][a-zA-Z0-9+.-]*:\S+$/,
};

function validateString(
  schema: JSONSchemaProps,
  value: string,
  path: string,
  regexp: CompileRegexp,
): Errors {
  const { minLength, maxLength, pattern, format } = schema;
  const errors: FieldError[] = [];
  const length = [...value].length;
  if (maxLength !== undefined && length > maxLength) {
    const detail = `may not be more than ${maxLength} bytes`;
    errors.push({ type: 'FieldValueTooLong', field: path, detail });
  }
  if (minLength !== undefined && length < minLength) {
    errors.push(outside(path, value, `should be at least ${minLength} chars long`));
  }
  if (pattern !== undefined && !matches(pattern, value, regexp)) {
    errors.push(outside(path, value, `should match '${pattern}'`));
  }
  const shape = format === undefined ? undefined : formats[format];
  if (shape !== undefined && !shape.test(value)) {
    errors.push(outside(path, value, `must be of type ${format}: "${value}"`));
  }
  return errors;
}

function matches(pattern: string, value: string, regexp: CompileRegexp): boolean {
  const expression = regexp(pattern);
  // The pattern compiles: otherwise the definition would have been refused.
  return expression.ok && expression.value.test(value);
}

function validateItems(
  schema: JSONSchemaProps,
  list: readonly JsonValue[],
  path: string,
  regexp: CompileRegexp,
): Errors {
  const { items, minItems, maxItems } = schema;
  const errors: FieldError[] = [];
  if (maxItems !== undefined && list.length > maxItems) {
    errors.push(tooMany(path, list.length, maxItems));
  }
  if (minItems !== undefined && list.length < minItems) {
    errors.push(outside(path, list.length, `should have at least ${minItems} items`));
  }
  if (items !== undefined) {
    for (const [index, item] of list.entries()) {
      errors.push(...validateValue(items, item, indexPath(path, index), regexp));
    }
  }
  return [...errors, ...validateUniqueness(schema, list, path)];
}

/**
 * Checks the items of a set and the keys of a map. Source: schema/listtype ValidateListSetsAndMaps.
 */
function validateUniqueness(
  schema: JSONSchemaProps,
  list: readonly JsonValue[],
  path: string,
): Errors {
  const type = schema['x-kubernetes-list-type'];
  if (type !== 'set' && type !== 'map') return none;
  const keys = schema['x-kubernetes-list-map-keys'] ?? [];
  const seen = new Set<string>();
  return list.flatMap((item, index) => {
    const shown =
      type === 'map' && isJsonObject(item)
        ? Object.fromEntries(keys.flatMap((key) => (key in item ? [[key, item[key]]] : [])))
        : item;
    const text = canonicalJson(shown as JsonValue);
    if (seen.has(text)) return [duplicate(indexPath(path, index), shown)];
    seen.add(text);
    return [];
  });
}

function validateMembers(
  schema: JSONSchemaProps,
  value: JsonObject,
  path: string,
  regexp: CompileRegexp,
): Errors {
  const { properties = {}, additionalProperties, required: names = [] } = schema;
  const { minProperties, maxProperties } = schema;
  const count = Object.keys(value).length;
  const errors: FieldError[] = [];
  const at = (key: string): string => (path === '' ? key : childPath(path, key));
  for (const name of names) {
    if (value[name] === undefined) errors.push(required(at(name)));
  }
  for (const [key, member] of Object.entries(value)) {
    if (path === '' && (key === 'metadata' || key === 'apiVersion' || key === 'kind')) continue;
    const inner =
      properties[key] ??
      (typeof additionalProperties === 'object' ? additionalProperties : undefined);
    if (inner !== undefined) errors.push(...validateValue(inner, member, at(key), regexp));
  }
  if (maxProperties !== undefined && count > maxProperties) {
    errors.push(tooMany(path, count, maxProperties));
  }
  if (minProperties !== undefined && count < minProperties) {
    errors.push(outside(path, count, `should have at least ${minProperties} properties`));
  }
  return errors;
}

function validateCombined(
  schema: JSONSchemaProps,
  value: JsonValue,
  path: string,
  regexp: CompileRegexp,
): Errors {
  const { allOf = [], anyOf = [], oneOf = [], not } = schema;
  const fits = (one: JSONSchemaProps): boolean =>
    validateValue(one, value, path, regexp).length === 0;
  const shown = typeof value === 'object' ? '' : value;
  const fails = (what: string): FieldError =>
    invalidValue(path === '' ? '<nil>' : path, shown, `${path} in body ${what}`);
  const errors: FieldError[] = allOf.flatMap((one) => validateValue(one, value, path, regexp));
  if (anyOf.length > 0 && !anyOf.some(fits)) {
    errors.push(fails('must validate at least one schema (anyOf)'));
  }
  if (oneOf.length > 0) {
    const n = oneOf.filter(fits).length;
    const found = n === 0 ? 'Found none valid' : `Found ${n} valid alternatives`;
    if (n !== 1) errors.push(fails(`must validate one and only one schema (oneOf). ${found}`));
  }
  if (not !== undefined && fits(not)) errors.push(fails('must not validate the schema (not)'));
  return errors;
}
