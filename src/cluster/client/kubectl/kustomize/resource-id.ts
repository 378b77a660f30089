/**
 * Names of resources inside a build.
 * Models sigs.k8s.io/kustomize/kyaml/resid: Gvk and ResId with their texts and comparisons.
 */
import { isJsonObject, type JsonObject } from '#k8s.io/apimachinery/json-value';
import { resources } from '#k8s.io/apimachinery/resources';

export interface Gvk {
  readonly group: string;
  readonly version: string;
  readonly kind: string;
}

export interface ResId extends Gvk {
  readonly name: string;
  /** Empty: none is written. */
  readonly namespace: string;
}

const noNamespace = '_non_namespaceable_';

const clusterScoped: ReadonlySet<string> = new Set(
  resources.flatMap(({ apiVersion, kind, namespaced }) =>
    namespaced ? [] : [`${apiVersion}/${kind}`],
  ),
);

const apiVersionOf = ({ group, version }: Gvk): string =>
  group === '' ? version : `${group}/${version}`;

/** Source: openapi.IsCertainlyClusterScoped: false for kinds that Kubernetes does not have. */
export const isClusterScoped = (id: Gvk): boolean =>
  clusterScoped.has(`${apiVersionOf(id)}/${id.kind}`);

const text = (value: unknown): string => (typeof value === 'string' ? value : '');

export function gvkOf(object: JsonObject): Gvk {
  const apiVersion = text(object['apiVersion']);
  const slash = apiVersion.indexOf('/');
  return {
    group: slash < 0 ? '' : apiVersion.slice(0, slash),
    version: apiVersion.slice(slash + 1),
    kind: text(object['kind']),
  };
}

export function idOf(object: JsonObject): ResId {
  const metadata = isJsonObject(object['metadata']) ? object['metadata'] : {};
  const { name, namespace } = metadata;
  return { ...gvkOf(object), name: text(name), namespace: text(namespace) };
}

/** Source: EffectiveNamespace. */
export const effectiveNamespace = (id: ResId): string =>
  isClusterScoped(id) ? noNamespace : id.namespace || 'default';

export const isSameNamespace = (a: ResId, b: ResId): boolean =>
  effectiveNamespace(a) === effectiveNamespace(b);

/** Source: ResId.Equals. */
export const isSameId = (a: ResId, b: ResId): boolean =>
  isSameNamespace(a, b) &&
  a.name === b.name &&
  a.group === b.group &&
  a.version === b.version &&
  a.kind === b.kind;

/** Whether a pattern, whose empty fields match anything, selects it. Source: Gvk.IsSelected. */
export const isSelected = (id: Gvk, pattern: Partial<Gvk>): boolean =>
  (pattern.group === undefined || pattern.group === id.group) &&
  (pattern.version === undefined || pattern.version === id.version) &&
  (pattern.kind === undefined || pattern.kind === id.kind);

/** `Deployment.v1.apps` */
export const gvkText = ({ group = '', version = '', kind = '' }: Partial<Gvk>): string =>
  [kind || '[noKind]', version || '[noVer]', group || '[noGrp]'].join('.');

/** `Deployment.v1.apps/web.default` */
export const idText = (id: ResId): string =>
  `${gvkText(id)}/${id.name || '[noName]'}.${id.namespace || '[noNs]'}`;
