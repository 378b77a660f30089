/**
 * Changes the names by which resources refer to others whose names have changed.
 * Models sigs.k8s.io/kustomize/api/internal/accumulator namereferencetransformer.go and
 * filters/nameref.
 */
import {
  isJsonArray,
  isJsonObject,
  type JsonObject,
  type JsonValue,
} from '#k8s.io/apimachinery/json-value';
import { toYaml } from '../printers/yaml.ts';
import { type FieldSpec, setField } from './field-path.ts';
import { backReferences } from './field-specs.ts';
import { stop, within } from './problem.ts';
import type { ResMap } from './res-map.ts';
import { currentId, metadataOf, originalId, previousIds, type Resource } from './resource.ts';
import {
  effectiveNamespace,
  type Gvk,
  idText,
  isClusterScoped,
  isSameNamespace,
  isSelected,
} from './resource-id.ts';

export function fixReferences(map: ResMap): ResMap {
  // A change of one reference changes no name, so all look at the names of the whole map.
  return map.map((referrer) => {
    const candidates = possibleTargets(map, referrer);
    const id = originalId(referrer);
    let { object } = referrer;
    for (const { target, referrers } of backReferences) {
      for (const spec of referrers) {
        if (!isSelected(id, spec)) continue;
        const now: Resource = { ...referrer, object };
        object = fixField(now, spec, target, candidates);
      }
    }
    return { ...referrer, object };
  });
}

/** Source: SubsetThatCouldBeReferencedByResource. */
function possibleTargets(map: ResMap, referrer: Resource): ResMap {
  const id = currentId(referrer);
  if (isClusterScoped(id)) return map;
  const { subjects } = referrer.object;
  const namespaces = new Set<JsonValue | undefined>();
  if (id.kind === 'RoleBinding' && isJsonArray(subjects)) {
    for (const subject of subjects) {
      if (isJsonObject(subject) && subject['kind'] === 'ServiceAccount') {
        namespaces.add(subject['namespace']);
      }
    }
  }
  return map.filter((each) => {
    const target = currentId(each);
    const isNamed = target.namespace !== '' && namespaces.has(target.namespace);
    return isClusterScoped(target) || isSameNamespace(target, id) || isNamed;
  });
}

function fixField(
  referrer: Resource,
  spec: FieldSpec,
  target: Partial<Gvk>,
  candidates: ResMap,
): JsonObject {
  const { path } = spec;
  const where = `updating name reference in '${path}' field of '${idText(currentId(referrer))}'`;
  const fix: Fix = { referrer, path, target };
  // The referrer was chosen by the kind it had first; the field is that of the kind it has now.
  const now = { path };
  return within(where, () =>
    setField(referrer.object, now, undefined, (value) => fixValue(value, fix, candidates)),
  );
}

interface Fix {
  readonly referrer: Resource;
  readonly path: string;
  readonly target: Partial<Gvk>;
}

function fixValue(value: JsonValue, fix: Fix, candidates: ResMap): JsonValue {
  if (value === null) return value;
  if (isJsonArray(value)) return value.map((each) => fixValue(each, fix, candidates));
  if (isJsonObject(value)) return fixMap(value, fix, candidates);
  const found = selectTarget(String(value), fix, candidates, sameNames);
  return found === undefined ? value : currentId(found).name;
}

/** A map with a name, and perhaps a namespace. Source: setMapping. */
function fixMap(value: JsonObject, fix: Fix, candidates: ResMap): JsonValue {
  const { name, namespace } = value;
  if (name === undefined) return stop("path config error; no 'name' field in node");
  const among = typeof namespace === 'string' ? inNamespace(candidates, namespace) : candidates;
  const found = selectTarget(String(name), fix, among, sameNamesAndNamespaces);
  if (found === undefined) return value;
  const { namespace: own = '' } = metadataOf(found.object);
  const named = { ...value, name: currentId(found).name };
  return own === '' ? named : { ...named, namespace: own };
}

function inNamespace(candidates: ResMap, namespace: string): ResMap {
  const before = candidates.filter((each) => effectiveNamespace(originalId(each)) === namespace);
  if (before.length > 0) return before;
  return candidates.filter((each) => effectiveNamespace(currentId(each)) === namespace);
}

/** Source: selectReferral. */
function selectTarget(
  name: string,
  { referrer, path, target }: Fix,
  candidates: ResMap,
  areSame: (candidates: ResMap) => boolean,
): Resource | undefined {
  const referrerId = currentId(referrer);
  const role = path.endsWith('roleRef/name') ? roleOf(referrer.object) : undefined;
  let left = candidates.filter((each) => {
    const before = previousIds(each);
    const now = currentId(each);
    return (
      before.some((id) => id.name === name) &&
      before.some((id) => isSelected(id, target)) &&
      (role === undefined || before.some((id) => isSelected(id, role))) &&
      (isClusterScoped(referrerId) ||
        isClusterScoped(now) ||
        now.kind === 'ServiceAccount' ||
        isSameNamespace(referrerId, now))
    );
  });
  if (left.length > 1) left = left.filter((each) => hasSameContext(each, referrer, true));
  if (left.length > 1) left = left.filter((each) => hasSameContext(each, referrer, false));
  if (left.length <= 1 || areSame(left)) return left[0];
  const ids = left.map((each) => idText(currentId(each))).join(', ');
  const texts = left.map((each, i) => `--- possible referral ${i}:\n${toYaml(each.object)}\n`);
  return stop(
    `found multiple possible referrals: ${ids}\n\n**** Too many possible referral targets to ` +
      `referrer:\n${toYaml(referrer.object)}\n${texts.join('')}`,
  );
}

function roleOf({ roleRef }: JsonObject): Partial<Gvk> | undefined {
  if (!isJsonObject(roleRef)) return undefined;
  const { apiGroup, kind } = roleRef;
  if (typeof apiGroup !== 'string' || typeof kind !== 'string') return undefined;
  return { group: apiGroup, kind };
}

/** Whether the same overlays changed both names. Source: PrefixesSuffixesEquals. */
function hasSameContext(a: Resource, b: Resource, allowEmpty: boolean): boolean {
  const same = (x: readonly string[], y: readonly string[]): boolean =>
    (allowEmpty && (x.length === 0 || y.length === 0)) || hasSameEnd(x, y);
  return same(a.prefixes, b.prefixes) && same(a.suffixes, b.suffixes);
}

/** Source: utils.SameEndingSubSlice. */
function hasSameEnd(a: readonly string[], b: readonly string[]): boolean {
  const length = Math.min(a.length, b.length);
  if (length === 0) return a.length === b.length;
  const end = (list: readonly string[]): string => list.slice(-length).join(',');
  return end(a) === end(b);
}

const sameNames = (list: ResMap): boolean =>
  new Set(list.map((each) => currentId(each).name)).size === 1;

const sameNamesAndNamespaces = (list: ResMap): boolean =>
  new Set(list.map((each) => `${currentId(each).namespace}/${currentId(each).name}`)).size === 1;
