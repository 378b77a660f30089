/** What kubectl shows of configuration, volumes and static pods, word by word. */

import { describe, expect, it } from 'vitest';
import { splitWords } from '#base/shell-words';
import { seconds } from '#base/sim-time';
import { clusterOf } from '#scenarios/clusters';
import { readHostAction } from '#trace/host-words';
import { allParts } from '../parts/all-parts.ts';
import { ClusterSimulation } from '../run/cluster-simulation.ts';

const simulation = new ClusterSimulation(clusterOf(2), 4, allParts);
const { sim } = simulation;
const wait = (time: number): void => {
  sim.run(sim.now + seconds(time));
};
wait(30);

function kubectl(line: string, object?: object): string {
  const stdin = object === undefined ? {} : { stdin: JSON.stringify(object) };
  const command = { argv: splitWords(line), user: 'admin', ...stdin };
  const result = simulation.runCommand(command, seconds(120));
  return `${result?.stdout}${result?.stderr}`;
}

const apply = (object: object): string => kubectl('apply -f -', object);

function pod(name: string, spec: object, container: object = {}): void {
  const app = { name: 'app', image: 'busybox:1.36', command: ['sleep', '1000'], ...container };
  apply({
    apiVersion: 'v1',
    kind: 'Pod',
    metadata: { name },
    spec: { terminationGracePeriodSeconds: 1, containers: [app], ...spec },
  });
}

const manifest = (node: number, spec: object, name = 'still'): void => {
  const metadata = { name };
  const text = JSON.stringify({ apiVersion: 'v1', kind: 'Pod', metadata, spec });
  expect(simulation.hostAction(readHostAction(`put_manifest ${node} ${text}`)).ok).toBe(true);
};
const web = [{ name: 'web', image: 'nginx:1.28' }];

describe('configuration', () => {
  it('that is written as text becomes data', () => {
    const secret = { apiVersion: 'v1', kind: 'Secret', metadata: { name: 'login' } };
    apply({ ...secret, stringData: { user: 'me' } });
    expect(kubectl('get secret login -o jsonpath={.data}{.stringData}')).toBe('{"user":"bWU="}');
    apply({ ...secret, stringData: { user: 'you' } });
    expect(kubectl('get secret login -o jsonpath={.data.user}')).toBe('eW91');
  });

  it('from several sources of envFrom is that of the last one', () => {
    for (const [name, value] of Object.entries({ one: '1', two: '2' })) {
      kubectl(`create configmap ${name} --from-literal=WHO=${value}`);
    }
    const envFrom = [{ configMapRef: { name: 'one' } }, { configMapRef: { name: 'two' } }];
    pod('env', {}, { command: ['sh', '-c', 'echo $WHO'], envFrom });
    wait(5);
    expect(kubectl('logs env')).toBe('2\n');
  });
});

describe('a directory in memory', () => {
  it('takes no more than its limit', () => {
    const volumes = [{ name: 'm', emptyDir: { medium: 'Memory', sizeLimit: '18Mi' } }];
    const script = 'dd if=/dev/zero of=/m/big bs=1M count=20';
    const volumeMounts = [{ name: 'm', mountPath: '/m' }];
    pod(
      'small',
      { volumes, restartPolicy: 'Never' },
      { command: ['sh', '-c', script], volumeMounts },
    );
    wait(5);
    expect(kubectl('logs small')).toBe(
      "dd: error writing '/m/big': No space left on device\n" +
        '19+0 records in\n18+0 records out\n',
    );
  });
});

