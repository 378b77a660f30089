import { describe, expect, it } from 'vitest';
import { ok } from '#base/result';
import { kubeletOver } from '../faulty-runtime.fixture.ts';

describe('a kubelet that must not run a container as root', () => {
  const refuse = (user: { readonly uid?: number; readonly username?: string }): string => {
    const { pod, wait, messages } = kubeletOver((runtime) => {
      runtime.imageStatus = function* () {
        return ok({
          id: 'sha256:1',
          repoTags: [],
          repoDigests: [],
          size: 1,
          pinned: false,
          ...user,
        });
      };
    });
    pod('web', { securityContext: { runAsNonRoot: true } });
    wait(3);
    return messages();
  };
  const where = '(pod: "web_default(uid-web)", container: app)';

  it('refuses an image that names no user, or user 0', () => {
    const text = `container has runAsNonRoot and image will run as root ${where}`;
    expect(text).toBe(
      'container has runAsNonRoot and image will run as root ' +
        '(pod: "web_default(uid-web)", container: app)',
    );
    for (const user of [{}, { uid: 0 }]) {
      expect(refuse(user)).toContain(
        `{"waiting":{"reason":"CreateContainerConfigError","message":"${text}"}}`,
      );
    }
  });

  it('refuses an image whose user is a name, and takes one whose user is a number', () => {
    expect(refuse({ username: 'web' })).toContain(
      'container has runAsNonRoot and image has non-numeric user (web), cannot verify user is ' +
        'non-root (pod: "web_default(uid-web)", container: app)',
    );
    expect(refuse({ uid: 101 })).not.toContain('runAsNonRoot and image');
  });
});
