/**
 * The types of served kinds, for checks of expressions before anything is evaluated.
 *
 * Models k8s.io/apiserver pkg/cel/common SchemaDeclType over the schemas of the kinds. In: an
 * apiVersion and kind. Out: an environment's type for it; `dyn` where no schema is known. A type
 * that contains itself is `dyn` the second time.
 */
import type { Environment } from '@marcbachmann/cel-js';
import {
  pointee,
  type ScalarName,
  type StructSchema,
  schemaForKind,
  structSchema,
  type TypeSchema,
} from '#k8s.io/apimachinery/schema/schema';

const scalarTypes: Readonly<Record<ScalarName, string>> = {
  string: 'string',
  bool: 'bool',
  int32: 'int',
  int64: 'int',
  float64: 'double',
  bytes: 'bytes',
  quantity: 'string',
  intstr: 'dyn',
  time: 'google.protobuf.Timestamp',
  microtime: 'google.protobuf.Timestamp',
  raw: 'dyn',
  fieldsv1: 'dyn',
  schemaorarray: 'dyn',
  schemaorbool: 'dyn',
  schemaorstrings: 'dyn',
};

/** The types that are being declared, and those that are. */
interface Names {
  readonly open: Set<string>;
  readonly done: Set<string>;
}

/** Declares the type of a kind; undefined when nothing is known of it. */
export function declareKind(
  environment: Environment,
  apiVersion: string,
  kind: string,
): string | undefined {
  const schema = schemaForKind(apiVersion, kind);
  return schema && declareStruct(environment, schema, { open: new Set(), done: new Set() });
}

/** Source: SchemaDeclType; the members of metadata, and apiVersion and kind, are always there. */
function declareStruct(environment: Environment, schema: StructSchema, names: Names): string {
  const name = `k8s.${schema.name}`;
  if (names.done.has(name)) return name;
  if (names.open.has(name)) return 'dyn';
  names.open.add(name);
  const fields: Record<string, string> = {};
  for (const [json, { type }] of schema.byJson) fields[json] = typeName(environment, type, names);
  environment.registerType(name, { fields });
  names.done.add(name);
  return name;
}

function typeName(environment: Environment, type: TypeSchema, open: Names): string {
  const target = pointee(type);
  switch (target.form) {
    case 'scalar':
      return scalarTypes[target.scalar];
    case 'struct':
      return declareStruct(environment, structSchema(target.name), open);
    case 'list':
      return `list<${typeName(environment, target.item, open)}>`;
    case 'map':
      return `map<string, ${typeName(environment, target.value, open)}>`;
    case 'pointer':
      return 'dyn';
  }
}
