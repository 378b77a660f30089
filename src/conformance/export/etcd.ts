/** What etcd held: each change in order, the objects at the end, and the Event objects. */

import { defined } from '#base/defined';
import type { JsonObject } from '#k8s.io/apimachinery/json-value';
import type { KubeObject } from '#k8s.io/apimachinery/meta/v1';
import { storedBytes } from '#k8s.io/apimachinery/protobuf-size';
import { etcdRoot } from '#k8s.io/apimachinery/resource-names';
import type { Fact } from '#trace/facts';
import type { TxnCommitted } from '#trace/facts/etcd';
import { etcdFolder } from '#trace/object-key';
import type { EventRecord, ObjectsByKind } from '../recording.ts';

const eventFolder = etcdFolder('events');

/** `etcd.jsonl`. */
export function etcdLines(facts: readonly Fact[]): readonly unknown[] {
  const registry = commits(facts).filter(({ key }) => key.startsWith(etcdRoot));
  return registry.map(({ revision, op, key, version, createRevision, lease, value }) => ({
    rev: revision,
    type: op === 'put' ? 'PUT' : 'DELETE',
    key,
    version,
    create: createRevision,
    ...(lease === 0 ? {} : { lease: true }),
    ...(value === undefined ? {} : { bytes: storedBytes(value as JsonObject) }),
  }));
}

const commits = (facts: readonly Fact[]): readonly TxnCommitted[] =>
  facts.filter((fact) => fact.type === 'TxnCommitted');

/** The last value of every key that is still there, in the order of the keys. */
function finalCommits(facts: readonly Fact[]): readonly TxnCommitted[] {
  const live = new Map<string, TxnCommitted>();
  for (const fact of facts) {
    if (fact.type === 'LeaseExpired') for (const key of fact.keys) live.delete(key);
    if (fact.type !== 'TxnCommitted') continue;
    if (fact.op === 'put') live.set(fact.key, fact);
    else live.delete(fact.key);
  }
  return [...live.values()].sort((a, b) => (a.key < b.key ? -1 : 1));
}

/** The kinds that the recorder asked for at the end. */
const recordedKinds = new Set([
  'Deployment',
  'ReplicaSet',
  'StatefulSet',
  'DaemonSet',
  'ControllerRevision',
  'Job',
  'CronJob',
  'Pod',
  'Service',
  'EndpointSlice',
  'ConfigMap',
  'Secret',
  'PersistentVolume',
  'PersistentVolumeClaim',
  'LimitRange',
  'ResourceQuota',
  'PodDisruptionBudget',
  'Node',
  'Namespace',
]);

/** Objects that every namespace gets by itself are not recorded. */
const isEveryNamespaces = (kind: string, name: string): boolean =>
  (kind === 'ConfigMap' && name === 'kube-root-ca.crt') ||
  (kind === 'EndpointSlice' && name === 'kubernetes');

/** `objects.json`: by kind; of namespaced kinds those outside the system namespaces. */
export function objectsByKind(facts: readonly Fact[]): ObjectsByKind {
  const result: Record<string, KubeObject[]> = {};
  for (const { value, revision } of finalCommits(facts)) {
    const object = value as KubeObject;
    const { kind, metadata } = object;
    if (metadata === undefined) continue; // the compactor's own key
    const system = metadata.namespace?.startsWith('kube-') === true;
    if (!recordedKinds.has(kind) || system || isEveryNamespaces(kind, metadata.name)) continue;
    const { managedFields: _fields, ...rest } = metadata;
    const stored = { ...object, metadata: { ...rest, resourceVersion: String(revision) } };
    const list = result[kind];
    if (list === undefined) result[kind] = [stored];
    else list.push(stored);
  }
  return result;
}

interface StoredEvent extends KubeObject {
  readonly type: string;
  readonly reason: string;
  readonly message?: string;
  readonly note?: string;
  readonly action?: string;
  readonly count?: number;
  readonly involvedObject?: InvolvedObject;
  readonly regarding?: InvolvedObject;
  readonly source?: { readonly component?: string };
  readonly reportingComponent?: string;
  readonly reportingController?: string;
}

interface InvolvedObject {
  readonly kind: string;
  readonly name: string;
  readonly namespace?: string;
  readonly fieldPath?: string;
}

/** `events.jsonl`: the Event objects at the end that were created after fact `after`. */
export function eventLines(facts: readonly Fact[], after: number): readonly EventRecord[] {
  const first = new Map<string, number>();
  for (const fact of commits(facts)) {
    if (fact.version === 1 && fact.key.startsWith(eventFolder)) {
      first.set(fact.key, fact.id);
    }
  }
  return finalCommits(facts)
    .filter(({ key }) => (first.get(key) ?? 0) > after)
    .map(({ value }) => eventRecord(value as StoredEvent));
}

function eventRecord(event: StoredEvent): EventRecord {
  const about = event.involvedObject ?? event.regarding ?? { kind: '', name: '' };
  return {
    type: event.type,
    reason: event.reason,
    message: event.message ?? event.note ?? '',
    ...defined({ count: event.count }),
    kind: about.kind,
    name: about.name,
    ...defined({ namespace: about.namespace, fieldPath: about.fieldPath }),
    source: event.source ?? {},
    reportingComponent: event.reportingComponent ?? event.reportingController ?? '',
    ...defined({ action: event.action }),
  };
}
