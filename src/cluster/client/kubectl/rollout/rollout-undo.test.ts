import { describe, expect, it } from 'vitest';
import { ClusterBed } from '#cluster/cluster-bed.fixture';

const bed = new ClusterBed();
const refused = (line: string) => {
  const { exitCode, stdout, stderr } = bed.kubectl(line);
  return [exitCode, stdout, stderr];
};

describe('kubectl refuses', () => {
  it('to go back where there is nothing to go back to', () => {
    bed.run('create deployment web --image=nginx');
    bed.wait(8);
    expect(bed.kubectl('rollout undo deployment/web --to-revision=1').stdout).toBe(
      'deployment.apps/web skipped rollback (current template already matches revision 1)\n',
    );
    expect(refused('rollout undo deployment/web --to-revision=9')).toEqual([
      1,
      '',
      'error: unable to find specified revision 9 in history\n',
    ]);
    expect(refused('rollout undo deployment/web')).toEqual([
      1,
      '',
      'error: no rollout history found for deployment "web"\n',
    ]);
  });

  it('to roll back a deployment that is paused', () => {
    bed.run('create deployment paused --image=nginx');
    bed.wait(5);
    bed.run('set image deployment/paused nginx=nginx:1.29');
    bed.wait(5);
    bed.run('rollout pause deployment/paused');
    expect(refused('rollout undo deployment/paused')).toEqual([
      1,
      '',
      "error: you cannot rollback a paused deployment; resume it first with 'kubectl rollout resume' and try again\n",
    ]);
  });
});
