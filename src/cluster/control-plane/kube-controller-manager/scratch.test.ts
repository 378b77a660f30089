import { it, vi } from 'vitest';

vi.mock('../kube-apiserver/admission/plugins/pod-security.ts', () => ({
  podSecurity: () => ({}),
  PodSecurity: class {},
}));
vi.mock('../kube-apiserver/admission/plugins/resource-quota.ts', () => ({
  resourceQuota: () => ({}),
  ResourceQuota: class {},
}));

import { second } from '#base/sim-time';
import { deployments, pods, replicaSets } from '#k8s.io/client-go/rest/resource';
import { TestControlPlane } from './control-plane.fixture.ts';

it('x', () => {
  const t = new TestControlPlane();
  const types = new Map<string, number>();
  for (const f of t.tracer.facts) types.set(f.type, (types.get(f.type) ?? 0) + 1);
  console.log(t.sim.now, types);
  for (const f of t.tracer.facts)
    if (
      f.component.startsWith('kube-controller-manager') &&
      [
        'RequestSent',
        'ResponseReceived',
        'ConnectionFailed',
        'InformerSynced',
        'LeaderElected',
        'ComponentStarted',
      ].includes(f.type)
    )
      console.log(
        f.at,
        f.component,
        f.type,
        (f as { url?: string }).url ??
          (f as { code?: number }).code ??
          (f as { resource?: string }).resource ??
          (f as { message?: string }).message,
      );
  t.create(deployments, {
    apiVersion: 'apps/v1',
    kind: 'Deployment',
    metadata: { name: 'nginx', labels: { app: 'nginx' } },
    spec: {
      replicas: 3,
      selector: { matchLabels: { app: 'nginx' } },
      template: {
        metadata: { labels: { app: 'nginx' } },
        spec: { containers: [{ name: 'nginx', image: 'nginx', resources: {} }] },
      },
      strategy: {},
    },
    status: {},
  });
  const before = t.tracer.facts.length;
  t.run(5 * second);
  console.log(t.tracer.facts.length - before);
  console.log(t.writes('kube-controller-manager/deployment-controller').join('\n'));
  console.log(t.writes('kube-controller-manager/replicaset-controller').join('\n'));
  console.log(
    JSON.stringify(t.list(deployments), null, 1),
    t.list(replicaSets).length,
    t.list(pods).map((p) => p.metadata.name),
  );
  for (const f of t.tracer.facts)
    if (f.component.startsWith('kube-controller-manager/') && f.at > 6 * second)
      console.log(
        f.id,
        f.cause,
        f.at,
        f.component.slice(24),
        f.type,
        JSON.stringify({
          ...f,
          id: undefined,
          at: undefined,
          cause: undefined,
          component: undefined,
          type: undefined,
          headers: undefined,
          body: undefined,
          userAgent: undefined,
        }).slice(0, 200),
      );
});
