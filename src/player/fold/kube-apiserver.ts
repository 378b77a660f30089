/** Folds a request's way through the API server, and the watch caches. */
import type { FactId } from '#trace/fact';
import type { RequestScene, RequestStage } from '../scene.ts';
import type { SceneDraft } from '../scene-draft.ts';
import type { Reducers } from './reducer.ts';

export const kubeApiserverReducers: Reducers = {
  RequestReceived: (draft, { request, id }) => reach(draft, request, id, 'received'),
  RequestInfoResolved(draft, { request, id, ref, subresource, verb }) {
    note(draft, request, id, { ref, subresource, watch: verb === 'watch' });
  },
  Authenticated: (draft, { request, id, succeeded, user }) =>
    reach(draft, request, id, 'authenticate', { user, ...denied(!succeeded, 'authenticate') }),
  Impersonated: (draft, { request, id, user }) => note(draft, request, id, { user }),
  FlowControlled: (draft, { request, id, outcome }) =>
    reach(draft, request, id, 'flow-control', denied(outcome === 'rejected', 'flow-control')),
  Authorized: (draft, { request, id, allowed }) =>
    reach(draft, request, id, 'authorize', denied(!allowed, 'authorize')),
  Decoded: (draft, { request, id }) => note(draft, request, id, {}),
  Defaulted: (draft, { request, id }) => note(draft, request, id, {}),
  Mutated: (draft, { request, id, plugins }) =>
    reach(draft, request, id, 'mutate', denied(plugins.some(refuses), 'mutate')),
  Validated: (draft, { request, id, errors }) =>
    reach(draft, request, id, 'validate', denied(errors.length > 0, 'validate')),
  Admitted: (draft, { request, id, plugins }) =>
    reach(draft, request, id, 'validate', denied(plugins.some(refuses), 'validate')),
  StorageWriteStarted: (draft, { request, id }) => reach(draft, request, id, 'store'),
  ReadServed: (draft, { request, id }) => reach(draft, request, id, 'store'),
  ResponseSent(draft, { request, id, code, ref }) {
    reach(draft, request, id, 'answered', { code, ref });
  },
  WatchCacheUpdated(draft, { ref, event, resourceVersion }) {
    const known = draft.watchCaches.get(ref.resource);
    const change = { ADDED: 1, MODIFIED: 0, DELETED: -1 }[event];
    const items = Math.max(0, (known?.items ?? 0) + change);
    draft.watchCaches.set(ref.resource, { items, resourceVersion });
  },
};

const refuses = ({ outcome }: { readonly outcome: string }): boolean => outcome === 'denied';

function denied(refused: boolean, stage: RequestStage): Partial<RequestScene> {
  return refused ? { deniedAt: stage } : {};
}

function reach(
  draft: SceneDraft,
  id: number,
  fact: FactId,
  stage: RequestStage,
  change: Partial<RequestScene> = {},
): void {
  const request = draft.requests.get(id);
  if (request === undefined) return;
  const passed = request.stage === stage ? request.passed : [...request.passed, stage];
  note(draft, id, fact, { ...change, stage, passed });
}

function note(draft: SceneDraft, id: number, fact: FactId, change: Partial<RequestScene>): void {
  const request = draft.requests.get(id);
  if (request === undefined) return;
  draft.requests.set(id, { ...request, ...change, facts: [...request.facts, fact] });
}
