/**
 * What `kubectl explain` sees of a schema, whether it comes from the Go types or from a CRD.
 *
 * Models k8s.io/kubectl pkg/explain/v2: properties with a type name, whether they are required,
 * their values, and the schema that a path goes on with.
 */
import {
  isJsonArray,
  isJsonObject,
  type JsonObject,
  type JsonValue,
} from '#k8s.io/apimachinery/json-value';
import { descriptionOf } from '#k8s.io/apimachinery/schema/descriptions';
import { enumValues } from '#k8s.io/apimachinery/schema/enum-values';
import { isRequired } from '#k8s.io/apimachinery/schema/required-fields';
import {
  type StructSchema,
  structSchema,
  type TypeSchema,
} from '#k8s.io/apimachinery/schema/schema';

export interface SchemaView {
  readonly description: string | undefined;
  readonly properties: readonly PropertyView[];
}

export interface PropertyView {
  readonly name: string;
  /** `[]Container`, `map[string]string`, `integer`. */
  readonly type: string;
  readonly required: boolean;
  readonly values: readonly string[];
  readonly description: string | undefined;
  /** What the type says of itself, which follows the description. */
  readonly typeDescription: () => string | undefined;
  /** The inner schema; undefined for scalars. */
  readonly inner: () => SchemaView | undefined;
}

const scalarNames: Readonly<Record<string, string>> = {
  bool: 'boolean',
  int32: 'integer',
  int64: 'integer',
  float64: 'number',
  bytes: 'string',
  quantity: 'Quantity',
  intstr: 'IntOrString',
  raw: 'RawExtension',
  fieldsv1: 'FieldsV1',
  schemaorarray: 'JSONSchemaPropsOrArray',
  schemaorbool: 'JSONSchemaPropsOrBool',
  schemaorstrings: 'JSONSchemaPropsOrStringArray',
};

const shortName = (name: string): string => name.slice(name.indexOf('.') + 1);

/** `within`: the struct that the type stands in. Text of a type of its own is a string here. */
function typeText(type: TypeSchema, within: string): string {
  switch (type.form) {
    case 'scalar':
      if (type.scalar === 'raw' && within.startsWith('apiextensions.')) return 'JSON';
      return scalarNames[type.scalar] ?? 'string';
    case 'struct':
      return shortName(type.name);
    case 'pointer':
      return typeText(type.to, within);
    case 'list':
      return `[]${typeText(type.item, within)}`;
    case 'map':
      return `map[string]${typeText(type.value, within)}`;
  }
}

function innerOf(type: TypeSchema): SchemaView | undefined {
  switch (type.form) {
    case 'scalar':
      return undefined;
    case 'struct':
      return viewOfStruct(structSchema(type.name));
    case 'pointer':
      return innerOf(type.to);
    case 'list':
      return innerOf(type.item);
    case 'map':
      return innerOf(type.value);
  }
}

/** The values of the field itself: those that a list's items may have are not shown. */
function valuesOf(type: TypeSchema): readonly string[] {
  if (type.form === 'pointer') return valuesOf(type.to);
  const name = type.form === 'scalar' ? type.name : undefined;
  return name === undefined ? [] : (enumValues(name) ?? []);
}

/** A Go type, with its descriptions. */
export function viewOfStruct(struct: StructSchema): SchemaView {
  const names = [...struct.byJson.keys()].sort();
  return {
    description: descriptionOf(struct.name, ''),
    properties: names.flatMap((name) => {
      const field = struct.byJson.get(name);
      if (field === undefined) return [];
      return [
        {
          name,
          type: typeText(field.type, struct.name),
          required: isRequired(struct, field),
          values: valuesOf(field.type),
          description: descriptionOf(struct.name, name),
          typeDescription: () => innerOf(field.type)?.description,
          inner: () => innerOf(field.type),
        },
      ];
    }),
  };
}

const objectOf = (value: JsonValue | undefined): JsonObject => (isJsonObject(value) ? value : {});
const textOf = (value: JsonValue | undefined): string | undefined =>
  typeof value === 'string' && value !== '' ? value : undefined;

/** A custom resource: its schema, and the fields that every object has. */
export function viewOfCustomResource(schema: JsonObject): SchemaView {
  const { description, properties } = viewOfJsonSchema(schema);
  const text = (name: string): PropertyView => ({
    name,
    type: 'string',
    required: false,
    values: [],
    description: descriptionOf('', name),
    typeDescription: () => undefined,
    inner: () => undefined,
  });
  const metadata: PropertyView = {
    ...text('metadata'),
    type: 'ObjectMeta',
    typeDescription: () => descriptionOf('meta.ObjectMeta', ''),
    inner: () => viewOfStruct(structSchema('meta.ObjectMeta')),
  };
  const standard = [text('apiVersion'), text('kind'), metadata];
  const own = properties.filter(({ name }) => !standard.some((each) => each.name === name));
  const all = [...standard, ...own].sort((a, b) => (a.name < b.name ? -1 : 1));
  return { description, properties: all };
}

/** A structural schema of a custom resource. */
function viewOfJsonSchema(schema: JsonObject): SchemaView {
  const { required: needed } = schema;
  const properties = objectOf(schema['properties']);
  return {
    description: textOf(schema['description']),
    properties: Object.keys(properties)
      .sort()
      .map((name) => {
        const property = objectOf(properties[name]);
        const { enum: values } = property;
        return {
          name,
          type: jsonTypeText(property),
          required: isJsonArray(needed) && needed.includes(name),
          values: isJsonArray(values) ? values.map(String) : [],
          description: textOf(property['description']),
          typeDescription: () => textOf(elementOf(property)['description']),
          inner: () => jsonInner(property),
        };
      }),
  };
}

/** What a list or a map holds. */
const elementOf = (schema: JsonObject): JsonObject =>
  objectOf(schema[isJsonObject(schema['items']) ? 'items' : 'additionalProperties']);

function jsonTypeText(schema: JsonObject): string {
  const type = textOf(schema['type']);
  if (type === 'array') return `[]${jsonTypeText(objectOf(schema['items']))}`;
  const more = schema['additionalProperties'];
  if (type === 'object' && isJsonObject(more)) return `map[string]${jsonTypeText(more)}`;
  if (schema['x-kubernetes-int-or-string'] === true) return 'IntOrString';
  return type === undefined || type === 'object' ? 'Object' : type;
}

function jsonInner(schema: JsonObject): SchemaView | undefined {
  if (isJsonObject(schema['items'])) return jsonInner(schema['items']);
  if (isJsonObject(schema['additionalProperties']))
    return jsonInner(schema['additionalProperties']);
  return isJsonObject(schema['properties']) ? viewOfJsonSchema(schema) : undefined;
}
