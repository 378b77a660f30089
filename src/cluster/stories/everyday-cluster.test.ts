/** What people expect of a cluster of their own: names, usage, and volumes for claims. */
import { describe, expect, it } from 'vitest';
import { second } from '#base/sim-time';
import { ClusterBed } from '#cluster/cluster-bed.fixture';
import { scenarioClusters } from '#scenarios/clusters';
import { scenarios } from '#scenarios/index';

const bed = new ClusterBed(scenarioClusters.everyday);
bed.wait(scenarios.everyday.readyAt / second);

const claimed = {
  apiVersion: 'apps/v1',
  kind: 'StatefulSet',
  metadata: { name: 'db' },
  spec: {
    serviceName: 'db',
    replicas: 2,
    selector: { matchLabels: { app: 'db' } },
    template: {
      metadata: { labels: { app: 'db' } },
      spec: {
        terminationGracePeriodSeconds: 1,
        containers: [
          {
            name: 'db',
            image: 'busybox',
            command: ['sh', '-c', 'date >> /data/starts; sleep 100000'],
            volumeMounts: [{ name: 'data', mountPath: '/data' }],
          },
        ],
      },
    },
    volumeClaimTemplates: [
      {
        metadata: { name: 'data' },
        spec: {
          accessModes: ['ReadWriteOnce'],
          resources: { requests: { storage: '1Gi' } },
        },
      },
    ],
  },
};

describe('an everyday cluster', () => {
  it('is complete when the first command may be typed', () => {
    const pods = bed.run('get pods --all-namespaces').trim().split('\n').slice(1);
    expect(pods.filter((line) => !/ 1\/1 +Running +0 /.test(line))).toEqual([]);
    expect(bed.run('top nodes')).toMatch(/^node-1 +\d+m/m);
  });

  it('has a default StorageClass, which waits for the first pod of a claim', () => {
    expect(bed.run('get storageclass')).toMatch(
      /^standard \(default\) +rancher\.io\/local-path +Delete +WaitForFirstConsumer +false/m,
    );
  });

  it('gives each pod of a StatefulSet a volume of its own, where the pod is', () => {
    bed.apply(claimed);
    bed.wait(20);
    expect(bed.run('get pods -l app=db').match(/1\/1 +Running/g)).toHaveLength(2);
    const claims = bed.run('get pvc').split('\n');
    expect(claims[1]).toMatch(/^data-db-0 +Bound +pvc-[-0-9a-f]{36} +1Gi +RWO +standard/);
    expect(claims[2]).toMatch(/^data-db-1 +Bound/);
    const path = '{.items[*].spec.nodeAffinity.required.nodeSelectorTerms[0]';
    const nodes = bed.run(`get pv -o 'jsonpath=${path}.matchExpressions[0].values[0]}'`).split(' ');
    const hosts = bed.run("get pods -l app=db -o 'jsonpath={.items[*].spec.nodeName}'").split(' ');
    expect([...nodes].sort()).toEqual([...hosts].sort());
  });

  it('says on the claim who makes its volume, and that it is there', () => {
    const told = bed.run('describe pvc data-db-0');
    expect(told).toContain('WaitForFirstConsumer');
    expect(told).toContain(
      'External provisioner is provisioning volume for claim "default/data-db-0"',
    );
    expect(told).toMatch(/ProvisioningSucceeded .* Successfully provisioned volume pvc-/);
  });

  it('keeps what a pod wrote when the pod comes back', () => {
    bed.run('delete pod db-0');
    bed.wait(10);
    expect(bed.run('exec db-0 -- cat /data/starts').trim().split('\n')).toHaveLength(2);
  });

  it('deletes a volume with its claim', () => {
    bed.run('delete statefulset db');
    bed.run('delete pvc data-db-0 data-db-1');
    bed.wait(10);
    expect(bed.run('get pv')).toBe('No resources found\n');
  });

  it('finds a Service by its name, and knows what pods use', () => {
    bed.run('create deployment nginx --image=nginx');
    bed.run('expose deployment nginx --port=80');
    bed.wait(40);
    const asked = 'run ask --image=busybox --restart=Never -- wget -qO- http://nginx';
    bed.run(asked);
    bed.wait(8);
    expect(bed.run('logs ask')).toContain('Welcome to nginx!');
    expect(bed.run('top pods')).toMatch(/^nginx-\S+ +\d+m +\d+Mi/m);
    expect(bed.run('top nodes')).toMatch(/^node-1 +\d+m/m);
  });
});
