import { describe, expect, it } from 'vitest';
import { ok } from '#base/result';
import type { Node } from '#k8s.io/api/core/v1';
import { kubeletOver } from './faulty-runtime.fixture.ts';

describe('a kubelet whose runtime is not ready', () => {
  it('tells of the network in the node, and does not sync pods that need it', () => {
    const { apiserver, pod, wait, messages } = kubeletOver((runtime) => {
      runtime.status = function* () {
        const message = 'Network plugin returns error: cni plugin not initialized';
        return ok({ runtimeReady: true, networkReady: false, message });
      };
    });
    pod('web');
    wait(15);
    const text =
      'container runtime network not ready: NetworkReady=false reason:NetworkPluginNotReady ' +
      'message:Network plugin returns error: cni plugin not initialized';
    const ready = apiserver
      .get<Node>('/api/v1/nodes/node-1')
      ?.status?.conditions?.find(({ type }) => type === 'Ready');
    expect(ready).toMatchObject({ status: 'False', reason: 'KubeletNotReady', message: text });
    expect(messages()).toContain(
      `"reason":"NetworkNotReady","message":"network is not ready: ${text}"`,
    );
  });

  it('tells of the runtime itself', () => {
    const { messages } = kubeletOver((runtime) => {
      runtime.status = function* () {
        return ok({ runtimeReady: false, networkReady: true, message: '' });
      };
    });
    expect(messages()).toContain('container runtime status check may not have completed yet');
    expect(messages()).toContain(
      'container runtime not ready: RuntimeReady=false reason: message:',
    );
  });
});
