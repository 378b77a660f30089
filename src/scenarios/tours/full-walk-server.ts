/** The long walk through kube-apiserver: who asks, what is asked, where it is kept. */
import type { TourChapter } from './tour.ts';

const gates: readonly TourChapter[] = [
  {
    id: 'authn',
    beats: [
      {
        id: 'door',
        fact: { type: 'RequestReceived', says: /selfsubjectreviews/ },
      },
      { id: 'list', fact: { type: 'RequestInfoResolved', says: /^selfsubjectreviews/ } },
      { id: 'union', at: /^kube-apiserver\/authenticate\/selfsubjectreviews/ },
      { id: 'user', at: /^kube-apiserver\/flow-control\/selfsubjectreviews/ },
    ],
    covers: [
      '003.apiserver',
      '003.authn.from-flags',
      '003.authn.union',
      '003.authn.x509',
      '003.authn.token',
      '003.authn.basic',
      '003.authn.user-info',
    ],
  },
  {
    id: 'authz',
    beats: [
      { id: 'one-yes', at: /^kube-apiserver\/authorize\/selfsubjectreviews/ },
      { id: 'outside', at: /^kubectl\/receive\/selfsubjectreviews/ },
      {
        id: 'rbac',
        fact: { type: 'Authorized', says: /^RBAC: allowed by/ },
      },
      {
        id: 'node',
        fact: { type: 'Authorized', says: /"authorizer":"Node","decision":"allow"/ },
      },
    ],
    covers: [
      '003.authz.permission',
      '003.authz.one-allows',
      '003.authz.webhook',
      '003.authz.abac',
      '003.authz.rbac',
      '003.authz.node',
    ],
  },
  {
    id: 'admission',
    beats: [
      {
        id: 'role',
        at: /^kube-apiserver\/authorize\/pods/,
        fact: { type: 'Defaulted' },
      },
      { id: 'mutate', at: /^kube-apiserver\/mutate\/pods/ },
      { id: 'validate', at: /^kube-apiserver\/admit\/pods/ },
      { id: 'nothing-kept', at: /^kubectl\/print/ },
    ],
    covers: [
      '003.admission.role',
      '003.admission.plugins',
      '003.admission.kinds',
      '003.admission.initial-resources',
      '003.admission.resource-quota',
    ],
  },
];

const store: readonly TourChapter[] = [
  {
    id: 'server-start',
    beats: [
      {
        id: 'chain',
        at: /^person\/act\/start_component\/apiserver/,
        fact: { type: 'ComponentStarted', component: /^kube-apiserver$/ },
      },
      {
        id: 'storage',
        fact: { type: 'RangeRead', says: /registry\/deployments/ },
      },
      {
        id: 'routes',
        fact: { type: 'RequestRouted' },
      },
    ],
    covers: [
      '003.start.server-chain',
      '003.start.generic',
      '003.start.openapi',
      '003.start.storage',
      '003.start.rest',
    ],
  },
  {
    id: 'create',
    beats: [
      {
        id: 'route',
        at: /^kube-apiserver\/authorize\/deployments/,
        fact: { type: 'RequestRouted' },
      },
      {
        id: 'decode',
        fact: { type: 'Decoded' },
      },
      { id: 'admit', at: /^kube-apiserver\/admit\/deployments/ },
      { id: 'store', at: /^kube-apiserver\/store\/deployments/ },
      {
        id: 'answer',
        at: /^etcd\/commit\/deployments/,
        fact: { type: 'ResponseSent', says: 'deployments.apps/default/nginx' },
      },
    ],
    covers: [
      '003.create.route',
      '003.create.decode',
      '003.create.audit',
      '003.create.store',
      '003.create.key',
      '003.create.get-after',
      '003.create.after',
      '003.create.response',
    ],
  },
  {
    id: 'initializers',
    beats: [
      {
        id: 'hidden',
        fact: { type: 'WatchCacheUpdated', says: 'deployments.apps/default/nginx' },
      },
      {
        id: 'pending',
        fact: { type: 'WatchEventSent', says: 'deployments.apps/default/nginx' },
      },
      { id: 'heirs', at: /^kube-controller-manager\/hear\/deployments/ },
    ],
    covers: [
      '003.initializers.hidden',
      '003.initializers.sidecar',
      '003.initializers.volume',
      '003.initializers.configuration',
      '003.initializers.pending',
      '003.initializers.include',
    ],
  },
];

export const server: readonly TourChapter[] = [...gates, ...store];
