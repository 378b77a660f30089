import { beforeAll, describe, expect, it } from 'vitest';
import { fetchParts } from './fetch-parts.ts';

const partsFor = (line: string) =>
  fetchParts({
    scenario: 'create-deployment',
    seed: 1,
    inputs: [{ at: 30_000_000, kind: 'command', line, user: 'admin' }],
  });

describe('the parts that a run fetches', () => {
  // The first look reads all code of the simulator.
  beforeAll(() => partsFor('kubectl get pods'), 120_000);

  it.each(['kubectl apply -k over', 'kubectl kustomize .', 'kubectl delete --kustomize=over'])(
    'have what builds a kustomization, and patterns for its targets: %s',
    async (line) => {
      const { kustomize, regexp } = await partsFor(line);
      expect([kustomize, regexp].every((part) => part !== undefined)).toBe(true);
    },
  );

  it.each(["sed -i 's/a/b/' pod.yaml", 'cat pod.yaml | grep image', 'kubectl exec web -- ls'])(
    'have patterns for programs that a person runs: %s',
    async (line) => {
      expect((await partsFor(line)).regexp).toBeDefined();
    },
  );

  it('leave it out for other commands', async () => {
    const { kustomize, regexp, Kubectl } = await partsFor('kubectl get pods');
    expect([kustomize, regexp]).toEqual([undefined, undefined]);
    expect(Kubectl).toBeDefined();
  });

  it('have YAML for manifests in files', async () => {
    const { readYaml } = await partsFor('kubectl get -f pod.yaml');
    expect(readYaml).toBeDefined();
  });

  it('have expressions where the cluster comes with definitions that have rules', async () => {
    const inputs: [] = [];
    const gateway = await fetchParts({ scenario: 'with-gateway', seed: 1, inputs });
    expect(gateway.celWith).toBeDefined();
    expect(gateway.regexp).toBeDefined();
    const ingress = await fetchParts({ scenario: 'with-ingress', seed: 1, inputs });
    expect(ingress.celWith).toBeUndefined();
  });

  it('have what works with trust bundles where the cluster has that feature gate', async () => {
    const nodes = [{ name: 'node-1', cpu: '2', memory: '4Gi' }];
    const of = (more: object) =>
      fetchParts({
        ...{ scenario: 'create-deployment', seed: 1, inputs: [] },
        cluster: JSON.stringify({ version: 1, nodes, ...more }),
      });
    expect((await of({ clusterTrustBundles: true })).clusterTrustBundles).toBeDefined();
    expect((await of({})).clusterTrustBundles).toBeUndefined();
  });
});
