/**
 * What the documents add to the schemas of custom resources, and what they leave out for kubectl.
 *
 * Models k8s.io/apiextensions-apiserver pkg/controller/openapi/builder builder.go and v2
 * conversion.go.
 */
import {
  isJsonArray,
  isJsonObject,
  type JsonObject,
  type JsonValue,
} from '#k8s.io/apimachinery/json-value';

const conventions =
  'https://git.k8s.io/community/contributors/devel/sig-architecture/api-conventions.md';
const preserves = 'x-kubernetes-preserve-unknown-fields';
const isEmbedded = 'x-kubernetes-embedded-resource';
const gvk = 'x-kubernetes-group-version-kind';

export const metadataDescription = `Standard object's metadata. More info: ${conventions}#metadata`;

interface TypeMetaTexts {
  readonly apiVersion: string;
  readonly kind: string;
}

/** Of a whole object. */
export const whole: TypeMetaTexts = {
  apiVersion:
    'APIVersion defines the versioned schema of this representation of an object. Servers should ' +
    'convert recognized schemas to the latest internal value, and may reject unrecognized values. ' +
    `More info: ${conventions}#resources`,
  kind:
    'Kind is a string value representing the REST resource this object represents. Servers may ' +
    'infer this from the endpoint the client submits requests to. Cannot be updated. In CamelCase. ' +
    `More info: ${conventions}#types-kinds`,
};

const inside: TypeMetaTexts = {
  apiVersion:
    'apiVersion defines the versioned schema of this representation of an object. ' +
    `More info: ${conventions}#resources`,
  kind:
    'kind is a string value representing the type of this object. In CamelCase. ' +
    `More info: ${conventions}#types-kinds`,
};

export const typeMeta = ({ apiVersion, kind }: TypeMetaTexts): JsonObject => ({
  apiVersion: { description: apiVersion, type: 'string' },
  kind: { description: kind, type: 'string' },
});

/** Fields in which whole objects are embedded have the fields of an object. */
export const embedded = (properties: JsonObject, meta: JsonObject): JsonObject =>
  Object.fromEntries(
    Object.entries(properties).map(([name, schema]) => [name, withEmbedded(schema, meta)]),
  );

function withEmbedded(schema: JsonValue, meta: JsonObject): JsonValue {
  if (!isJsonObject(schema)) return schema;
  const { items, properties, required } = schema;
  const own = isJsonObject(properties) ? embedded(properties, meta) : undefined;
  const inner = {
    ...schema,
    ...(own !== undefined && { properties: own }),
    ...(items !== undefined && { items: withEmbedded(items, meta) }),
  };
  if (schema[isEmbedded] !== true) return inner;
  const metadata = { description: metadataDescription, allOf: [meta] };
  const asked = isJsonArray(required) ? required : [];
  const missing = ['kind', 'apiVersion'].filter((name) => !asked.includes(name));
  const fields = { ...own, ...typeMeta(inside), metadata };
  return { ...inner, properties: fields, required: [...asked, ...missing] };
}

/** A kind that takes any field has none in version 2: kubectl would refuse all others. */
export const isOpenAtRoot = (schema: JsonValue): schema is JsonObject =>
  isJsonObject(schema) && schema[gvk] !== undefined && schema[preserves] === true;

export const openModel = (schema: JsonObject): JsonObject => ({
  type: 'object',
  [gvk]: schema[gvk] ?? [],
});

/** Leaves out what kubectl's validation would misread. Source: ToStructuralOpenAPIV2. */
export function forKubectl(schema: JsonObject): JsonObject {
  const { nullable, [preserves]: open, type } = schema;
  if (nullable !== true && open !== true) return schema;
  const { items: _items, properties: _properties, nullable: _nullable, ...rest } = schema;
  const isUntyped = nullable === true || type === 'object' || type === 'array';
  const { type: _type, ...untyped } = rest;
  const left = isUntyped ? untyped : rest;
  if (schema[isEmbedded] !== true || !isJsonArray(left['required'])) return left;
  const required = left['required'].filter((name) => name !== 'kind' && name !== 'apiVersion');
  const { required: _required, ...others } = left;
  return required.length === 0 ? others : { ...others, required };
}
