/**
 * The OpenAPI documents that an API server publishes: v3 for each group version, and v2 for all.
 *
 * Models k8s.io/kube-openapi pkg/builder3 and pkg/builder over the served resources. In: the
 * resources with their Go types, and custom resources with their schemas. Out: documents as JSON.
 */
import type { JsonObject, JsonValue } from '#k8s.io/apimachinery/json-value';
import { isJsonArray, isJsonObject } from '#k8s.io/apimachinery/json-value';
import type { ResourceInfo } from '#k8s.io/apimachinery/resources';
import { schemaForKind, structSchema } from '#k8s.io/apimachinery/schema/schema';
import {
  embedded,
  forKubectl,
  isOpenAtRoot,
  metadataDescription,
  openModel,
  typeMeta,
  whole,
} from './custom-model.ts';
import { fixedSchemas, structJsonSchema } from './json-schema.ts';
import { customModelName, modelName } from './model-names.ts';
import { type Models, pathsOf } from './paths.ts';

/** A resource, and for a custom one the schema of its definition. */
export interface PublishedResource {
  readonly info: ResourceInfo;
  readonly customSchema?: JsonObject;
}

const info = { title: 'Kubernetes', version: 'v1.36.3' };
const securitySchemes = {
  BearerToken: {
    type: 'apiKey',
    description: 'Bearer Token authentication',
    name: 'authorization',
    in: 'header',
  },
};

/** `meta.ListMeta`, which no kind of the schema table uses. */
const listMeta: JsonObject = {
  type: 'object',
  properties: {
    continue: { type: 'string' },
    remainingItemCount: { type: 'integer', format: 'int64' },
    resourceVersion: { type: 'string' },
    selfLink: { type: 'string' },
  },
};

type Schemas = Record<string, JsonObject>;

const referenceTo = (model: string): JsonObject => ({ $ref: `#/components/schemas/${model}` });

/** The document of the group version that all of these resources are in. */
export function openApiV3(resources: readonly PublishedResource[]): JsonObject {
  const schemas: Schemas = {};
  const paths: Record<string, JsonValue> = {};
  for (const resource of resources) {
    const models = modelsOf(resource, schemas);
    Object.assign(paths, pathsOf(resource.info, models, resource.customSchema !== undefined));
  }
  return {
    openapi: '3.0.0',
    info,
    paths: sorted(paths),
    components: { schemas: sorted(schemas), securitySchemes },
  };
}

/** Adds the models that a resource's operations name. */
function modelsOf({ info, customSchema }: PublishedResource, schemas: Schemas): Models {
  const { group, version, kind, apiVersion } = info;
  const add = (type: string): string => addType(type, schemas);
  add('meta.ListMeta');
  const struct = schemaForKind(apiVersion, kind);
  const name =
    struct === undefined || customSchema !== undefined
      ? customModelName(group, version, kind)
      : modelName(struct.name);
  if (struct !== undefined && customSchema === undefined) add(struct.name);
  else schemas[name] = customModel(customSchema ?? { type: 'object' }, add);
  mark(schemas, name, { group, version, kind });
  for (const part of info.subresources) {
    const partVersion = part.group === '' ? 'v1' : `${part.group}/v1`;
    const body = schemaForKind(partVersion, part.kind);
    if (body === undefined || body === struct) continue;
    mark(schemas, add(body.name), { group: part.group, version: 'v1', kind: part.kind });
  }
  const list = `${name}List`;
  schemas[list] = {
    type: 'object',
    required: ['items'],
    properties: {
      apiVersion: { type: 'string' },
      items: { type: 'array', items: { default: {}, allOf: [referenceTo(name)] } },
      kind: { type: 'string' },
      metadata: { default: {}, allOf: [referenceTo(modelName('meta.ListMeta'))] },
    },
  };
  mark(schemas, list, { group, version, kind: `${kind}List` });
  const status = add('meta.Status');
  mark(schemas, status, { group: '', version: 'v1', kind: 'Status' });
  return {
    object: referenceTo(name),
    list: referenceTo(list),
    status: referenceTo(status),
    patch: referenceTo(add('meta.Patch')),
    deleteOptions: referenceTo(add('meta.DeleteOptions')),
  };
}

/** Adds a type and all that it refers to; returns the name of its model. */
function addType(type: string, schemas: Schemas): string {
  const name = modelName(type);
  if (schemas[name] !== undefined) return name;
  const fixed = type === 'meta.ListMeta' ? listMeta : fixedSchemas[type];
  if (fixed !== undefined) {
    schemas[name] = fixed;
    return name;
  }
  const missing: string[] = [];
  // Before its fields: a schema may refer to itself.
  schemas[name] = {};
  schemas[name] = structJsonSchema(structSchema(type), (other) => missing.push(other));
  for (const other of missing) addType(other, schemas);
  return name;
}

