/**
 * The order of the output: kinds that others need come first.
 * Models sigs.k8s.io/kustomize/api/internal/builtins SortOrderTransformer.
 */
import { stop } from './problem.ts';
import type { ResMap } from './res-map.ts';
import { currentId } from './resource.ts';
import { gvkText, type ResId } from './resource-id.ts';

export interface SortOptions {
  readonly order?: string;
  readonly legacySortOptions?: {
    readonly orderFirst?: readonly string[];
    readonly orderLast?: readonly string[];
  };
}

const orderFirst = (
  'Namespace ResourceQuota StorageClass CustomResourceDefinition ServiceAccount ' +
  'PodSecurityPolicy Role ClusterRole RoleBinding ClusterRoleBinding ConfigMap Secret Endpoints ' +
  'Service LimitRange PriorityClass PersistentVolume PersistentVolumeClaim Deployment ' +
  'StatefulSet CronJob PodDisruptionBudget'
).split(' ');
const orderLast = ['MutatingWebhookConfiguration', 'ValidatingWebhookConfiguration'];

/** Without options: the legacy order. */
export function sorted(map: ResMap, options: SortOptions = { order: 'legacy' }): ResMap {
  const { order = '', legacySortOptions: lists } = options;
  if (order !== 'legacy' && order !== 'fifo') {
    stop("the field 'sortOptions.order' must be one of [fifo, legacy]");
  }
  if (order === 'fifo') {
    const where = "the field 'sortOptions.legacySortOptions' is set but the selected sort order is";
    return lists === undefined ? map : stop(`${where} 'fifo', not 'legacy'`);
  }
  const ranks = new Map<string, number>();
  const { orderFirst: first = [], orderLast: last = [] } = lists ?? { orderFirst, orderLast };
  for (const [index, kind] of first.entries()) ranks.set(kind, index - first.length);
  for (const [index, kind] of last.entries()) ranks.set(kind, index + 1);
  const rank = ({ kind }: ResId): number => ranks.get(kind) ?? 0;
  const keyed = map.map((resource) => ({ resource, id: currentId(resource) }));
  keyed.sort(({ id: a }, { id: b }) => rank(a) - rank(b) || byName(a, b));
  return keyed.map(({ resource }) => resource);
}

const byName = (a: ResId, b: ResId): number =>
  order(kindKey(a), kindKey(b)) || order(nameKey(a), nameKey(b));

const order = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0);

/** Source: legacyGVKSortString, legacyResIDSortString. */
const kindKey = ({ group, version, kind }: ResId): string =>
  [group || '~G', version || '~V', kind || '~K'].join('_');

const nameKey = (id: ResId): string =>
  [gvkText(id), id.namespace || '~X', id.name || '~N'].join('|');
