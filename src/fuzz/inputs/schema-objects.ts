/**
 * Objects of every kind that the API server knows, made from its own table of types: fields of the
 * right names, mostly with values of the right types and such as mean something.
 *
 * In: `k8s.io/apimachinery/schema`. Out: objects, and overlays for objects that are whole.
 */
import fc from 'fast-check';
import {
  knownKinds,
  type ScalarName,
  type StructSchema,
  schemaForKind,
  structSchema,
  type TypeSchema,
} from '#k8s.io/apimachinery/schema/schema';
import { anyText, pick } from './pick.ts';
import { type Fields, wholeObjects } from './whole-objects.ts';

/** Deeper fields are left empty. */
const deepest = 7;

const meaningful = [
  'web a b app nginx nginx:1.27 busybox default kube-system node-1 web-0 c data / /data /etc/passwd',
  'Always Never OnFailure IfNotPresent TCP UDP SCTP http 80 RollingUpdate Recreate OnDelete Parallel',
  'OrderedReady ClusterIP NodePort LoadBalancer ExternalName None NoSchedule NoExecute Exists Equal In',
  'NotIn DoesNotExist Gt Memory Utilization Resource Delete Retain Allow Deny Forbid Replace Immediate',
  'WaitForFirstConsumer ReadWriteOnce ReadWriteMany Block Filesystem Local Cluster IPv4 IPv6 Fail Ignore',
  'True False Unknown get * pods deployments v1 apps/v1 example.com ServiceAccount User Group ClusterRole',
  'Role system:masters cpu memory pods 0.0.0.0/0 10.0.0.1 ::1 fe80::/10 *.example.com 100% 25% -1 0 1e3',
  'DoNotSchedule ScheduleAnyway kubernetes.io/hostname Bidirectional Pod Container RuntimeDefault NET_ADMIN',
  'true object.spec.replicas<3 metadata.name status.phase {.spec} 2026-11-28T00:00:00Z Indexed FailJob',
].join(' ');

const strings = fc.oneof(
  { weight: 12, arbitrary: pick(meaningful) },
  { weight: 1, arbitrary: anyText },
  {
    weight: 1,
    arbitrary: fc.constantFrom('', ' ', 'x'.repeat(64), 'x'.repeat(254), '-', '_', '..'),
  },
);

const integers = fc.oneof(
  { weight: 8, arbitrary: fc.integer({ min: 0, max: 10 }) },
  { weight: 2, arbitrary: fc.constantFrom(-1, 80, 443, 65_535, 65_536, 30_000, 1000, 2 ** 31 - 1) },
  { weight: 1, arbitrary: fc.constantFrom(2 ** 31, -(2 ** 31), 2 ** 53, 1e18, 1e30, 0.5, -0) },
);

const quantityTexts = fc.oneof(
  pick(
    '0 1 100m 1Gi 500Mi 1.5 2k 1e3 -1 1Ei 16Ei 1n 0.1m 1E5 1e-9 999999999999999999999 1Ki 1.1Gi',
  ),
  pick('+1 .5 5. 1i 1ki Ki m 1e 1e+ 1e99999 1e-99999 0x10 ١ 1_000 1,5 1 -0 00 --1 1mm'),
);

const scalars: Readonly<Record<ScalarName, fc.Arbitrary<unknown>>> = {
  string: strings,
  bool: fc.boolean(),
  int32: integers,
  int64: integers,
  float64: fc.double({ noNaN: true, noDefaultInfinity: true }),
  bytes: fc.oneof(fc.base64String({ maxLength: 12 }), strings),
  quantity: fc.oneof(quantityTexts, integers),
  intstr: fc.oneof(integers, pick('50% 0% 100% 101% http -5% % 1 a%')),
  time: pick(
    '2026-11-28T00:00:00Z 2026-11-28T00:00:00.5Z 0001-01-01T00:00:00Z 2026-13-01 9999-12-31T23:59:60Z',
  ),
  microtime: pick('2026-11-28T00:00:00.000000Z 2026-11-28T00:00:00Z x'),
  raw: fc.jsonValue({ maxDepth: 2 }),
  fieldsv1: fc.jsonValue({ maxDepth: 2 }),
  schemaorarray: fc.jsonValue({ maxDepth: 1 }),
  schemaorbool: fc.jsonValue({ maxDepth: 1 }),
  schemaorstrings: fc.jsonValue({ maxDepth: 1 }),
};