/** A custom resource has the metadata of every object. Source: builder.go buildKubeNative. */
function customModel(schema: JsonObject, add: (type: string) => string): JsonObject {
  const { properties } = schema;
  const meta = referenceTo(add('meta.ObjectMeta'));
  return {
    ...schema,
    properties: {
      ...embedded(isJsonObject(properties) ? properties : {}, meta),
      ...typeMeta(whole),
      metadata: { description: metadataDescription, allOf: [meta] },
    },
  };
}

function mark(schemas: Schemas, name: string, kind: JsonObject): void {
  schemas[name] = { ...schemas[name], 'x-kubernetes-group-version-kind': [kind] };
}

const sorted = <T extends JsonValue>(members: Readonly<Record<string, T>>): JsonObject =>
  Object.fromEntries(Object.entries(members).sort(([a], [b]) => (a < b ? -1 : 1)));

/** The one document of version 2, made from those of version 3. */
export function openApiV2(documents: readonly JsonObject[]): JsonObject {
  const definitions: Record<string, JsonValue> = {};
  const paths: Record<string, JsonValue> = {};
  for (const document of documents) {
    const { components } = document;
    const schemas = isJsonObject(components) ? components['schemas'] : undefined;
    for (const [name, schema] of Object.entries(isJsonObject(schemas) ? schemas : {})) {
      definitions[name] = modelOfVersion2(schema);
    }
    const own = document['paths'];
    for (const [path, item] of Object.entries(isJsonObject(own) ? own : {})) {
      paths[path] = pathOfVersion2(item);
    }
  }
  return {
    swagger: '2.0',
    info,
    paths: sorted(paths),
    definitions: sorted(definitions),
    securityDefinitions: securitySchemes,
    security: [{ BearerToken: [] }],
  };
}

/** One definition. */
const modelOfVersion2 = (schema: JsonValue): JsonValue =>
  isOpenAtRoot(schema) ? openModel(schema) : asVersion2(schema);

/** References stand alone, and a value of either type is a text with a format. */
function asVersion2(value: JsonValue): JsonValue {
  if (isJsonArray(value)) return value.map(asVersion2);
  if (!isJsonObject(value)) return value;
  const { allOf, oneOf, ...rest } = forKubectl(value);
  const members: Record<string, JsonValue> = {};
  for (const [name, member] of Object.entries(rest)) {
    if (name === '$ref' && typeof member === 'string') {
      members[name] = member.replace('#/components/schemas/', '#/definitions/');
    } else members[name] = name === 'properties' ? fieldsOf(member) : asVersion2(member);
  }
  if (isJsonArray(allOf)) return { ...members, ...(asVersion2(allOf[0] ?? {}) as JsonObject) };
  return oneOf === undefined ? members : { ...members, type: 'string' };
}

/** A field may have the name of a keyword, as those of JSONSchemaProps do. */
function fieldsOf(properties: JsonValue): JsonValue {
  if (!isJsonObject(properties)) return properties;
  return Object.fromEntries(
    Object.entries(properties).map(([name, schema]) => [name, asVersion2(schema)]),
  );
}

function pathOfVersion2(item: JsonValue): JsonValue {
  if (!isJsonObject(item)) return item;
  return Object.fromEntries(
    Object.entries(item).map(([name, value]) => [
      name,
      name === 'parameters' ? parametersOfVersion2(value) : operationOfVersion2(value),
    ]),
  );
}

function parametersOfVersion2(parameters: JsonValue | undefined): JsonValue {
  if (!isJsonArray(parameters)) return [];
  return parameters.map((each) => {
    if (!isJsonObject(each)) return each;
    const { schema, ...rest } = each;
    return { ...rest, ...(isJsonObject(schema) ? schema : {}) };
  });
}

function operationOfVersion2(operation: JsonValue): JsonValue {
  if (!isJsonObject(operation)) return operation;
  const { requestBody, responses, parameters, ...rest } = operation;
  const content = isJsonObject(requestBody) ? requestBody['content'] : undefined;
  const consumes = Object.keys(isJsonObject(content) ? content : { '*/*': {} });
  const body = schemaIn(content);
  const own = parametersOfVersion2(parameters);
  const all = isJsonArray(own) ? own : [];
  return {
    ...rest,
    consumes,
    produces: ['application/json', 'application/yaml', 'application/vnd.kubernetes.protobuf'],
    schemes: ['https'],
    parameters: body === undefined ? all : [{ name: 'body', in: 'body', schema: body }, ...all],
    responses: responsesOfVersion2(responses),
  };
}

function responsesOfVersion2(responses: JsonValue | undefined): JsonValue {
  if (!isJsonObject(responses)) return {};
  return Object.fromEntries(
    Object.entries(responses).map(([code, response]) => {
      const { content, ...rest } = isJsonObject(response) ? response : {};
      const schema = schemaIn(content);
      return [code, { ...rest, ...(schema !== undefined && { schema }) }];
    }),
  );
}

/** The schema of the first media type. */
function schemaIn(content: JsonValue | undefined): JsonValue | undefined {
  const [first] = isJsonObject(content) ? Object.values(content) : [];
  const schema = isJsonObject(first) ? first['schema'] : undefined;
  return schema === undefined ? undefined : asVersion2(schema);
}
