/** Pods: bound once, one of a name, and never more than a quota allows. */
import { parseRfc3339, second } from '#base/sim-time';
import type { Pod, ResourceQuota } from '#k8s.io/api/core/v1';
import type { Breach, Evidence } from '../evidence.ts';
import type { History } from '../history.ts';

const podKeys = '/registry/pods/';
const quotaKeys = '/registry/resourcequotas/';

/** A Pod that has a node keeps it. Otherwise two kubelets would run the same Pod. */
export function noPodIsBoundTwice({ history }: Evidence): Breach | undefined {
  const nodes = new Map<string, string>();
  for (const { id, key, value } of history.commits) {
    if (!key.startsWith(podKeys) || value === undefined) continue;
    const { metadata, spec } = value as Pod;
    const before = nodes.get(metadata.uid);
    const { nodeName = '' } = spec;
    if (before !== undefined && nodeName !== before) {
      return { fact: id, message: `${key} moved from ${before} to ${nodeName || 'no node'}` };
    }
    if (nodeName !== '') nodes.set(metadata.uid, nodeName);
  }
  return undefined;
}

/**
 * Of an ordinal of a StatefulSet at most one Pod lives: before a process of one starts, all
 * processes of the one before it have ended, on whatever machine. Members of a database must not
 * meet themselves.
 */
export function ordinalsLiveOnce({ facts, history }: Evidence): Breach | undefined {
  const ordinals = ordinalKeys(history);
  /** Pod → node → the ids of its processes. */
  const living = new Map<string, Map<string, Set<number>>>();
  for (const fact of facts) {
    if (fact.type === 'HostActionTaken' && fact.action.kind === 'reboot_node') {
      const name = fact.action.node;
      const node = `${/^\d+$/.test(name) ? `node-${name}` : name}/containerd`;
      for (const nodes of living.values()) nodes.delete(node);
    }
    if (fact.type !== 'ProcessStarted' && fact.type !== 'ProcessExited') continue;
    if (!ordinals.has(fact.pod)) continue;
    const nodes = living.get(fact.pod) ?? new Map<string, Set<number>>();
    living.set(fact.pod, nodes);
    const { component } = fact;
    const here = nodes.get(component) ?? new Set<number>();
    nodes.set(component, here);
    if (fact.type === 'ProcessExited') {
      here.delete(fact.pid);
      continue;
    }
    here.add(fact.pid);
    const other = [...nodes].find(([node, pids]) => node !== component && pids.size > 0);
    if (other === undefined) continue;
    const message = `${fact.pod} starts under ${component} and still lives under ${other[0]}`;
    return { fact: fact.id, message };
  }
  return undefined;
}

/** `namespace/name` of the Pods that a StatefulSet made. */
function ordinalKeys(history: History): ReadonlySet<string> {
  const found = new Set<string>();
  for (const { key, value } of history.commits) {
    if (!key.startsWith(podKeys) || value === undefined) continue;
    const { ownerReferences = [] } = (value as Pod).metadata;
    if (ownerReferences.some(({ kind }) => kind === 'StatefulSet')) {
      found.add(key.slice(podKeys.length));
    }
  }
  return found;
}

/**
 * When a Pod is admitted, the namespace has at most as many Pods as the quota in force says. In
 * force: the quota controller has counted what there is, and admission adds to its count.
 *
 * The controller counts from a cache. If that lacks a Pod that was admitted a moment ago, it takes
 * the charge for it back, and one more Pod may come in: upstream has this race, so it is no breach.
 */
export function quotaIsNeverExceeded({ history }: Evidence): Breach | undefined {
  const pods = new Map<string, Pod>();
  const quotas = new Map<string, ResourceQuota>();
  const understated = new Set<string>();
  const countIn = (namespace: string, at: number): number =>
    [...pods.values()].filter((pod) => isCounted(pod, namespace, at)).length;
  for (const { id, at, key, op, version, value } of history.commits) {
    if (key.startsWith(quotaKeys)) {
      const quota = value as ResourceQuota | undefined;
      const count = countIn(quota?.metadata.namespace ?? '', at);
      if (usedOf(quota) < usedOf(quotas.get(key))) {
        if (usedOf(quota) < count) understated.add(key);
        else understated.delete(key);
      }
      if (quota === undefined) quotas.delete(key);
      else quotas.set(key, quota);
    }
    if (!key.startsWith(podKeys)) continue;
    if (op === 'delete') pods.delete(key);
    else pods.set(key, value as Pod);
    if (version !== 1) continue;
    const namespace = (value as Pod).metadata.namespace ?? '';
    const count = countIn(namespace, at);
    for (const [name, { metadata, status }] of quotas) {
      if (metadata.namespace !== namespace || understated.has(name)) continue;
      const hard = Number(status?.hard?.['pods'] ?? Number.POSITIVE_INFINITY);
      if (count > hard) return { fact: id, message: `${key} is Pod ${count} of at most ${hard}` };
    }
  }
  return undefined;
}

const usedOf = (quota: ResourceQuota | undefined): number =>
  Number(quota?.status?.used?.['pods'] ?? 0);

/** Source: kubernetes/pkg/quota/v1/evaluator/core/pods.go QuotaV1Pod. */
function isCounted({ metadata, status }: Pod, namespace: string, at: number): boolean {
  if (metadata.namespace !== namespace) return false;
  if (status?.phase === 'Succeeded' || status?.phase === 'Failed') return false;
  const { deletionTimestamp, deletionGracePeriodSeconds } = metadata;
  if (deletionTimestamp === undefined || deletionGracePeriodSeconds === undefined) return true;
  const deletion = parseRfc3339(deletionTimestamp) ?? 0;
  return at <= deletion + deletionGracePeriodSeconds * second;
}
