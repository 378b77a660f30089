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

/** Where a type stands: in which struct, and who is told what it refers to. */
interface Place {
  readonly in: string;
  readonly refer: Refer;
}

const referenceTo = (type: string, { refer }: Place): JsonObject => {
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

/** The fields of `apiextensions` that take any JSON have a type of their own. */
const ownType = (scalar: ScalarName, place: Place): string | undefined =>
  scalar === 'raw' && place.in.startsWith('apiextensions.')
    ? 'apiextensions.JSON'
    : ownTypes[scalar];

/** The schema of a struct, with its fields by name. */
export function structJsonSchema(struct: StructSchema, refer: Refer): JsonObject {
  const properties: Building<JsonObject> = {};
  const needed: string[] = [];
  for (const field of struct.members) {
    const { json } = field;
    const isNeeded = isRequired(struct, field);
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
    ...typeSchema(type, { in: name, refer }),
    ...(zero !== undefined && { default: zero }),
    ...extensionsOf(field),
  };
}

/** A type where it stands in a property. */
function typeSchema(type: TypeSchema, place: Place): JsonObject {
  switch (type.form) {
    case 'pointer':
      return type.to.form === 'struct'
        ? { allOf: [referenceTo(type.to.name, place)] }
        : typeSchema(type.to, place);
    case 'struct':
      return { default: {}, allOf: [referenceTo(type.name, place)] };
    case 'list':
      return { type: 'array', items: elementSchema(type.item, place) };
    case 'map':
      return { type: 'object', additionalProperties: elementSchema(type.value, place) };
    case 'scalar': {
      const own = ownType(type.scalar, place);
      if (own !== undefined) return { allOf: [referenceTo(own, place)] };
      const values = type.name === undefined ? undefined : enumValues(type.name);
      return { ...plainScalars[type.scalar], ...(values !== undefined && { enum: values }) };
    }
  }
}

/** A type within a list or a map: text has a default there, other own types stand alone. */
function elementSchema(type: TypeSchema, place: Place): JsonObject {
  if (type.form !== 'scalar') return typeSchema(type, place);
  const own = ownType(type.scalar, place);
  if (own !== undefined) return referenceTo(own, place);
  const zero = zeros[type.scalar];
  return { ...typeSchema(type, place), ...(zero !== undefined && { default: zero }) };
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
  'apiextensions.JSON': {},
  'apiextensions.JSONSchemaPropsOrArray': {},
  'apiextensions.JSONSchemaPropsOrBool': {},
  'apiextensions.JSONSchemaPropsOrStringArray': {},
};
