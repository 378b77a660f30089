import { describe, expect, it } from 'vitest';
import { NodeBed } from '#cluster/node/node-bed.fixture';
import { kubeletOver, podsPath, unknown } from '../faulty-runtime.fixture.ts';

describe('a kubelet whose runtime fails at one step', () => {
  it('tells that a resize was not carried out, once, and when it was', () => {
    const { runtime, put, pod, live, wait, messages } = kubeletOver();
    pod('web', { resources: { requests: { cpu: '100m' } } });
    wait(5);
    const update = runtime.updateContainerResources;
    runtime.updateContainerResources = function* () {
      return unknown('cgroup is frozen');
    };
    const { metadata, spec } = live('web');
    const resources = { requests: { cpu: '200m' } };
    put(`${podsPath}/web`, {
      ...live('web'),
      metadata: { ...metadata, generation: 2 },
      spec: { ...spec, containers: spec.containers.map((one) => ({ ...one, resources })) },
    });
    wait(40);
    const error = 'rpc error: code = Unknown desc = cgroup is frozen';
    const text =
      'Pod resize error: {"containers":[{"name":"app","resources":{"requests":{"cpu":"200m"}}}],' +
      `"generation":2,"error":"${error}"}`;
    expect(messages().split(`"reason":"ResizeError","message":"${text}"`)).toHaveLength(2);
    const { conditions = [] } = live('web').status ?? {};
    expect(conditions.find(({ type }) => type === 'PodResizeInProgress')).toMatchObject({
      status: 'True',
      reason: 'Error',
      message: error,
    });
    runtime.updateContainerResources = update;
    wait(20);
    expect(messages()).toContain('Pod resize completed: ');
  });
});

describe('a pod whose resources are changed in place', () => {
  const bed = new NodeBed();
  const resources = (cpu: string) => ({ requests: { cpu }, limits: { cpu: '2' } });
  bed.pod('a', { resources: resources('200m') });
  bed.pod('b', { resources: { requests: { cpu: '1' } } });
  bed.wait(5);
  const resize = (cpu: string): void => {
    const patch = JSON.stringify({
      spec: { containers: [{ name: 'app', resources: resources(cpu) }] },
    });
    bed.run(`patch pod a --subresource=resize -p '${patch}'`);
    bed.wait(3);
  };
  resize('300m');
  resize('1500m');

  it('is told what became of it', () => {
    bed.expectTold([
      'ResizeStarted: Pod resize started: {"containers":[{"name":"app"',
      'ResizeCompleted: Pod resize completed: {"containers":[{"name":"app"',
      'ResizeDeferred: Pod resize Deferred: ',
      "Node didn't have enough resource: cpu, requested: 1500, used: 1000, capacity: 2000",
      '"type":"PodResizePending"',
    ]);
  });
});
