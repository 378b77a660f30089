/**
 * `npx tsx scripts/generate/go-diffs.ts`: writes how the API server of Kubernetes v1.36.3 shows the
 * difference between two random specs, as a table that our own diffs are held against.
 *
 * In: a fixed seed, the table of Go types; Go, and the modules that `go-printers/go.mod` names. Out:
 * `src/k8s.io/apimachinery/fixtures/go-diffs.json`: a list of `[{type, old, new}, diff]`.
 */
import fc from 'fast-check';
import {
  type FieldSchema,
  type ScalarName,
  structSchema,
  type TypeSchema,
} from '../../src/k8s.io/apimachinery/schema/schema.ts';
import { askGo, writeTable } from './ask-go.mjs';

const seed = 136;
const perType: Readonly<Record<string, number>> = {
  'core.PodSpec': 24,
  'core.EphemeralContainer': 8,
  'core.PersistentVolumeClaimSpec': 12,
  'core.PersistentVolumeSource': 8,
};

const scalars: Partial<Record<ScalarName, fc.Arbitrary<unknown>>> = {
  string: fc.constantFrom('', 'a', 'web', '<b> & "c"', 'ä\n\u2028'),
  bool: fc.boolean(),
  int32: fc.constantFrom(0, 1, 80),
  int64: fc.constantFrom(0, 1, 3600),
  quantity: fc.constantFrom('0', '1Gi', '500m', '1e3', '1500m'),
  intstr: fc.constantFrom<unknown>(0, 8080, 'http'),
  time: fc.constantFrom('2026-01-02T03:04:05Z'),
};

/** Few of the many fields are set: the more of them, the deeper the struct stands. */
function valuesOf(type: TypeSchema, depth: number): fc.Arbitrary<unknown> {
  switch (type.form) {
    case 'pointer':
      return valuesOf(type.to, depth);
    case 'struct':
      return structsOf(type.name, depth);
    case 'list':
      return fc.array(valuesOf(type.item, depth + 1), { maxLength: 2 });
    case 'map':
      return fc.dictionary(
        fc.constantFrom('10', '9', 'cpu', 'a.b/c'),
        valuesOf(type.value, depth),
        {
          maxKeys: 3,
        },
      );
    case 'scalar': {
      const known = scalars[type.scalar];
      if (known === undefined) throw new Error(`no random ${type.scalar}`);
      return known;
    }
  }
}

function structsOf(name: string, depth: number): fc.Arbitrary<Record<string, unknown>> {
  const members = structSchema(name).members.filter(({ json }) => json !== 'managedFields');
  const chance = depth === 0 ? 8 : Math.max(2, Math.ceil(members.length / 4));
  const each = members.map((field) => [field.json, membersOf(field, depth, chance)] as const);
  return fc.record(Object.fromEntries(each)).map((made) => {
    const set = Object.entries(made).filter(([, value]) => value !== undefined);
    return Object.fromEntries(set);
  });
}

const membersOf = ({ type }: FieldSchema, depth: number, chance: number): fc.Arbitrary<unknown> =>
  fc
    .nat(chance - 1)
    .chain((lot) => (lot === 0 ? valuesOf(type, depth + 1) : fc.constant(undefined)));

const changes = Object.entries(perType).flatMap(([type, numRuns], index) => {
  const value = structsOf(type, 0);
  // Half of the changes begin with the old value, as changes do.
  const change = fc.tuple(value, value, fc.boolean()).map(([old, next, kept]) => ({
    type,
    old,
    new: kept ? { ...old, ...Object.fromEntries(Object.entries(next).slice(0, 2)) } : next,
  }));
  return fc.sample(change, { seed: seed + index, numRuns });
});

const diffs = askGo('go-printers/diff', changes) as readonly string[];
writeTable(
  'src/k8s.io/apimachinery/fixtures/go-diffs.json',
  changes.map((change, index) => [change, diffs[index]] as const),
);
