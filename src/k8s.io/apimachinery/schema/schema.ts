/**
 * What the Go types behind the served kinds look like: fields in order, types, and struct tags.
 *
 * Decoding, defaulting of empty values, strategic merge patch, server-side apply, pod-template-hash
 * and the size of the protobuf encoding all read this one table; nothing else here knows a kind.
 *
 * Format of schema.generated.json (made by scripts/generate/schema.mjs): `kinds` maps an apiVersion
 * to a package and its kinds; `types` maps `package.Type` to `=alias` or to its fields in Go order:
 *   `json!GoName:type#protobufNumber?~strategies,mergeKey@list`
 * `!GoName` is left out when it is the JSON name capitalised; a field without a JSON name is
 * embedded; `?` says that the encoder omits it when empty; `~m` merges, `~r` replaces,
 * `~k` retains keys; `@a` is
 * an atomic list, map or struct, `@s` a set, `@m,key,…` a map by keys. A type is a word, `.Type` of
 * the same package, `*type`, `[]type` or `{key}type`. The words that begin with `schemaor` are what may
 * stand where a schema of a custom resource stands: a type that reads itself.
 */
import table from './schema.generated.json';

export type ScalarName =
  | 'string'
  | 'bool'
  | 'int32'
  | 'int64'
  | 'float64'
  | 'bytes'
  | 'quantity'
  | 'intstr'
  | 'time'
  | 'microtime'
  | 'raw'
  | 'fieldsv1'
  | 'schemaorarray'
  | 'schemaorbool'
  | 'schemaorstrings';

/** A type expression. `name` is a key of the table, e.g. `core.PullPolicy`. */
export type TypeSchema =
  | { readonly form: 'scalar'; readonly scalar: ScalarName; readonly name?: string }
  | { readonly form: 'struct'; readonly name: string }
  | { readonly form: 'pointer'; readonly to: TypeSchema }
  | { readonly form: 'list'; readonly item: TypeSchema; readonly name?: string }
  | {
      readonly form: 'map';
      readonly key: TypeSchema;
      readonly value: TypeSchema;
      readonly name?: string;
    };

export interface FieldSchema {
  /** JSON name; empty for an embedded struct. */
  readonly json: string;
  readonly goName: string;
  readonly type: TypeSchema;
  readonly protobuf: number;
  /** The encoder leaves it out when it is empty. */
  readonly omitEmpty: boolean;
  readonly merge: boolean;
  /** A patch takes the place of the whole map. */
  readonly replace: boolean;
  readonly retainKeys: boolean;
  readonly mergeKey: string | undefined;
  readonly list: ListKind | undefined;
}

/** How server-side apply sees a list, map or struct. Lists without one are atomic. */
export type ListKind =
  | { readonly kind: 'atomic' }
  | { readonly kind: 'set' }
  | { readonly kind: 'map'; readonly keys: readonly string[] };

export interface StructSchema {
  /** `core.PodSpec`. */
  readonly name: string;
  /** In Go order, embedded structs as one field. */
  readonly fields: readonly FieldSchema[];
  /** By JSON name, with the fields of embedded structs in their place. */
  readonly byJson: ReadonlyMap<string, FieldSchema>;
  /** The fields as they are encoded: those of embedded structs in their place. */
  readonly members: readonly FieldSchema[];
  /** JSON name to the place in `members`. */
  readonly positions: ReadonlyMap<string, number>;
  /** How many members the encoder writes in any case. */
  readonly required: number;
  /** Server-side apply owns it as a whole. */
  readonly atomic: boolean;
}

const types: Readonly<Record<string, string>> = table.types;
const structs = new Map<string, StructSchema>();
const kindTypes = new Map<string, string>();

for (const [apiVersion, words] of Object.entries(table.kinds)) {
  const [pkg, ...kinds] = words.split(' ');
  for (const kind of kinds) kindTypes.set(`${apiVersion}/${kind}`, `${pkg}.${kind}`);
}

/** The struct of a kind; undefined for kinds that no Go type was read for. */
export function schemaForKind(apiVersion: string, kind: string): StructSchema | undefined {
  const name = kindTypes.get(`${apiVersion}/${kind}`);
  return name === undefined ? undefined : structSchema(name);
}

