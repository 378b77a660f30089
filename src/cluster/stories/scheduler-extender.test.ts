/** An extender of the scheduler that is a program in a Pod, behind a Service. */
import { describe, expect, it } from 'vitest';
import { seconds } from '#base/sim-time';
import { allParts } from '#cluster/parts/all-parts';
import { ClusterSimulation } from '#cluster/run/cluster-simulation';
import { buildCluster } from '#scenarios/built-cluster';

/**
 * `netexec` says back what its query says, whatever is posted to it: an extender that always leaves
 * the node that its URL names.
 */
const verb = 'echo?msg=%7B%22nodenames%22%3A%5B%22node-2%22%5D%7D';
const extender = {
  urlPrefix: 'http://10.96.77.77:8080/',
  filterVerb: verb,
  nodeCacheCapable: true,
  ignorable: true,
};
const nodes = ['node-1', 'node-2', 'node-3'].map((name) => ({ name, cpu: '2', memory: '4Gi' }));
const spec = JSON.stringify({ version: 1, nodes, schedulerExtenders: [extender] });

const service = `apiVersion: v1
kind: Service
metadata: { name: extender }
spec:
  clusterIP: 10.96.77.77
  selector: { run: extender }
  ports: [{ port: 8080 }]
`;

describe('an extender in a Pod', () => {
  const built = buildCluster(spec);
  if (!built.ok) throw new Error(JSON.stringify(built.error));
  const simulation = new ClusterSimulation(built.value, 1, allParts);
  const type = (line: string, wait: number, stdin?: string): void => {
    const at = simulation.sim.now + 1;
    simulation.plan({ at, kind: 'command', line, user: 'admin', ...(stdin && { stdin }) });
    simulation.sim.run(simulation.sim.now + seconds(wait));
  };
  const image = 'registry.k8s.io/e2e-test-images/agnhost:2.63.0';

  it('is asked once it runs, and ignored before', () => {
    simulation.sim.run(seconds(20));
    type('kubectl apply -f -', 1, service);
    type(`kubectl run extender --image=${image} -- netexec --http-port=8080`, 40);
    type('kubectl create deployment web --image=nginx --replicas=4', 20);
    const { facts } = simulation.tracer;
    const calls = facts.flatMap((fact) => (fact.type === 'ExtenderCalled' ? [fact] : []));
    const [before, ...after] = calls;
    expect(before).toMatchObject({ pod: 'default/extender', outcome: 'ignored' });
    expect(before?.reason).toContain('dial tcp 10.96.77.77:8080: connect: connection refused');
    expect(after.map(({ outcome, left }) => [outcome, left])).toEqual(
      Array.from({ length: 4 }, () => ['success', 1]),
    );
    const bound = facts.flatMap((fact) => (fact.type === 'PodBound' ? [fact.node] : []));
    expect(bound.slice(1)).toEqual(['node-2', 'node-2', 'node-2', 'node-2']);
  });
});
