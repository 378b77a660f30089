import { describe, expect, it } from 'vitest';
import { second } from '#base/sim-time';
import { allParts } from '#cluster/parts/all-parts';
import { ClusterSimulation } from '#cluster/run/cluster-simulation';
import { clusterOf } from '#scenarios/clusters';
import type { FactOf } from '#trace/facts';
import type { OutsideAction, OutsideRequest } from '#trace/outside-action';

const admin = { commonName: 'kubernetes-admin', organizations: ['system:masters'] };
const certificate = { ...admin, issuer: 'kubernetes-ca' };
const get = (url: string): OutsideRequest => ({
  method: 'GET',
  url,
  headers: { accept: 'application/json', 'user-agent': 'curl/8.0' },
  certificate,
});

/** A running cluster, and all that arrives for clients outside. */
function bed() {
  const simulation = new ClusterSimulation(clusterOf(1), 1, allParts);
  const heard: string[] = [];
  simulation.cluster.outside.listener = {
    answered: (request, { code }) => heard.push(`${request} answered ${code}`),
    received: (request, piece) => {
      const word = typeof piece === 'string' ? piece : `${piece.type} ${piece.object.kind}`;
      heard.push(`${request} received ${word}`);
    },
    ended: (request) => heard.push(`${request} ended`),
    failed: (request, message) => heard.push(`${request} failed: ${message}`),
  };
  const act = (at: number, action: OutsideAction): void =>
    simulation.plan({ at: at * second, kind: 'outside', action });
  const run = (until: number): void => {
    simulation.sim.run(until * second);
  };
  const facts = <T extends 'OutsideActionTaken' | 'RequestSent' | 'Authenticated'>(
    type: T,
  ): readonly FactOf<T>[] =>
    simulation.tracer.facts.filter((fact): fact is FactOf<T> => fact.type === type);
  return { simulation, heard, act, run, facts };
}

describe('a client outside the simulation', () => {
  it('passes the same chain as any client, in facts that follow from its input', () => {
    const { act, run, heard, facts } = bed();
    act(20, { kind: 'request', request: 1, http: get('/api/v1/namespaces/default/pods/web') });
    run(21);
    expect(heard).toEqual(['1 answered 404']);
    const [taken] = facts('OutsideActionTaken');
    const sent = facts('RequestSent').find(({ component }) => component === 'outside');
    expect(sent).toMatchObject({
      cause: taken?.id,
      userAgent: 'curl/8.0',
      user: 'kubernetes-admin',
      ref: { resource: 'pods', namespace: 'default', name: 'web' },
    });
    const known = facts('Authenticated').find(({ request }) => request === sent?.request);
    expect(known).toMatchObject({ user: 'kubernetes-admin', succeeded: true });
  });

  it('is unknown with the certificate of another authority', () => {
    const { act, run, heard } = bed();
    const http = { ...get('/api'), certificate: { ...admin, issuer: 'another' } };
    act(20, { kind: 'request', request: 1, http });
    run(21);
    expect(heard).toEqual(['1 answered 401']);
  });

  it('shows no bearer token in the trace', () => {
    const { act, run, facts, simulation } = bed();
    const { certificate: _none, ...anonymous } = get('/version');
    const headers = { ...anonymous.headers, authorization: 'Bearer abc.def' };
    act(20, { kind: 'request', request: 1, http: { ...anonymous, headers } });
    run(21);
    expect(facts('OutsideActionTaken')).toHaveLength(1);
    expect(JSON.stringify(simulation.tracer.facts)).not.toContain('abc.def');
  });

  it('hears the events of its watch until it closes the connection', () => {
    const { act, run, heard } = bed();
    act(20, { kind: 'request', request: 1, http: get('/api/v1/configmaps?watch=true') });
    const body = { apiVersion: 'v1', kind: 'ConfigMap', metadata: { name: 'c' } };
    const url = '/api/v1/namespaces/default/configmaps';
    const create = (request: number, name: string): OutsideAction => ({
      kind: 'request',
      request,
      http: { ...get(url), method: 'POST', body: { ...body, metadata: { name } } },
    });
    act(21, create(2, 'one'));
    act(22, { kind: 'hangup', request: 1 });
    act(23, create(3, 'two'));
    run(24);
    const events = heard.filter((word) => word.startsWith('1 received'));
    expect(heard.filter((word) => word === '3 answered 201')).toHaveLength(1);
    expect(events.at(-1)).toBe('1 received ADDED ConfigMap');
    expect(heard.indexOf('2 answered 201')).toBeGreaterThan(0);
    expect(heard.slice(heard.indexOf('3 answered 201'))).toEqual(['3 answered 201']);
  });

  it('is refused the connection while the server is down', () => {
    const { act, run, heard, simulation } = bed();
    const action = { kind: 'stop_component', component: 'apiserver' } as const;
    simulation.plan({ at: 20 * second, kind: 'host', action });
    act(21, { kind: 'request', request: 1, http: get('/version') });
    run(22);
    expect(heard).toEqual(['1 failed: dial tcp 172.30.0.1:6443: connect: connection refused']);
  });

  it('leaves the same trace when nobody listens', () => {
    const trace = (listens: boolean): string => {
      const { act, run, simulation } = bed();
      if (!listens) simulation.cluster.outside.listener = undefined;
      act(20, { kind: 'request', request: 1, http: get('/api/v1/pods?watch=true') });
      act(22, { kind: 'request', request: 2, http: get('/api/v1/nodes') });
      run(25);
      return JSON.stringify(simulation.tracer.facts);
    };
    expect(trace(false)).toBe(trace(true));
  });
});
