/** Patches of each kind for objects that are there: JSON, merge, strategic, and to subresources. */
import fc from 'fast-check';
import type { FuzzKind } from '../fuzz-kind.ts';
import { anyText, pick } from '../inputs/pick.ts';
import { overlayOf } from '../inputs/schema-objects.ts';
import { type Fields, wholeObject, wholeObjects } from '../inputs/whole-objects.ts';
import { ClusterDoor, joined, type Typed } from './cluster-door.ts';

interface SentPatch {
  /** `deployment/web` */
  readonly object: string;
  /** Further words of `kubectl patch`. */
  readonly flags: string;
  readonly patch: unknown;
}

const patched = [
  ...'Pod ConfigMap Service Deployment StatefulSet Job PodDisruptionBudget ResourceQuota'.split(
    ' ',
  ),
  ...'PersistentVolumeClaim HorizontalPodAutoscaler CronJob Role Ingress NetworkPolicy'.split(' '),
  ...'CustomResourceDefinition ValidatingAdmissionPolicy Namespace LimitRange'.split(' '),
];

/** Pointers to every place of an object. */
function pointersInto(value: unknown, at = ''): readonly string[] {
  if (typeof value !== 'object' || value === null) return [at];
  const inner = Object.entries(value).flatMap(([key, each]) =>
    pointersInto(each, `${at}/${key.replaceAll('~', '~0').replaceAll('/', '~1')}`),
  );
  return [at, ...inner];
}

const strange = pick(
  '/ // ~ /~2 /- /metadata/labels/a~1b /spec/- /spec/containers/-1 /spec/containers/01 /metadata/labels/- /status /data/x x /metadata/annotations/x /spec/template/spec/containers/0/resources/limits /spec/template/spec/volumes/- 5',
);

function jsonPatchesFor(object: Fields): fc.Arbitrary<unknown> {
  const known = fc.constantFrom(...pointersInto(object));
  const pointer = fc.oneof(
    { weight: 5, arbitrary: known },
    { weight: 1, arbitrary: known.map((path) => `${path}/-`) },
    { weight: 1, arbitrary: known.map((path) => `${path}/0`) },
    { weight: 2, arbitrary: strange },
  );
  const value = fc.oneof(fc.jsonValue({ maxDepth: 2 }), pick('a 5 true web nginx:1.28'));
  const operation = fc.record(
    { op: pick('add remove replace move copy test'), path: pointer, from: pointer, value },
    { requiredKeys: ['op', 'path'] },
  );
  return fc.oneof(
    { weight: 9, arbitrary: fc.array(operation, { minLength: 1, maxLength: 3 }) },
    { weight: 1, arbitrary: fc.jsonValue({ maxDepth: 3 }) },
  );
}

/** Words that a strategic merge patch reads for itself. */
const directives = fc.oneof(
  fc.record({ $patch: pick('delete replace merge x') }),
  fc.record({ $retainKeys: fc.array(pick('name type image emptyDir'), { maxLength: 2 }) }),
  fc.record({
    '$setElementOrder/containers': fc.array(fc.record({ name: pick('c d') }), { maxLength: 2 }),
  }),
  fc.record({ '$deleteFromPrimitiveList/finalizers': fc.array(pick('a b'), { maxLength: 2 }) }),
  fc.jsonValue({ maxDepth: 1 }).map((value) => ({ $patch: value })),
);

/** Somewhere in a patch a directive, or a null. */
const withDirective = (patch: Fields): fc.Arbitrary<Fields> =>
  fc
    .tuple(fc.constantFrom(...pointersInto(patch)), fc.oneof(directives, fc.constant(null)))
    .map(([pointer, extra]) => placed(patch, pointer.split('/').slice(1), extra) as Fields);

function placed(value: unknown, [key, ...rest]: readonly string[], extra: unknown): unknown {
  if (typeof value !== 'object' || value === null) return extra;
  if (Array.isArray(value)) {
    return key === undefined
      ? [...value, extra]
      : value.map((each, at) => (at === Number(key) ? placed(each, rest, extra) : each));
  }
  if (key === undefined) return extra === null ? null : { ...value, ...extra };
  return { ...value, [key]: placed((value as Fields)[key], rest, extra) };
}

const patches: fc.Arbitrary<SentPatch> = fc.constantFrom(...patched).chain((kind) => {
  const object = wholeObject(kind);
  const fields = overlayOf(String(object['apiVersion']), kind);
  const { name } = object['metadata'] as { readonly name: string };
  const where = fc.oneof(
    { weight: 6, arbitrary: fc.constant('') },
    { weight: 1, arbitrary: pick('--subresource=status --subresource=scale --dry-run=server') },
  );
  const merge = fc.oneof(
    fields,
    fields.chain(withDirective),
    fc.constant(object).chain(withDirective),
  );
  return fc
    .oneof(
      fc.record({ type: fc.constant('json'), patch: jsonPatchesFor(object) }),
      fc.record({ type: pick('merge strategic strategic'), patch: merge }),
      fc.record({ type: pick('json merge strategic'), patch: anyText }),
    )
    .chain(({ type, patch }) =>
      where.map((flags) => ({
        object: `${kind}/${name}`,
        flags: `--type=${type} ${flags}`.trim(),
        patch,
      })),
    );
});

const begin: readonly Typed[] = wholeObjects.map((object) => ({
  argv: ['create', '-f', '-'],
  stdin: JSON.stringify(object),
}));

export const patchKind: FuzzKind<SentPatch> = {
  inputs: patches,
  open(seed, patience) {
    const door = new ClusterDoor(seed, patience, begin);
    return ({ object, flags, patch }) => {
      const text = typeof patch === 'string' ? patch : JSON.stringify(patch);
      const sent = door.type({ argv: ['patch', object, ...flags.split(' '), '-p', text] });
      return joined([sent, door.type({ argv: ['get', object, '-o', 'yaml'] })]);
    };
  },
};
