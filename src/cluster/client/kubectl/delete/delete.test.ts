import { describe, expect, it } from 'vitest';
import { ClusterBed } from '#cluster/cluster-bed.fixture';

describe('kubectl warns', () => {
  it('who deletes by force', () => {
    const bed = new ClusterBed();
    bed.run('run gone --image=nginx');
    const { stdout, stderr } = bed.kubectl('delete pod gone --force --grace-period=0');
    expect(stdout).toBe('pod "gone" force deleted from default namespace\n');
    expect(stderr).toBe(
      'Warning: Immediate deletion does not wait for confirmation that the running resource has ' +
        'been terminated. The resource may continue to run on the cluster indefinitely.\n',
    );
  });
});
