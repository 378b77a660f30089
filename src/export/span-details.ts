/** How a span is called, what kind it is, and what it says of itself. */

import type { TraceLog } from '#player/trace-log';
import { withoutGroup } from '#trace/object-key';
import type { Fact, FactOf } from '#trace/trace-event';

export interface SpanDetails {
  readonly name: string;
  readonly kind: 'internal' | 'server' | 'client';
  /** The library that would have written it. */
  readonly scope: string;
  readonly attributes: Readonly<Record<string, string | number | boolean>>;
  readonly error?: string;
}

const scopes = {
  http: 'go.opentelemetry.io/contrib/instrumentation/net/http/otelhttp',
  grpc: 'go.opentelemetry.io/contrib/instrumentation/google.golang.org/grpc/otelgrpc',
  component: 'k8s.io/component-base/tracing',
  filter: 'k8s.io/apiserver/pkg/endpoints/filterlatency',
  kubelet: 'k8s.io/kubernetes/pkg/kubelet',
  none: 'podyssey',
} as const;

/** The details of the span that a fact begins or is; `undefined` when it is none. */
export function detailsOf(log: TraceLog, fact: Fact): SpanDetails | undefined {
  switch (fact.type) {
    case 'CommandEntered':
      return internal('none', firstWords(fact.line), { 'process.command_line': fact.line });
    case 'RequestSent':
      return ofClient(fact);
    case 'RequestReceived':
      return ofServer(log, fact);
    case 'RequestRouted':
      return ofHandler(log, fact);
    case 'Authenticated':
      return internal('filter', 'authentication', { 'user.name': fact.user });
    case 'FlowControlled': {
      const { flowSchema, priorityLevel } = fact;
      return internal('filter', 'priorityandfairness', { flowSchema, priorityLevel });
    }
    case 'Authorized':
      return internal('filter', 'authorization', { reason: fact.reason });
    case 'StorageWriteStarted': {
      const name = fact.expectedRevision === 0 ? 'Create etcd3' : 'GuaranteedUpdate etcd3';
      return internal('component', name, { key: fact.key });
    }
    case 'TxnCommitted':
      return ofEtcd('KV/Txn', { key: fact.key, revision: fact.revision });
    case 'TxnRefused':
      return ofEtcd('KV/Txn', { key: fact.key, succeeded: false });
    case 'RangeRead':
      return ofEtcd('KV/Range', { key: fact.key, count: fact.count });
    case 'SyncStarted':
      return internal('none', `sync ${fact.component.split('/').at(-1) ?? ''}`, { key: fact.key });
    case 'PodPopped':
      return internal('component', 'Scheduling', { ...podName(fact.pod), attempts: fact.attempts });
    case 'PodSyncStarted':
      return ofPodSync(fact);
    case 'CriCalled': {
      const name = `runtime.v1.${fact.service}/${fact.method}`;
      const [service = '', method = ''] = name.split('/');
      const rpc = { 'rpc.system': 'grpc', 'rpc.service': service, 'rpc.method': method };
      return { name, kind: 'client', scope: scopes.grpc, attributes: rpc };
    }
    default:
      return undefined;
  }
}

const internal = (
  scope: keyof typeof scopes,
  name: string,
  attributes: SpanDetails['attributes'],
): SpanDetails => ({ name, kind: 'internal', scope: scopes[scope], attributes });

/** `kubectl create deployment`, without names and flags. */
function firstWords(line: string): string {
  const words = line.trim().split(/\s+/).slice(0, 2);
  return words.every((word) => /^[\w-]+$/.test(word)) ? words.join(' ') : (words[0] ?? '');
}

function ofClient({ method, url, userAgent }: FactOf<'RequestSent'>): SpanDetails {
  const attributes = {
    'http.request.method': method,
    'url.path': pathOf(url),
    'user_agent.original': userAgent,
  };
  return { name: `HTTP ${method}`, kind: 'client', scope: scopes.http, attributes };
}

function ofServer(log: TraceLog, fact: FactOf<'RequestReceived'>): SpanDetails {
  const { method, url, auditId } = fact;
  const attributes = { 'http.request.method': method, 'http.target': url, 'audit-id': auditId };
  const name = `${method} ${templateOf(log, fact)}`.trimEnd();
  return { name, kind: 'server', scope: scopes.http, attributes };
}

/** The path with holes for names, as the server names its spans; none for no resource. */
function templateOf(log: TraceLog, fact: FactOf<'RequestReceived'>): string {
  const info = infoOf(log, fact.request);
  const base = /^\/(?:api|apis\/[^/]+)\/[^/?]+/.exec(fact.url)?.[0];
  if (info === undefined || !info.isResourceRequest || base === undefined) return '';
  const { ref, subresource } = info;
  return [
    base,
    ref.namespace === '' ? '' : '/namespaces/{:namespace}',
    `/${withoutGroup(ref.resource)}`,
    ref.name === '' || (fact.method === 'POST' && subresource === '') ? '' : '/{:name}',
    subresource === '' ? '' : `/${subresource}`,
  ].join('');
}

const handlers: Readonly<Record<string, string>> = {
  create: 'Create',
  update: 'Update',
  patch: 'Patch',
  delete: 'Delete',
  deletecollection: 'Delete',
  get: 'Get',
  list: 'List',
};

/** What the handler of a resource does; a watch has no span of its own. */
function ofHandler(log: TraceLog, { request }: FactOf<'RequestRouted'>): SpanDetails | undefined {
  const info = infoOf(log, request);
  const name = handlers[info?.verb ?? ''];
  if (info === undefined || !info.isResourceRequest || name === undefined) return undefined;
  const { ref, subresource } = info;
  const { resource, namespace } = ref;
  return internal('component', name, { resource, namespace, subresource });
}

function infoOf(log: TraceLog, request: number): FactOf<'RequestInfoResolved'> | undefined {
  for (const id of log.factsOfRequest(request)) {
    const fact = log.fact(id);
    if (fact?.type === 'RequestInfoResolved') return fact;
  }
  return undefined;
}

function ofEtcd(method: string, attributes: SpanDetails['attributes']): SpanDetails {
  const [service = '', call = ''] = `etcdserverpb.${method}`.split('/');
  const rpc = { 'rpc.system': 'grpc', 'rpc.service': service, 'rpc.method': call };
  const all = { ...rpc, ...attributes };
  return { name: `etcdserverpb.${method}`, kind: 'server', scope: scopes.grpc, attributes: all };
}

const podSyncs = {
  sync: 'syncPod',
  terminating: 'syncTerminatingPod',
  terminated: 'syncTerminatedPod',
} as const;

function ofPodSync({ state, pod, uid, update }: FactOf<'PodSyncStarted'>): SpanDetails {
  const { namespace, name } = podName(pod);
  return internal('kubelet', podSyncs[state], {
    'k8s.pod': pod,
    'k8s.pod.uid': uid,
    'k8s.pod.name': name,
    'k8s.namespace.name': namespace,
    'k8s.pod.update_type': update,
  });
}

function podName(pod: string): { readonly namespace: string; readonly name: string } {
  const [namespace = '', name = ''] = pod.split('/');
  return { namespace, name };
}

const pathOf = (url: string): string => url.split('?', 1)[0] ?? url;
