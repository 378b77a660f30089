/**
 * How server-side apply sees a custom resource: as the schema of its definition says.
 *
 * Models k8s.io/kube-openapi pkg/schemaconv openapi.go over what k8s.io/apiextensions-apiserver
 * pkg/controller/openapi/builder publishes, without defaults of the keys of a list.
 */
import type { JSONSchemaProps } from '#k8s.io/api/apiextensions/v1';
import { type Atom, objectMeta, untyped } from '#k8s.io/apimachinery/managedfields/typed';
import type { ResourceInfo } from '#k8s.io/apimachinery/resources';
import type { ListKind, ScalarName } from '#k8s.io/apimachinery/schema/schema';
import { type CustomResourceInfo, isCustom } from './custom-resource-info.ts';

const atoms = new WeakMap<CustomResourceInfo, Atom>();
const text: Atom = { form: 'scalar', scalar: 'string' };

/** The atom of a custom resource; `undefined` for a resource with a Go type. */
export function customAtom(resource: ResourceInfo): Atom | undefined {
  if (!isCustom(resource)) return undefined;
  let atom = atoms.get(resource);
  if (atom === undefined) {
    const schema = resource.custom.schema?.openAPIV3Schema;
    atom = schema === undefined ? untyped : structOf(schema, true);
    atoms.set(resource, atom);
  }
  return atom;
}

const scalars: Readonly<Record<string, ScalarName>> = {
  boolean: 'bool',
  integer: 'int64',
  number: 'float64',
  string: 'string',
};

function atomOf(schema: JSONSchemaProps): Atom {
  if (schema['x-kubernetes-int-or-string'] === true) return untyped;
  if (schema.type === 'array') return listOf(schema);
  if (schema.type === 'object') return structOf(schema, false);
  const scalar = scalars[schema.type ?? ''];
  return scalar === undefined ? untyped : { form: 'scalar', scalar };
}

function listOf(schema: JSONSchemaProps): Atom {
  const { items, 'x-kubernetes-list-type': type = 'atomic' } = schema;
  const keys = schema['x-kubernetes-list-map-keys'] ?? [];
  const kind: ListKind = type === 'map' ? { kind: 'map', keys } : { kind: type };
  return { form: 'list', item: items === undefined ? untyped : atomOf(items), kind };
}

/** `isRoot`: the schema of a whole object. Source: parseObject. */
function structOf(schema: JSONSchemaProps, isRoot: boolean): Atom {
  const atomic = schema['x-kubernetes-map-type'] === 'atomic';
  const { properties = {}, additionalProperties } = schema;
  const isObject = isRoot || schema['x-kubernetes-embedded-resource'] === true;
  const names = Object.keys(properties);
  if (typeof additionalProperties === 'object' && names.length === 0 && !isObject) {
    return { form: 'map', item: atomOf(additionalProperties), atomic };
  }
  const fields = new Map(names.map((name) => [name, atomOf(properties[name] ?? {})]));
  if (isObject) fields.set('apiVersion', text).set('kind', text).set('metadata', objectMeta);
  const others = othersOf(schema, fields.size);
  return {
    form: 'struct',
    fields: { atomOf: (key) => fields.get(key) },
    ...(others !== undefined && { others }),
    atomic,
  };
}

/** What members that are no properties may be. */
function othersOf(schema: JSONSchemaProps, fields: number): Atom | undefined {
  const { additionalProperties: others } = schema;
  if (typeof others === 'object') return atomOf(others);
  const isOpen = schema['x-kubernetes-preserve-unknown-fields'] === true || others === true;
  return isOpen || fields === 0 ? untyped : undefined;
}