/** Every kind of the table, as `apps/v1/Deployment`. */
export const knownKinds = (): readonly string[] => [...kindTypes.keys()];

/** The struct of a table name such as `core.PodTemplateSpec`. Parsed on first use. */
export function structSchema(name: string): StructSchema {
  const known = structs.get(name);
  if (known !== undefined) return known;
  const text = types[name];
  if (text === undefined || text.startsWith('=')) throw new Error(`schema: no struct ${name}`);
  const parsed = parseStruct(name, text);
  structs.set(name, parsed);
  return parsed;
}

function parseStruct(name: string, text: string): StructSchema {
  const words = text.split(' ').filter((word) => word !== '');
  const atomic = words[0] === '@a';
  const fields = words.slice(atomic ? 1 : 0).map((word) => parseField(word, packageOf(name)));
  const byJson = new Map<string, FieldSchema>();
  for (const field of fields) {
    if (field.json !== '') byJson.set(field.json, field);
    else if (field.type.form === 'struct')
      for (const [json, inner] of structSchema(field.type.name).byJson) byJson.set(json, inner);
  }
  const members = fields.flatMap((field) => {
    if (field.json !== '') return [field];
    return field.type.form === 'struct' ? structSchema(field.type.name).members : [];
  });
  const positions = new Map(members.map(({ json }, position) => [json, position]));
  const required = members.filter(({ omitEmpty }) => !omitEmpty).length;
  return { name, fields, byJson, members, positions, required, atomic };
}

const packageOf = (name: string): string => name.slice(0, name.indexOf('.'));

const fieldShape =
  /^([^!:]*)(?:!([^:]*))?:([^#]*)#(\d+)(\?)?(?:~([a-z]*)(?:,([^@]*))?)?(?:@(.*))?$/;

function parseField(word: string, pkg: string): FieldSchema {
  const match = fieldShape.exec(word);
  if (match === null) throw new Error(`schema: cannot read ${word}`);
  const [, json = '', goName, type = '', number, omit, strategies = '', mergeKey, list] = match;
  return {
    json,
    goName: goName ?? json.charAt(0).toUpperCase() + json.slice(1),
    type: parseType(type, pkg),
    protobuf: Number(number),
    omitEmpty: omit !== undefined,
    merge: strategies.includes('m'),
    replace: strategies.includes('r'),
    retainKeys: strategies.includes('k'),
    mergeKey,
    list: parseList(list),
  };
}

function parseList(text: string | undefined): ListKind | undefined {
  if (text === undefined) return undefined;
  if (text === 'a') return { kind: 'atomic' };
  return text === 's' ? { kind: 'set' } : { kind: 'map', keys: text.split(',').slice(1) };
}

const scalars: ReadonlySet<string> = new Set<ScalarName>([
  'string',
  'bool',
  'int32',
  'int64',
  'float64',
  'bytes',
  'quantity',
  'intstr',
  'time',
  'microtime',
  'raw',
  'fieldsv1',
  'schemaorarray',
  'schemaorbool',
  'schemaorstrings',
]);
const isScalar = (text: string): text is ScalarName => scalars.has(text);

function parseType(text: string, pkg: string): TypeSchema {
  if (text.startsWith('*')) return { form: 'pointer', to: parseType(text.slice(1), pkg) };
  if (text.startsWith('[]')) return { form: 'list', item: parseType(text.slice(2), pkg) };
  if (text.startsWith('{')) {
    const end = text.indexOf('}');
    const key = parseType(text.slice(1, end) || 'string', pkg);
    return { form: 'map', key, value: parseType(text.slice(end + 1), pkg) };
  }
  if (isScalar(text)) return { form: 'scalar', scalar: text };
  return parseNamed(text.startsWith('.') ? pkg + text : text);
}

function parseNamed(name: string): TypeSchema {
  const text = types[name];
  if (text === undefined) throw new Error(`schema: no type ${name}`);
  if (!text.startsWith('=')) return { form: 'struct', name };
  const alias = parseType(text.slice(1), packageOf(name));
  // An alias of a struct or pointer does not occur; all others keep the name they go by.
  return alias.form === 'struct' || alias.form === 'pointer' ? alias : { ...alias, name };
}

/** The type behind a pointer. */
export const pointee = (type: TypeSchema): TypeSchema => (type.form === 'pointer' ? type.to : type);
