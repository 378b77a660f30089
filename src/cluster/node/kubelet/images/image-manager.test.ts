import { describe, expect, it } from 'vitest';
import { kubeletOver, unknown } from '../faulty-runtime.fixture.ts';

describe('a kubelet that cannot have an image', () => {
  it('waits with ImageInspectError when the runtime cannot look for it', () => {
    const { pod, wait, messages } = kubeletOver((runtime) => {
      runtime.imageStatus = function* () {
        return unknown('content store is broken');
      };
    });
    pod('web');
    wait(3);
    const text =
      'Failed to inspect image "nginx:latest": rpc error: code = Unknown desc = ' +
      'content store is broken';
    expect(messages()).toContain(`"reason":"InspectFailed","message":"${text}"`);
    expect(messages()).toContain(`{"waiting":{"reason":"ImageInspectError","message":"${text}"}}`);
  });

  it('waits with RegistryUnavailable when the runtime says so, then with ImagePullBackOff', () => {
    const { pod, wait, messages } = kubeletOver((runtime) => {
      runtime.pullImage = function* () {
        return unknown('RegistryUnavailable: 503 from the mirror');
      };
    });
    pod('web');
    wait(30);
    const text =
      'image pull failed for nginx because the registry is unavailable: 503 from the mirror';
    expect(messages()).toContain('"message":"Error: RegistryUnavailable"');
    expect(messages()).toContain(
      `{"waiting":{"reason":"RegistryUnavailable","message":"${text}"}}`,
    );
    expect(messages()).toContain(`Back-off pulling image "nginx": RegistryUnavailable: ${text}`);
  });
});
