/** Traces written by hand, for tests of what an invariant finds. */
import type { Fact, FactDraft } from '#trace/facts';
import type { Evidence } from './evidence.ts';
import { History } from './history.ts';

/** A list of facts, each of them a millisecond after the one before it, with the first as cause. */
export function evidenceOf(drafts: readonly (FactDraft & { readonly cause?: number })[]): Evidence {
  const root: FactDraft = {
    type: 'CommandEntered',
    component: 'person',
    input: 0,
    line: 'test',
    user: 'admin',
  };
  const facts = [root, ...drafts].map(
    (draft, index) =>
      ({ cause: index === 0 ? 0 : 1, ...draft, id: index + 1, at: index * 1000 }) as Fact,
  );
  const history = new History();
  history.take(facts);
  return {
    facts,
    history,
    nodes: [],
    expectations: [],
    caches: [],
    healedAt: 0,
    now: 3_600_000_000,
  };
}

/** A commit of etcd; without a value the key is deleted. */
export function commit(
  revision: number,
  key: string,
  value?: object,
  { version = 1, createRevision = revision } = {},
): FactDraft {
  const stored = { type: 'TxnCommitted', component: 'etcd', lease: 0, revision, key } as const;
  if (value === undefined) return { ...stored, op: 'delete', version: 0, createRevision: 0 };
  return { ...stored, op: 'put', version, createRevision, value };
}

/** A Pod as the store has it. */
export const pod = (name: string, more: { uid?: string; spec?: object; owner?: string } = {}) => ({
  apiVersion: 'v1',
  kind: 'Pod',
  metadata: {
    name,
    namespace: 'default',
    uid: more.uid ?? name,
    ...(more.owner !== undefined && { ownerReferences: [{ kind: more.owner, name: 'db' }] }),
  },
  spec: more.spec ?? {},
});

/** The facts of one request from its sender and back, around what the server does. */
export function exchange(
  request: number,
  { verb, name, code = 200, revision, data, refusal, given }: ExchangeOptions,
  server: readonly FactDraft[] = [],
): readonly FactDraft[] {
  const ref = { resource: 'configmaps', namespace: 'default', name };
  const url = `/api/v1/namespaces/default/configmaps/${name}`;
  const common = { component: 'kube-apiserver', request } as const;
  const read: FactDraft = {
    ...{ ...common, type: 'ReadServed', from: 'etcd', items: 1, resourceVersion: '' },
  };
  const written: FactDraft = {
    ...{ ...common, type: 'StorageWriteStarted', key: keyOf(name) },
    ...{ storageVersion: 'v1', expectedRevision: 0 },
  };
  const body = { metadata: { name, resourceVersion: String(revision ?? '') }, ...data };
  const { reason = '', message = '' } = refusal ?? {};
  return [
    {
      ...{ type: 'RequestSent', component: 'client', request, method: 'GET', url, headers: {} },
      ...{ userAgent: 'test', user: 'admin', ref },
      ...(given !== undefined && { body: { metadata: { name, resourceVersion: given } } }),
    },
    {
      ...{ ...common, type: 'RequestInfoResolved', verb, isResourceRequest: true, ref },
      ...{ subresource: '', passed: [] },
    },
    verb === 'get' ? read : written,
    ...server,
    { ...common, type: 'ResponseSent', code, reason, message, ref, body },
    { type: 'ResponseReceived', component: 'client', request, code },
  ];
}

interface ExchangeOptions {
  readonly verb: 'get' | 'create' | 'update' | 'delete';
  readonly name: string;
  readonly code?: number;
  readonly revision?: number;
  /** Fields of the object in the answer, besides its metadata. */
  readonly data?: object;
  readonly refusal?: { readonly reason: string; readonly message: string };
  /** The resourceVersion in the request. */
  readonly given?: string;
}

/** The facts of a watch on ConfigMaps that begins, or of a list of them. */
export function collection(request: number, query: string): FactDraft {
  const ref = { resource: 'configmaps', namespace: '', name: '' };
  const url = `/api/v1/configmaps?${query}`;
  return {
    ...{ type: 'RequestSent', component: 'client', request, method: 'GET', url, headers: {} },
    ...{ userAgent: 'test', user: 'admin', ref },
  };
}

/** Where the store has a ConfigMap. */
export const keyOf = (name: string): string => `/registry/configmaps/default/${name}`;
