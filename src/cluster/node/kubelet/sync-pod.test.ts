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