/** One value in twenty is of any type. */
const mostly = (right: fc.Arbitrary<unknown>): fc.Arbitrary<unknown> =>
  fc.oneof(
    { weight: 19, arbitrary: right },
    { weight: 1, arbitrary: fc.jsonValue({ maxDepth: 1 }) },
  );

function valueFor(type: TypeSchema, depth: number): fc.Arbitrary<unknown> {
  switch (type.form) {
    case 'scalar':
      return mostly(scalars[type.scalar]);
    case 'pointer':
      return valueFor(type.to, depth);
    case 'struct':
      return mostly(fieldsOf(structSchema(type.name), depth));
    case 'list':
      return mostly(fc.array(valueFor(type.item, depth + 1), { maxLength: 2 }));
    case 'map': {
      const keys = fc.oneof(
        strings,
        pick('cpu memory pods app a/b ephemeral-storage hugepages-2Mi'),
      );
      return mostly(fc.dictionary(keys, valueFor(type.value, depth + 1), { maxKeys: 2 }));
    }
  }
}

/** Some fields of a struct, with values. */
function fieldsOf(struct: StructSchema, depth: number): fc.Arbitrary<Fields> {
  const { members } = struct;
  if (depth > deepest || members.length === 0) return fc.constant({});
  return fc
    .uniqueArray(fc.constantFrom(...members), {
      maxLength: depth > 4 ? 2 : 3,
      selector: ({ json }) => json,
    })
    .chain((fields) =>
      fc.tuple(
        ...fields.map(({ json, type }) => valueFor(type, depth + 1).map((value) => [json, value])),
      ),
    )
    .map((entries) => Object.fromEntries(entries) as Fields);
}

/** Some fields of an object, beside its kind and name. */
export function overlayOf(apiVersion: string, kind: string): fc.Arbitrary<Fields> {
  const schema = schemaForKind(apiVersion, kind);
  if (schema === undefined) return fc.constant({});
  const parts = schema.members.filter(({ json }) => !/^(kind|apiVersion)$/.test(json));
  return fc
    .uniqueArray(fc.constantFrom(...parts), { minLength: 1, maxLength: 2, selector: (f) => f.json })
    .chain((fields) =>
      fc.tuple(...fields.map(({ json, type }) => valueFor(type, 1).map((value) => [json, value]))),
    )
    .map((entries) => Object.fromEntries(entries) as Fields);
}

/** One object over the other: fields are joined, lists member by member. */
function laidOver(below: unknown, above: unknown): unknown {
  if (Array.isArray(below) && Array.isArray(above)) {
    const length = Math.max(below.length, above.length);
    return Array.from({ length }, (_, at) =>
      at < above.length ? laidOver(below[at], above[at]) : below[at],
    );
  }
  if (!isFields(below) || !isFields(above)) return above;
  const joined = Object.entries(above).map(([key, value]) => [key, laidOver(below[key], value)]);
  return { ...below, ...Object.fromEntries(joined) };
}

const isFields = (value: unknown): value is Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const names = pick('web web web a b default node-1 kubernetes pods.example.com x.y');

const ofAnyKind: fc.Arbitrary<Fields> = fc.constantFrom(...knownKinds()).chain((known) => {
  const at = known.lastIndexOf('/');
  const [apiVersion, kind] = [known.slice(0, at), known.slice(at + 1)];
  return fc.tuple(overlayOf(apiVersion, kind), names).map(([fields, name]) => ({
    apiVersion,
    kind,
    ...(laidOver({ metadata: { name } }, fields) as Fields),
  }));
});

const ofWholeObject: fc.Arbitrary<Fields> = fc
  .constantFrom(...wholeObjects)
  .chain((object) =>
    fc
      .tuple(overlayOf(String(object['apiVersion']), String(object['kind'])), names)
      .map(
        ([fields, name]) => laidOver(laidOver(object, { metadata: { name } }), fields) as Fields,
      ),
  );

/** Objects of all kinds; most are whole but for some fields. */
export const schemaObjects: fc.Arbitrary<Fields> = fc.oneof(
  { weight: 3, arbitrary: ofWholeObject },
  { weight: 2, arbitrary: ofAnyKind },
);
