import { describe, expect, it } from 'vitest';
import { ClusterBed } from '#cluster/cluster-bed.fixture';
import { clusterOf } from '#scenarios/clusters';

describe('kubectl rollout status', () => {
  const bed = new ClusterBed();

  it('fails when the deployment has missed its deadline', () => {
    bed.run('create deployment web --image=nginx');
    bed.wait(8);
    const containers = [{ name: 'nginx', image: 'nope:1' }];
    bed.patch('deployment', 'web', {
      spec: { progressDeadlineSeconds: 5, template: { spec: { containers } } },
    });
    const { exitCode, stderr } = bed.kubectl('rollout status deployment/web');
    expect(exitCode).toBe(1);
    expect(stderr).toBe('error: deployment "web" exceeded its progress deadline\n');
  });

  it('waits until the controller has seen the change', () => {
    bed.host('stop_component kcm');
    bed.run('scale deployment web --replicas=3');
    expect(bed.kubectl('rollout status deployment/web --timeout=2s').stdout).toBe(
      'Waiting for deployment spec update to be observed...\n',
    );
  });
});

describe('a deployment that is rolled out', () => {
  const bed = new ClusterBed(clusterOf(2), 4);
  const messages = (): string =>
    bed.run('get deployment web -o jsonpath={.status.conditions[*].message}');

  it('tells of its progress in conditions, events and lines of kubectl', () => {
    bed.run('create deployment web --image=nginx:1.27 --replicas=3');
    bed.wait(0.2);
    expect(messages()).toContain('Deployment does not have minimum availability.');
    expect(messages()).toMatch(
      /Created new replica set "web-\w+"|ReplicaSet "web-\w+" is progressing\./,
    );
    const waiting = 'Waiting for deployment "web" rollout to finish: ';
    const left = bed.run('rollout status deployment/web').replace(/\d of/g, 'N of');
    expect(left).toContain(`${waiting}N of 3 updated replicas are available...`);
    bed.wait(5);
    expect(messages()).toContain('Deployment has minimum availability.');
    expect(messages()).toMatch(/ReplicaSet "web-\w+" has successfully progressed\./);
    expect(bed.run('set image deployment/web nginx=nginx:1.28')).toBe(
      'deployment.apps/web image updated\n',
    );
    const status = bed.run('rollout status deployment/web').replace(/\d (?=out|old)/g, 'N ');
    expect(status).toContain(`${waiting}N out of 3 new replicas have been updated...`);
    expect(status).toContain(`${waiting}N old replicas are pending termination...`);
    const events = bed.run('events --for=deployment/web');
    expect(events).toMatch(/Scaled up replica set web-\w+ from 0 to 3/);
    expect(events).toMatch(/Scaled down replica set web-\w+ from 3 to 2/);
    const [old = ''] = /web-\w+/.exec(events) ?? [];
    expect(bed.run(`events --for=replicaset/${old}`)).toMatch(
      /SuccessfulDelete .* Deleted pod: web-\w+-\w+/,
    );
  });
});
