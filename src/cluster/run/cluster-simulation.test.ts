/** Properties of a whole run: reproducible, causally complete, and one path with its prefix. */
import { describe, expect, it } from 'vitest';
import { seconds } from '#base/sim-time';
import { clusterOf } from '#scenarios/clusters';
import { causesOf } from '#trace/causality';
import type { Fact } from '#trace/facts';
import { rootFactTypes } from '#trace/facts';
import { hashTrace } from '#trace/trace-hash';
import { allParts } from '../parts/all-parts.ts';
import * as controlLoops from '../parts/control-loops.ts';
import * as nodes from '../parts/nodes.ts';
import { type ClusterInput, ClusterSimulation } from './cluster-simulation.ts';

const create: ClusterInput = {
  at: seconds(30),
  kind: 'command',
  line: 'kubectl create deployment nginx --image=nginx --replicas=3',
  user: 'admin',
};
const scale: ClusterInput = {
  at: seconds(33),
  kind: 'command',
  line: 'kubectl scale deployment nginx --replicas=5',
  user: 'admin',
};

function run(inputs: readonly ClusterInput[], seed = 1): readonly Fact[] {
  const simulation = new ClusterSimulation(clusterOf(3), seed, allParts);
  for (const input of inputs) simulation.plan(input);
  simulation.sim.run(seconds(36));
  return simulation.tracer.facts;
}

const denyAll = {
  matchConstraints: {
    resourceRules: [
      { apiGroups: [''], apiVersions: ['v1'], operations: ['CREATE'], resources: ['configmaps'] },
    ],
  },
  validations: [{ expression: 'false' }],
};
const widgetSchema = {
  type: 'object',
  'x-kubernetes-validations': [{ rule: 'has(self.kind)' }],
};
/** Objects whose expressions must compile before they are stored. */
const withExpression = [
  {
    apiVersion: 'admissionregistration.k8s.io/v1',
    kind: 'ValidatingAdmissionPolicy',
    metadata: { name: 'deny-all' },
    spec: denyAll,
  },
  {
    apiVersion: 'apiextensions.k8s.io/v1',
    kind: 'CustomResourceDefinition',
    metadata: { name: 'widgets.example.com' },
    spec: {
      group: 'example.com',
      scope: 'Namespaced',
      names: { plural: 'widgets', kind: 'Widget' },
      versions: [
        { name: 'v1', served: true, storage: true, schema: { openAPIV3Schema: widgetSchema } },
      ],
    },
  },
];

const created = run([create]);

describe('a run', () => {
  it('is the same, byte for byte, for the same seed and inputs', () => {
    expect(hashTrace(run([create]))).toBe(hashTrace(created));
  });

  it('is another for another seed', () => {
    expect(hashTrace(run([create], 2))).not.toBe(hashTrace(created));
  });

  it('keeps its past when a later input is added', () => {
    const longer = run([create, scale]);
    const prefix = created.filter((fact) => fact.at < scale.at);
    expect(hashTrace(longer.slice(0, prefix.length))).toBe(hashTrace(prefix));
    expect(longer.length).toBeGreaterThan(created.length);
  });

  it('is the same without the parts that it does not need', () => {
    const without = new ClusterSimulation(clusterOf(3), 1, { controlLoops, nodes });
    const within = new ClusterSimulation(clusterOf(3), 1, allParts);
    for (const { sim } of [without, within]) sim.run(seconds(30));
    expect(hashTrace(without.tracer.facts)).toBe(hashTrace(within.tracer.facts));
  });

  it('shares no part with another run of the program: one has CEL, the other has not', () => {
    const { celWith: _, ...otherParts } = allParts;
    const [within, without] = [allParts, otherParts].map((parts) => {
      const simulation = new ClusterSimulation(clusterOf(1), 1, parts);
      simulation.sim.run(seconds(10));
      for (const document of withExpression) {
        const argv = ['create', '-f', '-'];
        const stdin = JSON.stringify(document);
        simulation.runCommand({ argv, user: 'admin', stdin }, seconds(5));
      }
      return simulation.tracer.facts.flatMap((fact) =>
        fact.type === 'PanicRecovered' ? [fact.message] : [],
      );
    });
    const message = 'An expression came, but this cluster was started without CEL.';
    expect(within).toEqual([]);
    expect(without).toEqual(withExpression.map(() => message));
  });

  it('shares no regular expressions with another run of the program', () => {
    const { regexp: _, ...otherParts } = allParts;
    const look = { kind: 'look', command: "ip route | grep -c '^10'" } as const;
    const [within, without] = [allParts, otherParts].map((parts) => {
      const simulation = new ClusterSimulation(clusterOf(1), 1, parts);
      simulation.sim.run(seconds(10));
      return simulation;
    });
    expect(within?.hostAction(look)).toMatchObject({ ok: true });
    expect(() => without?.hostAction(look)).toThrow('started without regular expressions');
  });

  it('is the same when an input and the part that it needs come at the last moment', () => {
    const late = new ClusterSimulation(clusterOf(3), 1, { controlLoops, nodes });
    late.sim.run(create.at - 1);
    late.provide(allParts);
    late.plan(create);
    late.sim.run(seconds(36));
    expect(hashTrace(late.tracer.facts)).toBe(hashTrace(created));
  });

  it('numbers its facts from 1, in the order of time, each after its cause', () => {
    let at = 0;
    created.forEach((fact, index) => {
      expect(fact.id).toBe(index + 1);
      expect(fact.at).toBeGreaterThanOrEqual(at);
      expect(fact.cause).toBeLessThan(fact.id);
      at = fact.at;
    });
  });

  it('leads from every fact to a person, a timer or the start of a component', () => {
    for (const fact of created) {
      if (fact.cause === 0) expect(rootFactTypes).toContain(fact.type);
    }
  });

  it('leads from the running container back to the key press', () => {
    const started = created.filter(
      (fact) => fact.type === 'ProcessStarted' && fact.container === 'nginx',
    );
    expect(started).toHaveLength(3);
    for (const fact of started) {
      const chain = causesOf(created, fact.id).map(({ type }) => type);
      expect(chain.at(-1)).toBe('CommandEntered');
      expect(chain).toContain('TxnCommitted');
      expect(chain).toContain('HostSelected');
    }
  });
});
