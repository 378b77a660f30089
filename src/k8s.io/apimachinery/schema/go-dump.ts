/**
 * Writes an object the way Go's spew prints the struct it decodes into.
 *
 * Models k8s.io/utils/dump ForHash (spew with sorted keys, without methods, `%#v`): every field of
 * every struct with its Go name and type, nil as `<nil>`, maps sorted by key.
 * In: a struct name of the schema table and a JSON-shaped value. Out: the text, for hashing.
 */
import { parseQuantity } from '../quantity.ts';
import { type FieldSchema, type ScalarName, structSchema, type TypeSchema } from './schema.ts';

type Members = Readonly<Record<string, unknown>>;

/** The dump of a value of the named struct, with its type in front. */
export const goDump = (name: string, value: object): string =>
  `(${goName(name)})${dumpStruct(name, value as Members)}`;

/** `core.Pod` is `v1.Pod` in Go: every package here is called v1 or v2. */
function goName(name: string): string {
  const dot = name.indexOf('.');
  const pkg = name.slice(0, dot);
  if (pkg === 'types') return name;
  return `${/v\d\w*$/.exec(pkg)?.[0] ?? 'v1'}${name.slice(dot)}`;
}

const scalarGoNames: Readonly<Record<ScalarName, string>> = {
  string: 'string',
  bool: 'bool',
  int32: 'int32',
  int64: 'int64',
  float64: 'float64',
  bytes: '[]uint8',
  quantity: 'resource.Quantity',
  intstr: 'intstr.IntOrString',
  time: 'v1.Time',
  microtime: 'v1.MicroTime',
  raw: 'runtime.RawExtension',
  fieldsv1: 'v1.FieldsV1',
  schemaorarray: 'v1.JSONSchemaPropsOrArray',
  schemaorbool: 'v1.JSONSchemaPropsOrBool',
  schemaorstrings: 'v1.JSONSchemaPropsOrStringArray',
};

/** A type as Go's reflection names it, e.g. `map[v1.ResourceName]resource.Quantity`. */
export function goTypeName(type: TypeSchema): string {
  switch (type.form) {
    case 'scalar':
      return type.name === undefined ? scalarGoNames[type.scalar] : goName(type.name);
    case 'struct':
      return goName(type.name);
    case 'pointer':
      return `*${goTypeName(type.to)}`;
    case 'list':
      return type.name === undefined ? `[]${goTypeName(type.item)}` : goName(type.name);
    case 'map':
      return type.name === undefined
        ? `map[${goTypeName(type.key)}]${goTypeName(type.value)}`
        : goName(type.name);
  }
}

function dumpStruct(name: string, value: Members): string {
  const { fields } = structSchema(name);
  return `{${fields.map((field) => dumpField(field, value)).join(' ')}}`;
}

// The label of a field never changes, so it is written once.
const labels = new WeakMap<FieldSchema, string>();

function dumpField(field: FieldSchema, owner: Members): string {
  let label = labels.get(field);
  if (label === undefined) {
    label = `${field.goName}:(${goTypeName(field.type)})`;
    labels.set(field, label);
  }
  // An embedded struct has its members in the owner's JSON.
  const value = field.json === '' ? owner : owner[field.json];
  return label + dumpValue(field.type, value);
}

function dumpValue(type: TypeSchema, value: unknown): string {
  switch (type.form) {
    case 'pointer':
      return value === undefined || value === null ? '<nil>' : dumpValue(type.to, value);
    case 'struct':
      return dumpStruct(type.name, (value ?? {}) as Members);
    case 'list': {
      const items = (value ?? []) as readonly unknown[];
      if (items.length === 0) return '<nil>';
      return `[${items.map((item) => dumpValue(type.item, item)).join(' ')}]`;
    }
    case 'map':
      return dumpMap(type.value, (value ?? {}) as Members);
    case 'scalar':
      return dumpScalar(type.scalar, value);
  }
}

function dumpMap(valueType: TypeSchema, map: Members): string {
  const keys = Object.keys(map).sort();
  if (keys.length === 0) return '<nil>';
  return `map[${keys.map((key) => `${key}:${dumpValue(valueType, map[key])}`).join(' ')}]`;
}

function dumpScalar(scalar: ScalarName, value: unknown): string {
  switch (scalar) {
    case 'string':
      return typeof value === 'string' ? value : '';
    case 'bool':
      return value === true ? 'true' : 'false';
    case 'int32':
    case 'int64':
    case 'float64':
      return String(value ?? 0);
    case 'quantity':
      return dumpQuantity(String(value ?? ''));
    case 'intstr':
      return typeof value === 'string'
        ? `{Type:(intstr.Type)1 IntVal:(int32)0 StrVal:(string)${value}}`
        : `{Type:(intstr.Type)0 IntVal:(int32)${value ?? 0} StrVal:(string)}`;
    case 'time':
    case 'microtime':
      return zeroTime;
    default:
      throw new Error(`the dump of ${scalar} is not modelled: no pod template has one`);
  }
}

// A template has no times that are set: its metadata is given only labels and annotations.
const zeroTime = '{Time:(time.Time){wall:(uint64)0 ext:(int64)0 loc:(*time.Location)<nil>}}';

/**
 * A quantity as it is after decoding: mantissa, power of ten, and the text it was read from, which
 * ParseQuantity keeps only when a glance shows that it is canonical.
 */
function dumpQuantity(text: string): string {
  const format = parseQuantity(text)?.format ?? 'DecimalSI';
  const { value, scale, kept } = amountOf(text);
  const amount = `{value:(int64)${value} scale:(resource.Scale)${scale}}`;
  return (
    `{i:(resource.int64Amount)${amount} d:(resource.infDecAmount){Dec:(*inf.Dec)<nil>}` +
    ` s:(string)${kept ? text : ''} Format:(resource.Format)${format}}`
  );
}

const decimalScales: Readonly<Record<string, number>> = {
  n: -9,
  u: -6,
  m: -3,
  '': 0,
  k: 3,
  M: 6,
  G: 9,
  T: 12,
  P: 15,
  E: 18,
};

interface Amount {
  readonly value: string;
  readonly scale: number;
  readonly kept: boolean;
}

/** How ParseQuantity's fast path holds a text without a fraction. */
function amountOf(text: string): Amount {
  const match = /^([+-]?)(\d+)(.*)$/.exec(text);
  if (match === null || text === '0') return { value: '0', scale: 0, kept: text === '0' };
  const [, sign = '', digits = '0', suffix = ''] = match;
  const decimal = decimalScale(suffix);
  if (decimal !== undefined) {
    const kept = decimal % 3 === 0 && !digits.endsWith('000') && !digits.startsWith('0');
    return { value: `${sign}${digits}`.replace('+', ''), scale: decimal, kept };
  }
  const mantissa = BigInt(digits);
  const power = 'KMGTPE'.indexOf(suffix.charAt(0)) + 1;
  const value = mantissa * 1024n ** BigInt(power) * (sign === '-' ? -1n : 1n);
  return { value: String(value), scale: 0, kept: mantissa % 8n !== 0n };
}

const decimalScale = (suffix: string): number | undefined =>
  suffix.length > 1 && /^[eE]/.test(suffix) && suffix !== 'Ei'
    ? Number(suffix.slice(1))
    : decimalScales[suffix];