describe('kubectl describe pod', () => {
  const items = [
    { path: 'labels', fieldRef: { fieldPath: 'metadata.labels' } },
    { path: 'cpu', resourceFieldRef: { containerName: 'app', resource: 'limits.cpu' } },
  ];
  const field = (name: string, resource: string, divisor = '1'): object => ({
    name,
    valueFrom: { resourceFieldRef: { resource, divisor } },
  });
  const spec = { storageClassName: 'fast', accessModes: ['ReadWriteOnce'] };
  const claim = { spec: { ...spec, resources: { requests: { storage: '1Gi' } } } };
  pod(
    'told',
    {
      volumes: [
        { name: 'info', downwardAPI: { items } },
        { name: 'own', ephemeral: { volumeClaimTemplate: claim } },
        { name: 'art', image: { reference: 'nginx:1.28' } },
        { name: 'disk', csi: { driver: 'x.io', volumeAttributes: { b: '2', a: '1' } } },
      ],
    },
    {
      resources: { requests: { cpu: '250m' } },
      env: [field('LIMIT', 'limits.cpu'), field('ASKED', 'requests.cpu', '1m')],
    },
  );
  const told = kubectl('describe pod told');

  it('names the files of the downward API without columns', () => {
    expect(told).toContain(
      '  info:\n    Type:  DownwardAPI (a volume populated by information about the pod)\n' +
        '    Items:\n      metadata.labels -> labels\n      limits.cpu -> cpu\n',
    );
  });

  it('shows the claim that a volume is made from', () => {
    expect(told).toMatch(/Type: +EphemeralVolume \(an inline specification for a volume/);
    expect(told).toMatch(/ {4}StorageClass: +fast\n {4}Volume: +\n {4}Labels: +<none>\n/);
  });

  it('knows images and CSI volumes', () => {
    expect(told).toMatch(
      /Type: +Image \(a container image or OCI artifact\)\n {4}Reference: +nginx/,
    );
    expect(told).toMatch(/ {4}VolumeAttributes: +a=1\n +b=2\n/);
  });

  it('computes amounts of resources, and leaves an unset limit to the node', () => {
    expect(told).toMatch(/LIMIT: +node allocatable \(limits\.cpu\)/);
    expect(told).toMatch(/ASKED: +250 \(requests\.cpu\)/);
  });
});

describe('kubectl set env', () => {
  it('lists where a value comes from', () => {
    const listed = kubectl('set env pod/told --list');
    expect(listed).toContain('# ASKED from resource field requests.cpu\n');
  });
});

describe('a static pod', () => {
  it('has its events under the UID that its kubelet knows', () => {
    manifest(1, { terminationGracePeriodSeconds: 1, containers: web });
    wait(5);
    expect(kubectl('describe pod still-node-1')).toMatch(/Normal +Started +\S+ +kubelet/);
  });

  it('stays while its file is unreadable, until the folder is listed again', () => {
    expect(simulation.hostAction(readHostAction('put_manifest 1 "kind: [Pod"')).ok).toBe(true);
    wait(5);
    expect(kubectl('get pods')).toContain('still-node-1');
    wait(25);
    expect(kubectl('get pods')).not.toContain('still-node-1');
  });

  it('whose file goes while the runtime is down ends when it is back', () => {
    manifest(1, { terminationGracePeriodSeconds: 1, containers: web });
    wait(5);
    simulation.hostAction(readHostAction('stop_component node-1-containerd'));
    wait(2);
    simulation.hostAction(readHostAction('rm_manifest 1'));
    wait(5);
    expect(kubectl('get pods')).toContain('still-node-1');
    simulation.hostAction(readHostAction('start_component node-1-containerd'));
    wait(15);
    expect(kubectl('get pods')).not.toContain('still-node-1');
  });

  it.each([
    ['serviceaccounts', { serviceAccountName: 'me', containers: web }],
    ['configmaps', { containers: [{ ...web[0], envFrom: [{ configMapRef: { name: 'one' } }] }] }],
    ['secrets', { containers: web, volumes: [{ name: 'v', secret: { secretName: 's' } }] }],
    [
      'persistentvolumeclaims',
      {
        containers: web,
        volumes: [{ name: 'v', persistentVolumeClaim: { claimName: 'c' } }],
      },
    ],
  ])('may not reference %s', (resource, spec) => {
    manifest(2, spec, 'needy');
    wait(3);
    expect(kubectl('get pods')).not.toContain('needy');
    expect(notes()).toContain(`static pods may not reference ${resource}`);
  });

  it('must be valid', () => {
    manifest(2, { containers: [{ name: 'Web' }] }, 'wrong');
    wait(3);
    expect(kubectl('get pods')).not.toContain('wrong');
    expect(notes()).toContain('spec.containers[0].image: Required value');
  });

  const notes = (): string =>
    simulation.tracer.facts
      .filter((fact) => fact.type === 'Noted' && fact.message === 'static-pod.invalid')
      .map((fact) => JSON.stringify(fact))
      .join('\n');
});

describe('a node', () => {
  it('that is drained drops warnings of earlier filters', () => {
    const volumes = [{ name: 'e', emptyDir: {} }];
    pod('bare', { nodeName: 'node-2', volumes });
    wait(5);
    expect(kubectl('drain node-2 --force --delete-emptydir-data')).toContain(
      'Warning: deleting Pods that declare no controller: default/bare',
    );
    expect(kubectl('uncordon node-2')).toBe('node/node-2 uncordoned\n');
  });

  it('whose kubelet does not answer cannot be asked', () => {
    pod('mute', { nodeName: 'node-2' });
    wait(5);
    simulation.hostAction(readHostAction('stop_kubelet 2'));
    wait(1);
    const [, address = ''] = /"address": "([\d.]+)"/.exec(kubectl('get node node-2 -o json')) ?? [];
    const why = `dial tcp ${address}:10250: connect: connection refused\n`;
    expect(kubectl('exec mute -- ls')).toBe(`Error from server: error dialing backend: ${why}`);
    expect(kubectl('logs mute')).toBe(
      `Error from server: Get "https://${address}:10250/containerLogs/default/mute/app": ${why}`,
    );
  });
});
