import { describe, expect, it } from 'vitest';
import { createPrng } from '#base/prng';
import { EtcdError } from '#cluster/control-plane/etcd/client';
import { RequestIds } from '#k8s.io/client-go/rest/request-ids';
import { type Process, Simulation } from '#sim/simulation';
import { Tracer } from '#trace/tracer';
import { AuditLog } from './audit/audit-log.ts';
import { UnionAuthenticator } from './authenticator/union.ts';
import { Exchange, type Reply } from './exchange.ts';
import { buildHandlerChain, type ChainParts, runHandlerChain } from './handler-chain.ts';

/** Sends one request down the chain to a handler. */
function served(handler: (exchange: Exchange) => Process<Reply>) {
  const sim = new Simulation();
  const tracer = new Tracer(sim);
  const http = {
    id: new RequestIds().next(),
    method: 'POST',
    url: '/api/v1/namespaces/default/configmaps',
    headers: {},
  } as const;
  const chain = buildHandlerChain({
    tracer,
    prng: createPrng(1),
    audit: new AuditLog(tracer),
    authenticator: new UnionAuthenticator([]),
  } as ChainParts);
  let answer: Reply | undefined;
  function* ask(): Process {
    tracer.emitRoot({ type: 'CommandEntered', component: 'person', input: 0, line: '', user: '' });
    const asks = ['WithPriorityAndFairness', 'WithAuthorization'];
    const others = chain.filter(({ name }) => !asks.includes(name));
    answer = yield* runHandlerChain(others, tracer, new Exchange(http, 0), handler);
  }
  sim.spawn('ask', ask());
  sim.run(1e9);
  return { answer, facts: tracer.facts };
}

describe('the handler chain', () => {
  it('has the filters of v1.36 in their order, flow control before authorization', () => {
    expect(buildHandlerChain({} as ChainParts).map(({ name }) => name)).toEqual([
      'WithAuditInit',
      'WithPanicRecovery',
      'WithMuxAndDiscoveryComplete',
      'WithRequestReceivedTimestamp',
      'WithRequestInfo',
      'WithLatencyTrackers',
      'WithHTTPLogging',
      'WithHSTS',
      'WithCacheControl',
      'WithWaitGroup',
      'WithRequestDeadline',
      'WithTimeoutForNonLongRunningRequests',
      'WithWarningRecorder',
      'WithCORS',
      'WithAuthentication',
      'WithTracing',
      'WithAudit',
      'WithConstrainedImpersonation',
      'WithPriorityAndFairness',
      'WithAuthorization',
    ]);
  });

  it('answers 500 when a handler panics, and logs it as a fact and in the audit stage Panic', () => {
    const { answer, facts } = served(function* () {
      yield 1_000;
      throw new TypeError('nil map');
    });
    expect(answer).toMatchObject({
      code: 500,
      body: 'This request caused apiserver to panic. Look in the logs for details.\n',
    });
    expect(facts.find(({ type }) => type === 'PanicRecovered')).toMatchObject({
      component: 'kube-apiserver',
      doing: 'POST /api/v1/namespaces/default/configmaps',
      message: 'nil map',
    });
    expect(facts.find(({ type }) => type === 'AuditEventLogged')).toMatchObject({
      stage: 'Panic',
      code: 500,
      reason: 'InternalError',
    });
  });

  it('answers 500 with the words of etcd when the store fails', () => {
    const { answer, facts } = served(function* () {
      yield 1_000;
      throw new EtcdError('etcdserver: no leader');
    });
    expect(answer).toMatchObject({ code: 500, body: { message: 'etcdserver: no leader' } });
    expect(facts.some(({ type }) => type === 'PanicRecovered')).toBe(false);
  });
});
