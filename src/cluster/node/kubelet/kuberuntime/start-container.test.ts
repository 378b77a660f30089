import { describe, expect, it } from 'vitest';
import { kubeletOver, unknown } from '../faulty-runtime.fixture.ts';

describe('a kubelet whose runtime fails at one step', () => {
  it('tells that a container could not be created', () => {
    const { pod, wait, messages } = kubeletOver((runtime) => {
      runtime.createContainer = function* () {
        return unknown('failed to reserve container name');
      };
    });
    pod('web');
    wait(3);
    const text = 'failed to reserve container name';
    expect(messages()).toContain(
      `{"waiting":{"reason":"CreateContainerError","message":"${text}"}}`,
    );
    expect(messages()).toContain(`"reason":"Failed","message":"Error: ${text}"`);
  });
});
