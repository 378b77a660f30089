/**
 * How the members of an object merge: the part of the schema that a strategic merge patch reads.
 *
 * Models k8s.io/apimachinery/pkg/util/strategicpatch meta.go PatchMetaFromStruct.
 */
import {
  type FieldSchema,
  pointee,
  type StructSchema,
  structSchema,
  type TypeSchema,
} from '../schema/schema.ts';

/** Where a patch stands: in a struct, or among the values of a map. */
export type PatchScope =
  | { readonly form: 'struct'; readonly struct: StructSchema }
  | { readonly form: 'map'; readonly value: TypeSchema };

export interface MemberMeta {
  readonly strategy: 'merge' | 'replace' | 'default';
  readonly retainKeys: boolean;
  readonly mergeKey: string | undefined;
  /** The scope of the member, or of the items of a list; undefined where there is none. */
  readonly scope: PatchScope | undefined;
}

export const scopeOfStruct = (struct: StructSchema): PatchScope => ({ form: 'struct', struct });

/** What a kind says of one member; undefined for a field that the type does not have. */
export function memberMeta(scope: PatchScope, key: string): MemberMeta | undefined {
  if (scope.form === 'map') return metaOf(scope.value, undefined);
  const field = scope.struct.byJson.get(key);
  if (field === undefined) return undefined;
  let meta = metaOfFields.get(field);
  if (meta === undefined) {
    meta = metaOf(field.type, field);
    metaOfFields.set(field, meta);
  }
  return meta;
}

// Filled from the schema table alone, so it never depends on when.
const metaOfFields = new WeakMap<FieldSchema, MemberMeta>();

function metaOf(type: TypeSchema, field: FieldSchema | undefined): MemberMeta {
  const strategy = field?.merge ? 'merge' : field?.replace ? 'replace' : 'default';
  return {
    strategy,
    retainKeys: field?.retainKeys ?? false,
    mergeKey: field?.mergeKey,
    scope: scopeOf(type),
  };
}

function scopeOf(type: TypeSchema): PatchScope | undefined {
  const target = pointee(type);
  switch (target.form) {
    case 'struct':
      return scopeOfStruct(structSchema(target.name));
    case 'map':
      return { form: 'map', value: target.value };
    case 'list':
      return scopeOf(target.item);
    default:
      return undefined;
  }
}

/** What upstream says of a map or list that the type does not have. */
export function unknownFieldError(scope: PatchScope, key: string): string {
  const name = scope.form === 'struct' ? scope.struct.name.split('.')[1] : 'map';
  return `unable to find api field in struct ${name} for the json field "${key}"`;
}
