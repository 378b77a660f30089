/** The names, kinds and attributes of spans. */

import type { FactOf } from '#trace/facts';
import { withoutGroup } from '#trace/object-key';

export interface SpanDetails {
  readonly name: string;
  readonly kind: 'internal' | 'server' | 'client';
  /** The library that would have written the span. */
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

/** A span inside a program. */
export const internalSpan = (
  scope: keyof typeof scopes,
  name: string,
  attributes: SpanDetails['attributes'],
): SpanDetails => ({ name, kind: 'internal', scope: scopes[scope], attributes });

/** `kubectl create deployment`, without names and flags. */
export function firstWords(line: string): string {
  const words = line.trim().split(/\s+/).slice(0, 2);
  return words.every((word) => /^[\w-]+$/.test(word)) ? words.join(' ') : (words[0] ?? '');
}

/** A request as its client sees it. */
export function clientSpan({ method, url, userAgent }: FactOf<'RequestSent'>): SpanDetails {
  const attributes = {
    'http.request.method': method,
    'url.path': pathOf(url),
    'user_agent.original': userAgent,
  };
  return { name: `HTTP ${method}`, kind: 'client', scope: scopes.http, attributes };
}

type Asked = FactOf<'RequestInfoResolved'> | undefined;

/** A request as the server sees it. */
export function serverSpan(fact: FactOf<'RequestReceived'>, asked: Asked): SpanDetails {
  const { method, url, auditId } = fact;
  const attributes = { 'http.request.method': method, 'http.target': url, 'audit-id': auditId };
  const name = `${method} ${templateOf(fact, asked)}`.trimEnd();
  return { name, kind: 'server', scope: scopes.http, attributes };
}

/** The path with holes for names, as the server names its spans; empty without a resource. */
function templateOf(fact: FactOf<'RequestReceived'>, info: Asked): string {
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

/** The span of the handler of a resource; a watch has none of its own. */
export function handlerSpan(info: Asked): SpanDetails | undefined {
  const name = handlers[info?.verb ?? ''];
  if (info === undefined || !info.isResourceRequest || name === undefined) return undefined;
  const { ref, subresource } = info;
  const { resource, namespace } = ref;
  return internalSpan('component', name, { resource, namespace, subresource });
}

/** The span of a call that etcd serves. */
export function etcdSpan(method: string, attributes: SpanDetails['attributes']): SpanDetails {
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

/** One sync of a Pod. */
export function podSyncSpan({ state, pod, uid, update }: FactOf<'PodSyncStarted'>): SpanDetails {
  const { namespace, name } = podName(pod);
  return internalSpan('kubelet', podSyncs[state], {
    'k8s.pod': pod,
    'k8s.pod.uid': uid,
    'k8s.pod.name': name,
    'k8s.namespace.name': namespace,
    'k8s.pod.update_type': update,
  });
}

/** The parts of `namespace/name`. */
export function podName(pod: string): { readonly namespace: string; readonly name: string } {
  const [namespace = '', name = ''] = pod.split('/');
  return { namespace, name };
}

/** A call of the kubelet to its runtime. */
export function callSpan({ service, method }: FactOf<'CriCalled'>): SpanDetails {
  const rpcService = `runtime.v1.${service}`;
  const name = `${rpcService}/${method}`;
  const rpc = { 'rpc.system': 'grpc', 'rpc.service': rpcService, 'rpc.method': method };
  return { name, kind: 'client', scope: scopes.grpc, attributes: rpc };
}

const pathOf = (url: string): string => url.split('?', 1)[0] ?? url;

/** The status that ends a span of HTTP. */
export const answerOfCode = ({ code }: { readonly code: number }): SpanDetails['attributes'] => ({
  'http.response.status_code': code,
});

/** An answer that makes an HTTP span a failed one. */
export const failureOfCode = ({ code }: { readonly code: number }): string | undefined =>
  code >= 500 ? `HTTP ${code}` : undefined;
