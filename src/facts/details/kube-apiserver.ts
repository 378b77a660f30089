/** More about one request's way through the API server. */

import type { FactOf } from '#trace/facts';
import type { KubeApiserverFact } from '#trace/facts/kube-apiserver';
import { type FactDetails, severityOfCode } from './fact-details.ts';
import { apiserver, byPlugin, type Citation, forbidden } from './places.ts';
import { answerOfCode, failureOfCode, handlerSpan, internalSpan, serverSpan } from './span.ts';

export const kubeApiserverDetails: {
  readonly [T in KubeApiserverFact['type']]: FactDetails<FactOf<T>>;
} = {
  RequestReceived: {
    source: { place: [`${apiserver}/server/config.go`, 'DefaultBuildHandlerChain'] },
    span: serverSpan,
  },
  RequestInfoResolved: { source: { place: [`${apiserver}/endpoints/request/requestinfo.go`] } },
  Authenticated: {
    source: {
      place: [`${apiserver}/endpoints/filters/authentication.go`],
      decidedBy: ({ tried }) => tried.slice(-1).map(({ authenticator }) => byPlugin[authenticator]),
    },
    severity: ({ succeeded }) => (succeeded ? 'I' : 'E'),
    leftOut: () => 'leftOut.tls',
    isWholeSpan: true,
    span: ({ user }) => internalSpan('filter', 'authentication', { 'user.name': user }),
    failure: ({ succeeded }) => (succeeded ? undefined : 'Unauthorized'),
  },
  AuditEventLogged: { source: { place: [`${apiserver}/apis/audit/types.go`] } },
  Impersonated: {
    source: { place: [`${apiserver}/server/config.go`, 'DefaultBuildHandlerChain'] },
  },
  FlowControlled: {
    source: { place: [`${apiserver}/server/filters/priority-and-fairness.go`] },
    leftOut: () => 'leftOut.seats',
    isWholeSpan: true,
    span: ({ flowSchema, priorityLevel }) =>
      internalSpan('filter', 'priorityandfairness', { flowSchema, priorityLevel }),
  },
  Authorized: {
    source: {
      place: [`${apiserver}/authorization/union/union.go`],
      decidedBy: ({ tried }) => tried.toReversed().map(({ authorizer }) => byPlugin[authorizer]),
    },
    severity: ({ allowed }) => (allowed ? 'I' : 'W'),
    isWholeSpan: true,
    span: ({ reason }) => internalSpan('filter', 'authorization', { reason }),
    failure: ({ allowed, reason }) => (allowed ? undefined : reason || 'Forbidden'),
  },
  RequestRouted: {
    source: { place: [`${apiserver}/server/handler.go`, 'director.ServeHTTP'] },
    span: (_, asked) => handlerSpan(asked),
  },
  Decoded: { source: { place: [`${apiserver}/endpoints/handlers/create.go`, 'createHandler'] } },
  Defaulted: { source: { place: ['pkg/apis/core/v1/defaults.go'] } },
  Mutated: {
    source: {
      place: [`${apiserver}/admission/reinvocation.go`, 'reinvoker.Admit'],
      decidedBy: byPlugins,
    },
    leftOut: () => 'leftOut.webhooks',
  },
  WebhookCalled: {
    source: {
      place: [`${apiserver}/admission/plugin/webhook/errors/statuserror.go`, 'ToStatusErr'],
    },
  },
  Validated: { source: { place: ['pkg/apis/core/validation/validation.go'] } },
  Admitted: {
    source: {
      place: ['pkg/kubeapiserver/options/plugins.go', 'AllOrderedPlugins'],
      decidedBy: byPlugins,
    },
    leftOut: () => 'leftOut.webhooks',
  },
  StorageWriteStarted: {
    source: { place: [`${apiserver}/registry/generic/registry/store.go`, 'NamespaceKeyFunc'] },
    leftOut: () => 'leftOut.encoding',
    span: ({ expectedRevision, key }) =>
      internalSpan(
        'component',
        expectedRevision === 0 ? 'Create etcd3' : 'GuaranteedUpdate etcd3',
        { key },
      ),
    rows: ({ key, storageVersion, expectedRevision }) => [
      ['key', key],
      ['storageVersion', storageVersion],
      ['expectedRevision', String(expectedRevision)],
    ],
  },
  ReadServed: {
    source: { place: [`${apiserver}/registry/generic/registry/store.go`] },
    rows: ({ from, items, resourceVersion }) => [
      ['from', from],
      ['items', String(items)],
      ['resourceVersion', resourceVersion],
    ],
  },
  ResponseSent: {
    source: {
      place: [`${apiserver}/endpoints/installer.go`, 'registerResourceHandlers'],
      decidedBy: ({ code }) => (code === 403 ? [forbidden] : []),
    },
    severity: severityOfCode,
    answer: answerOfCode,
    failure: failureOfCode,
  },
  WatchCacheUpdated: { source: { place: [`${apiserver}/storage/cacher/watch_cache.go`] } },
  WatchEventSent: { source: { place: [`${apiserver}/storage/cacher/watch_cache.go`] } },
};

/** The plugins that changed something or refused. */
function byPlugins({ plugins }: FactOf<'Mutated' | 'Admitted'>): readonly (Citation | undefined)[] {
  return plugins
    .filter(({ outcome }) => outcome === 'changed' || outcome === 'denied')
    .map(({ plugin }) => byPlugin[plugin]);
}
