/**
 * The type of a schema in expressions, and how large a value of it can be in one request.
 *
 * Models k8s.io/apiserver pkg/cel/common schemas.go SchemaDeclType.
 */
import type { JSONSchemaProps } from '#k8s.io/api/apiextensions/v1';
import type { DeclType } from '#k8s.io/apiserver/cel/decl-type';
import { escaped } from './rules.ts';

/** Bytes. Source: celconfig.MaxRequestSizeBytes. */
export const largestRequest = 3 * 2 ** 20;

const simple = (kind: DeclType['kind'], minSerializedSize: number, maxElements = 0): DeclType => ({
  kind,
  minSerializedSize,
  maxElements,
});

const text = simple('string', 2, largestRequest - 2);
/** What every object has at its root. */
const rootFields: readonly (readonly [string, DeclType])[] = [
  ['kind', text],
  ['apiVersion', text],
  [
    'metadata',
    {
      ...simple('object', 2),
      fields: new Map([
        ['name', text],
        ['generateName', text],
      ]),
    },
  ],
];

/** Source: SchemaDeclType; undefined: expressions do not see it. */
export function declTypeOf(schema: JSONSchemaProps, isRoot: boolean): DeclType | undefined {
  const { maxLength } = schema;
  if (schema['x-kubernetes-int-or-string'] === true) {
    return simple('dyn', 1, maxLength === undefined ? largestRequest - 2 : maxLength * 4);
  }
  switch (schema.type) {
    case 'array':
      return listType(schema);
    case 'object':
      return objectType(schema, isRoot);
    case 'string':
      return stringType(schema);
    case 'boolean':
      return simple('scalar', 4);
    case 'number':
    case 'integer':
      return simple('scalar', 1);
    default:
      return undefined;
  }
}

const partType = (schema: JSONSchemaProps): DeclType | undefined =>
  declTypeOf(schema, schema['x-kubernetes-embedded-resource'] === true);

function listType({ items, maxItems }: JSONSchemaProps): DeclType | undefined {
  const element = items && partType(items);
  if (element === undefined) return undefined;
  const fit = Math.floor((largestRequest - 2) / (element.minSerializedSize + 1));
  return { ...simple('list', 2, Math.max(0, maxItems ?? fit)), element };
}

function objectType(schema: JSONSchemaProps, isRoot: boolean): DeclType | undefined {
  const { additionalProperties, maxProperties, properties = {}, required = [] } = schema;
  if (typeof additionalProperties === 'object') {
    const element = partType(additionalProperties);
    if (element === undefined) return undefined;
    const fit = Math.floor((largestRequest - 2) / (element.minSerializedSize + 6));
    return { ...simple('map', 2, Math.max(0, maxProperties ?? fit)), element };
  }
  const fields = new Map<string, DeclType>();
  let least = 2;
  for (const [name, property] of Object.entries(properties)) {
    const type = partType(property);
    if (type === undefined) continue;
    fields.set(escaped(name), type);
    const isThere = required.includes(name) && property.default === undefined;
    if (isThere) least += name.length + type.minSerializedSize + 4;
  }
  if (isRoot) for (const [name, type] of rootFields) fields.set(name, type);
  return { ...simple('object', least), fields };
}

function stringType({ format, maxLength, enum: values = [] }: JSONSchemaProps): DeclType {
  switch (format) {
    case 'byte':
      return simple('bytes', 2, maxLength ?? largestRequest - 2);
    case 'duration':
      return simple('scalar', 3, 32);
    case 'date':
      return simple('scalar', 12, 12);
    case 'date-time':
      return simple('scalar', 21, 32);
    default: {
      if (maxLength !== undefined) return simple('string', 2, Math.max(0, maxLength) * 4);
      const lengths = values.map((value) => (typeof value === 'string' ? value.length : 0));
      return simple('string', 2, lengths.length > 0 ? Math.max(...lengths) : largestRequest - 2);
    }
  }
}
