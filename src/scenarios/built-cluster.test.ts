import { describe, expect, it } from 'vitest';
import { buildCluster } from './built-cluster.ts';
import { bounds, specOfScenario } from './cluster-spec.ts';
import { scenarioClusters } from './clusters.ts';
import type { ScenarioId } from './scenario.ts';

const node = { name: 'big', cpu: '8', memory: '32Gi' };

const refused = (spec: unknown): readonly string[] => {
  const built = buildCluster(JSON.stringify(spec));
  return built.ok ? [] : built.error.map(({ path, message }) => `${path}: ${message}`);
};

const extended = (...extenders: readonly object[]) => ({
  version: 1,
  nodes: [node],
  schedulerExtenders: extenders.map((each) => ({ urlPrefix: 'http://10.96.0.9', ...each })),
});

describe('a cluster of a person’s own', () => {
  it('has the nodes, people, images and control plane of its description', () => {
    const built = buildCluster(
      JSON.stringify({
        version: 1,
        nodes: [
          { ...node, labels: { 'topology.kubernetes.io/zone': 'a' } },
          { ...node, name: 'small', taints: [{ key: 'db', effect: 'NoSchedule' }] },
        ],
        users: [{ name: 'carol', groups: ['dev'] }],
        images: [{ reference: 'team/app:1.0', program: 'httpd', megabytes: 12 }],
        etcdMembers: 3,
        dns: true,
      }),
    );
    expect(built).toMatchObject({
      ok: true,
      value: {
        nodes: [
          { name: 'big', podCIDR: '10.244.0.0/24' },
          { name: 'small', podCIDR: '10.244.1.0/24', taints: [{ key: 'db' }] },
        ],
        etcdMembers: 3,
        dns: 'coredns',
        authorizationModes: ['Node', 'RBAC'],
      },
    });
    if (!built.ok) return;
    expect(built.value.users.at(-1)?.certificate?.organizations).toEqual(['dev']);
    expect(built.value.images[0]).toMatchObject({
      repository: 'docker.io/team/app',
      tags: ['1.0'],
      sizeBytes: 12_000_000,
    });
  });

  it.each([
    [{ version: 2, nodes: [node] }, /^version: must be 1/],
    [{ version: 1, nodes: [] }, /^nodes: a cluster needs/],
    [{ version: 1, nodes: [node, node] }, /^nodes\[1\]\.name: is there already/],
    [{ version: 1, nodes: [{ ...node, memory: 'much' }] }, /^nodes\[0\]\.memory: must be/],
    [{ version: 1, nodes: [{ ...node, cpu: '1000000' }] }, /^nodes\[0\]\.cpu: must be/],
    [{ version: 1, nodes: [node], etcdMembers: 2 }, /^etcdMembers: must be 1, 3, 5/],
    [{ version: 1, nodes: [node], authorizationModes: ['Node'] }, /needs RBAC or AlwaysAllow/],
    [{ version: 1, nodes: [node], admissionPlugins: ['Wish'] }, /^admissionPlugins\[0\]: must be/],
    [{ version: 1, nodes: [node], colour: 'red' }, /^colour: unknown/],
    [extended({ urlPrefix: 'ftp://x' }), /^schedulerExtenders\[0\]\.urlPrefix: must be a URL/],
    [extended({ prioritizeVerb: 'p' }), /weight: must have a positive weight applied to it/],
    [extended({ bindVerb: 'b' }, { bindVerb: 'b' }), /only one extender can implement bind/],
    [{ version: 1, nodes: [node], users: [{ name: 'admin', groups: [] }] }, /is taken/],
    [{ version: 1, nodes: [null] }, /^nodes\[0\]: must be an object/],
  ])('is refused with the place of what is wrong: %j', (spec, said) => {
    expect(refused(spec).join('\n')).toMatch(said);
  });

  it('is bounded, because anybody writes links', () => {
    const nodes = Array.from({ length: bounds.nodes + 1 }, (_, i) => ({ ...node, name: `n${i}` }));
    expect(refused({ version: 1, nodes })).toEqual([`nodes: at most ${bounds.nodes}`]);
    expect(buildCluster('x'.repeat(bounds.characters + 1)).ok).toBe(false);
    expect(buildCluster('{').ok).toBe(false);
  });
});

describe('the description of a scenario’s cluster', () => {
  it.each(Object.entries(scenarioClusters))('%s builds that cluster', (id, cluster) => {
    const built = buildCluster(JSON.stringify(specOfScenario(id as ScenarioId)));
    expect(built).toEqual({ ok: true, value: cluster });
  });
});
