/**
 * The messages that every API has besides its kinds: lists, the status of a failure, metadata
 * alone, and how a JSON schema and an open value stand in protobuf.
 *
 * Source: k8s.io/apimachinery pkg/apis/meta/v1/generated.proto, pkg/runtime/generated.proto,
 * k8s.io/apiextensions-apiserver pkg/apis/apiextensions/v1/generated.proto.
 */
import {
  type FieldSchema,
  type StructSchema,
  schemaForKind,
  structSchema,
  type TypeSchema,
} from '#k8s.io/apimachinery/schema/schema';

/** `k8s\0`, before every whole object. */
export const magic: Uint8Array = Uint8Array.of(0x6b, 0x38, 0x73, 0);

const text: TypeSchema = { form: 'scalar', scalar: 'string' };

function field(json: string, protobuf: number, type: TypeSchema, isPlain = false): FieldSchema {
  return {
    ...{ json, goName: json, type, protobuf, omitEmpty: !isPlain },
    ...{ merge: false, replace: false, retainKeys: false, mergeKey: undefined, list: undefined },
  };
}

function message(name: string, fields: readonly FieldSchema[]): StructSchema {
  return {
    ...{ name, fields, members: fields, required: 0, atomic: false },
    byJson: new Map(fields.map((each) => [each.json, each])),
    positions: new Map(fields.map(({ json }, position) => [json, position])),
  };
}

const metadataOf = (type: TypeSchema): FieldSchema => field('metadata', 1, type, true);
const objectMeta: TypeSchema = { form: 'struct', name: 'meta.ObjectMeta' };

/** ListMeta. */
export const listMeta: StructSchema = message('ListMeta', [
  field('selfLink', 1, text),
  field('resourceVersion', 2, text),
  field('continue', 3, text),
  field('remainingItemCount', 4, {
    form: 'pointer',
    to: { form: 'scalar', scalar: 'int64' },
  }),
]);

const listMetaName = 'meta.ListMeta';

/** The struct of a name; the table of Go types lacks ListMeta. */
export const structOf = (name: string): StructSchema =>
  name === listMetaName ? listMeta : structSchema(name);

let status: StructSchema | undefined;

/**
 * A Status as it is written: with its metadata, which the table of Go types leaves out, and which
 * has the token to continue an expired list.
 */
export function statusMessage(): StructSchema {
  status ??= message('Status', [
    metadataOf({ form: 'struct', name: listMetaName }),
    ...structSchema('meta.Status').fields,
  ]);
  return status;
}

const partial = message('PartialObjectMetadata', [metadataOf(objectMeta)]);

/** Kinds of which no group has its own. */
const common: ReadonlyMap<string, () => StructSchema> = new Map([
  ['Status', () => structSchema('meta.Status')],
  ['DeleteOptions', () => structSchema('meta.DeleteOptions')],
  ['PartialObjectMetadata', () => partial],
]);

/** The message of a kind; `undefined` for kinds that have none, as custom resources. */
export function messageOfKind(apiVersion: string, kind: string): StructSchema | undefined {
  return schemaForKind(apiVersion, kind) ?? common.get(kind)?.();
}

/** `DeploymentList` → `Deployment`; `undefined` for what is no list of a known kind. */
export function itemOfList(apiVersion: string, kind: string): StructSchema | undefined {
  return kind.endsWith('List') ? messageOfKind(apiVersion, kind.slice(0, -4)) : undefined;
}

/** The field of a struct that another one embeds stands in a message of its own. */
export const isEmbedded = ({ json }: FieldSchema): boolean => json === '';

/** The value of a choice, such as a schema or a list of schemas, and the number of its field. */
export const choices = {
  schemaorarray: { schema: 1, other: 2 },
  schemaorbool: { schema: 2, other: 1 },
  schemaorstrings: { schema: 1, other: 2 },
} as const;

export const jsonSchema = (): StructSchema => structSchema('apiextensions.JSONSchemaProps');
