import { describe, expect, it } from 'vitest';
import { NodeBed } from '#cluster/node/node-bed.fixture';

describe('a kubelet that syncs a pod', () => {
  const bed = new NodeBed();
  bed.pod('secret', {}, { imagePullSecrets: [{ name: 'one' }, { name: 'two' }] });
  bed.wait(15);

  it('names the pull secrets that it does not find', () => {
    expect(bed.events('FailedToRetrieveImagePullSecret')).toContain(
      'Unable to retrieve some image pull secrets (one, two); ' +
        'attempting to pull the image may not succeed.',
    );
  });
});

describe('the active deadline of a pod', () => {
  const bed = new NodeBed();
  bed.pod('late', {}, { activeDeadlineSeconds: 100 });
  bed.wait(3);
  const set = (seconds: number) =>
    bed.run(`patch pod late -p '{"spec":{"activeDeadlineSeconds":${seconds}}}'`);

  it('may not be put off', () => {
    expect(set(200)).toContain('Invalid value: 200: must be less than or equal to previous value');
  });

  it('ends a running pod when it is brought forward', () => {
    set(6);
    bed.wait(8);
    expect(bed.status('late')).toMatchObject({ phase: 'Failed', reason: 'DeadlineExceeded' });
  });
});
