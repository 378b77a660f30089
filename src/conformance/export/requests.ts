/** The audit log of a run: every write and read the API server answered, as completed. */

import { defined } from '#base/defined';
import { rfc3339Micro } from '#base/sim-time';
import { isHeartbeatRequest } from '#trace/background';
import type { Fact, FactOf } from '#trace/facts';
import type { RequestId, RequestSent } from '#trace/facts/client-go';
import type { Authenticated, Authorized, RequestInfoResolved } from '#trace/facts/kube-apiserver';
import { withoutGroup } from '#trace/object-key';
import type { WriteRecord } from '../recording.ts';

/** What is known of one request while it is under way. */
interface OpenRequest {
  receivedAt?: number;
  sent?: RequestSent;
  info?: RequestInfoResolved;
  authenticated?: Authenticated;
  authorized?: Authorized;
}

type Answered = Required<Pick<OpenRequest, 'receivedAt' | 'info'>> &
  OpenRequest & { readonly response: FactOf<'ResponseSent'> };

const readVerbs = new Set(['get', 'list', 'watch']);

/** The requests that were answered from fact `startAt` on, in the order of their answers. */
function answered(facts: readonly Fact[], startAt: number): readonly Answered[] {
  const open = new Map<RequestId, OpenRequest>();
  const result: Answered[] = [];
  const of = (request: RequestId): OpenRequest => {
    const known = open.get(request) ?? {};
    open.set(request, known);
    return known;
  };
  for (const fact of facts) {
    if (fact.type === 'RequestSent') of(fact.request).sent = fact;
    else if (fact.type === 'RequestReceived') of(fact.request).receivedAt = fact.at;
    else if (fact.type === 'RequestInfoResolved') of(fact.request).info = fact;
    else if (fact.type === 'Authenticated') of(fact.request).authenticated = fact;
    else if (fact.type === 'Authorized') of(fact.request).authorized = fact;
    else if (fact.type === 'ResponseSent') {
      const { receivedAt, info, ...rest } = of(fact.request);
      open.delete(fact.request);
      if (fact.id <= startAt || receivedAt === undefined || info === undefined) continue;
      result.push({ ...rest, receivedAt, info, response: fact });
    }
  }
  return result;
}

function record(request: Answered): WriteRecord {
  const { receivedAt, sent, info, authenticated, authorized, response } = request;
  const { ref, subresource, verb } = info;
  const name = ref.name === '' ? response.ref.name : ref.name;
  const body = response.body as WriteRecord['response'];
  return {
    t: rfc3339Micro(receivedAt),
    ms: Math.round((response.at - receivedAt) / 1000),
    user: authenticated?.user ?? '',
    groups: authenticated?.groups ?? [],
    agent: sent?.userAgent ?? '',
    verb,
    uri: sent?.url ?? '',
    resource: withoutGroup(ref.resource),
    ...(subresource === '' ? {} : { subresource }),
    ...(ref.namespace === '' ? {} : { namespace: ref.namespace }),
    ...(name === '' ? {} : { name }),
    code: response.code,
    ...(response.reason === '' ? {} : { reason: response.reason }),
    annotations: {
      'authorization.k8s.io/decision': authorized?.allowed === true ? 'allow' : 'forbid',
      'authorization.k8s.io/reason': authorized?.reason ?? '',
    },
    ...defined({ request: sent?.body, response: body }),
  };
}

/** Questions to the authorizers, which the recorder's audit policy did not log. */
const accessReviews = /^(self|local)?subjectaccessreviews$/;

/**
 * `writes.jsonl`. Heartbeats and access reviews are left out as in a recording, Events are not.
 */
export function writeLines(facts: readonly Fact[], startAt: number): readonly WriteRecord[] {
  return answered(facts, startAt)
    .filter(({ info }) => info.isResourceRequest && !readVerbs.has(info.verb))
    .map(record)
    .filter(
      ({ resource, subresource = '' }) =>
        !isHeartbeatRequest({ resource, subresource }) && !accessReviews.test(resource),
    );
}

/** `reads.jsonl`: without bodies. */
export function readLines(facts: readonly Fact[], startAt: number): readonly WriteRecord[] {
  return answered(facts, startAt)
    .filter(({ info }) => readVerbs.has(info.verb))
    .map((request) => {
      const { request: _sent, response: _got, ...rest } = record(request);
      return rest;
    });
}
