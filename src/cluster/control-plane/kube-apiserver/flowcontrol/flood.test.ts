import { describe, expect, it } from 'vitest';
import { ApiFixture, messageOf } from '../api.test.fixture.ts';
import { DroppedRequests } from './dropped-requests.ts';

const rbac = '/apis/rbac.authorization.k8s.io/v1';
const apiVersion = 'rbac.authorization.k8s.io/v1';
const maps = '/api/v1/namespaces/default/configmaps';

describe('a flood of requests by one user', () => {
  it('fills the seats, then a hand of queues, and the rest is told to come back later', () => {
    const api = new ApiFixture();
    api.create(`${rbac}/clusterroles`, {
      apiVersion,
      kind: 'ClusterRole',
      metadata: { name: 'reader' },
      rules: [{ apiGroups: [''], resources: ['configmaps'], verbs: ['list'] }],
    });
    api.create(`${rbac}/clusterrolebindings`, {
      apiVersion,
      kind: 'ClusterRoleBinding',
      metadata: { name: 'reader' },
      roleRef: { apiGroup: 'rbac.authorization.k8s.io', kind: 'ClusterRole', name: 'reader' },
      subjects: [{ apiGroup: 'rbac.authorization.k8s.io', kind: 'User', name: 'alice' }],
    });
    const answers = api.flood(700, maps);
    const rejected = answers.filter(({ code }) => code === 429);
    expect(answers.filter(({ code }) => code === 200)).toHaveLength(700 - rejected.length);
    expect(rejected.length).toBeGreaterThan(100);
    expect(messageOf(rejected[0] as never)).toBe('Too many requests, please try again later.\n');
    expect(rejected[0]?.headers['retry-after']).toBe('1');
    const controlled = api.tracer.facts.flatMap((fact) =>
      fact.type === 'FlowControlled' && fact.flowSchema === 'global-default' ? [fact] : [],
    );
    const queued = controlled.filter(({ outcome }) => outcome === 'queued');
    // A flow gets a hand of six of the 128 queues, each with fifty places.
    expect(new Set(queued.map(({ queue }) => queue)).size).toBe(6);
    expect(queued).toHaveLength(300);
    const seats = controlled[0]?.seats ?? 0;
    expect(Math.max(...controlled.map(({ seatsInUse = 0 }) => seatsInUse))).toBe(seats);
    // Another user's requests are in other queues and are served.
    expect(api.call('GET', maps, { user: 'scheduler' }).code).not.toBe(429);
  });
});

describe('Retry-After', () => {
  it('doubles while many are rejected, and sinks again', () => {
    const dropped = new DroppedRequests();
    const rejectMany = (second: number): number => {
      for (let n = 0; n < 200; n++) dropped.record('global-default', second);
      return dropped.record('global-default', second);
    };
    const waits = Array.from({ length: 40 }, (_, n) => rejectMany(100 + n));
    expect(waits.slice(0, 4)).toEqual([1, 2, 2, 4]);
    expect(Math.max(...waits)).toBe(32);
    expect(dropped.record('global-default', 500)).toBe(32);
    expect(dropped.record('global-default', 501)).toBeLessThan(32);
  });
});
