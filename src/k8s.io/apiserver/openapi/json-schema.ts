/**
 * The schema of a Go type as an OpenAPI document publishes it.
 *
 * Models k8s.io/kube-openapi pkg/generators/openapi.go and pkg/builder3: references stand in
 * `allOf`, structs held by value default to `{}`, list types and patch strategies are extensions.
 * In: a type of apimachinery's schema table. Out: its schema, and the types that it refers to.
 */
import type { Building } from '#base/building';
import type { JsonObject, JsonValue } from '#k8s.io/apimachinery/json-value';
import { descriptionOf } from '#k8s.io/apimachinery/schema/descriptions';
import { enumValues } from '#k8s.io/apimachinery/schema/enum-values';
import { isRequired } from '#k8s.io/apimachinery/schema/required-fields';
import type {
  FieldSchema,
  ScalarName,
  StructSchema,
  TypeSchema,
} from '#k8s.io/apimachinery/schema/schema';
import { modelName } from './model-names.ts';

/** Called for each type that a schema refers to, with its key in the schema table. */
export type Refer = (type: string) => void;

const referenceTo = (type: string, refer: Refer): JsonObject => {
  refer(type);
  return { $ref: `#/components/schemas/${modelName(type)}` };
};

/** Scalars that are types of their own in a document, by their place in the schema table. */
const ownTypes: Readonly<Partial<Record<ScalarName, string>>> = {
  quantity: 'resource.Quantity',
  intstr: 'intstr.IntOrString',
  time: 'meta.Time',
  microtime: 'meta.MicroTime',
  raw: 'runtime.RawExtension',
  fieldsv1: 'meta.FieldsV1',
  schemaorarray: 'apiextensions.JSONSchemaPropsOrArray',
  schemaorbool: 'apiextensions.JSONSchemaPropsOrBool',
  schemaorstrings: 'apiextensions.JSONSchemaPropsOrStringArray',
};

const plainScalars: Readonly<Partial<Record<ScalarName, JsonObject>>> = {
  string: { type: 'string' },
  bool: { type: 'boolean' },
  int32: { type: 'integer', format: 'int32' },
  int64: { type: 'integer', format: 'int64' },
  float64: { type: 'number', format: 'double' },
  bytes: { type: 'string', format: 'byte' },
};

const zeros: Readonly<Partial<Record<ScalarName, JsonValue>>> = {
  string: '',
  bool: false,
  int32: 0,
  int64: 0,
  float64: 0,
};

/** The schema of a struct, with its fields by name. */
export function structJsonSchema(struct: StructSchema, refer: Refer): JsonObject {
  const isKind = struct.byJson.has('kind') && struct.byJson.has('metadata');
  const properties: Building<JsonObject> = {};
  const needed: string[] = [];
  for (const field of struct.members) {
    const { json } = field;
    const isNeeded = isRequired(field, isKind);
    properties[json] = propertySchema(struct, field, isNeeded, refer);
    if (isNeeded) needed.push(json);
  }
  const description = descriptionOf(struct.name, '');
  return {
    ...(description !== undefined && { description }),
    type: 'object',
    ...(needed.length > 0 && { required: needed }),
    properties: Object.fromEntries(
      Object.entries(properties).sort(([a], [b]) => (a < b ? -1 : 1)),
    ) as JsonObject,
    ...(struct.atomic && { 'x-kubernetes-map-type': 'atomic' }),
  };
}

function propertySchema(
  { name }: StructSchema,
  field: FieldSchema,
  isNeeded: boolean,
  refer: Refer,
): JsonObject {
  const { json, type } = field;
  const description = descriptionOf(name, json);
  const zero = isNeeded && type.form === 'scalar' ? zeros[type.scalar] : undefined;
  return {
    ...(description !== undefined && { description }),
    ...typeSchema(type, refer),
    ...(zero !== undefined && { default: zero }),
    ...extensionsOf(field),
  };
}

/** A type where it stands in a property. */
function typeSchema(type: TypeSchema, refer: Refer): JsonObject {
  switch (type.form) {
    case 'pointer':
      return type.to.form === 'struct'
        ? { allOf: [referenceTo(type.to.name, refer)] }
        : typeSchema(type.to, refer);
    case 'struct':
      return { default: {}, allOf: [referenceTo(type.name, refer)] };
    case 'list':
      return { type: 'array', items: elementSchema(type.item, refer) };
    case 'map':
      return { type: 'object', additionalProperties: elementSchema(type.value, refer) };
    case 'scalar': {
      const own = ownTypes[type.scalar];
      if (own !== undefined) return { allOf: [referenceTo(own, refer)] };
      const values = type.name === undefined ? undefined : enumValues[type.name]?.split(' ');
      return { ...plainScalars[type.scalar], ...(values !== undefined && { enum: values }) };
    }
  }
}

/** A type within a list or a map: text has a default there, other own types stand alone. */
function elementSchema(type: TypeSchema, refer: Refer): JsonObject {
  if (type.form !== 'scalar') return typeSchema(type, refer);
  const own = ownTypes[type.scalar];
  if (own !== undefined) return referenceTo(own, refer);
  const zero = zeros[type.scalar];
  return { ...typeSchema(type, refer), ...(zero !== undefined && { default: zero }) };
}

function extensionsOf({
  list,
  merge,
  replace,
  retainKeys,
  mergeKey,
  type,
}: FieldSchema): JsonObject {
  const strategies = [
    ...(merge ? ['merge'] : []),
    ...(replace ? ['replace'] : []),
    ...(retainKeys ? ['retainKeys'] : []),
  ];
  const kind = type.form === 'map' ? 'x-kubernetes-map-type' : 'x-kubernetes-list-type';
  return {
    ...(list?.kind === 'map' && { 'x-kubernetes-list-map-keys': list.keys }),
    ...(list !== undefined && { [kind]: list.kind }),
    ...(mergeKey !== undefined && { 'x-kubernetes-patch-merge-key': mergeKey }),
    ...(strategies.length > 0 && { 'x-kubernetes-patch-strategy': strategies.join(',') }),
  };
}

/** Types that are no struct in Go, or whose JSON is no object of fields. */
export const fixedSchemas: Readonly<Record<string, JsonObject>> = {
  'resource.Quantity': { oneOf: [{ type: 'string' }, { type: 'number' }] },
  'intstr.IntOrString': {
    format: 'int-or-string',
    oneOf: [{ type: 'integer' }, { type: 'string' }],
  },
  'meta.Time': { type: 'string', format: 'date-time' },
  'meta.MicroTime': { type: 'string', format: 'date-time' },
  'meta.FieldsV1': { type: 'object' },
  'meta.Patch': { type: 'object' },
  'runtime.RawExtension': { type: 'object' },
  'apiextensions.JSONSchemaPropsOrArray': {},
  'apiextensions.JSONSchemaPropsOrBool': {},
  'apiextensions.JSONSchemaPropsOrStringArray': {},
};
