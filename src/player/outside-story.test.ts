/** What a client outside changes is told like a command; what it reads is not. */
import { describe, expect, it } from 'vitest';
import { second } from '#base/sim-time';
import { allParts } from '#cluster/parts/all-parts';
import { ClusterSimulation } from '#cluster/run/cluster-simulation';
import { scenarioClusters } from '#scenarios/clusters';
import type { OutsideRequest } from '#trace/outside-action';
import { TraceLog } from './trace-log.ts';

const certificate = {
  commonName: 'kubernetes-admin',
  organizations: ['system:masters'],
  issuer: 'kubernetes-ca',
};
const headers = { accept: 'application/json', 'user-agent': 'operator/v1' };
const pods = '/api/v1/namespaces/default/pods';
const podOf = (name: string) => ({
  apiVersion: 'v1',
  kind: 'Pod',
  metadata: { name },
  spec: { containers: [{ name: 'web', image: 'nginx' }] },
});

/** The log of a cluster in which a client sends these requests, a second apart. */
function logOf(...requests: readonly Pick<OutsideRequest, 'method' | 'url' | 'body'>[]): TraceLog {
  const simulation = new ClusterSimulation(scenarioClusters['empty-cluster'], 1, allParts);
  requests.forEach((request, index) => {
    const http = { ...request, headers, certificate };
    const action = { kind: 'request', request: index + 1, http } as const;
    simulation.plan({ at: (31 + index) * second, kind: 'outside', action });
  });
  simulation.sim.run((45 + requests.length) * second);
  const log = new TraceLog();
  log.append(simulation.tracer.facts);
  return log;
}

describe('the story of a client outside', () => {
  it('follows the Pod that it makes to the node, from its request on', () => {
    const log = logOf({ method: 'POST', url: pods, body: podOf('web') });
    const types = log.steps.filter(({ main }) => main).map(({ type }) => type);
    expect(types[0]).toBe('OutsideActionTaken');
    for (const type of ['Authenticated', 'TxnCommitted', 'HostSelected', 'CriCalled']) {
      expect(types).toContain(type);
    }
    expect(log.chapters.map(({ id }) => id)).toContain('container');
    expect(log.beats.length).toBeGreaterThan(3);
  });

  it('tells nothing of what it reads, and of the Lease that it renews', () => {
    const lease = '/apis/coordination.k8s.io/v1/namespaces/default/leases';
    const log = logOf(
      { method: 'GET', url: pods },
      { method: 'POST', url: lease, body: { metadata: { name: 'operator' } } },
    );
    expect(log.steps).toEqual([]);
  });

  it('begins a tale for each change, however many there are', () => {
    const maps = '/api/v1/namespaces/default/configmaps';
    const bodies = Array.from({ length: 45 }, (_, n) => ({ metadata: { name: `map-${n}` } }));
    const log = logOf(...bodies.map((body) => ({ method: 'POST', url: maps, body }) as const));
    const begun = log.steps.filter(({ type }) => type === 'OutsideActionTaken');
    expect(begun).toHaveLength(45);
    expect(new Set(begun.map(({ chapter }) => log.chapters[chapter]?.command)).size).toBe(45);
  });
});
