import { describe, expect, it } from 'vitest';
import { NodeBed } from '#cluster/node/node-bed.fixture';
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

describe('a kubelet that pulls images', () => {
  const bed = new NodeBed();
  bed.pod('plain');
  bed.pod('gone', { image: 'nope:1' });
  bed.pod('never', { image: 'nginx:1.29', imagePullPolicy: 'Never' });
  bed.pod('badname', { image: 'Nginx:1:2' });
  bed.pod('secret', {}, { imagePullSecrets: [{ name: 'reg' }] });
  bed.wait(40);

  it('tells of images that cannot be had', () => {
    bed.expectTold([
      'Pulling image "nope:1"',
      'Failed to pull image "nope:1": rpc error: code = NotFound',
      'Error: ErrImagePull',
      'Back-off pulling image "nope:1"',
      'Error: ImagePullBackOff',
      '"reason":"ErrImagePull"',
      'Back-off pulling image "nope:1": ErrImagePull: ',
      'Container image "nginx:1.29" is not present with pull policy of Never',
      '"reason":"ErrImageNeverPull"',
      'Failed to apply default image tag "Nginx:1:2": ',
      '"reason":"InvalidImageName"',
      /Unable to retrieve some image pull secrets \(reg\); attempting to pull the image may not/,
      /Successfully pulled image "busybox:1.36" in \S+ \(\S+ including waiting\). Image size: /,
      'Container image "busybox:1.36" already present on machine and can be accessed by the pod',
    ]);
  });
});
