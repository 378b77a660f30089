import { describe, expect, it } from 'vitest';
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
