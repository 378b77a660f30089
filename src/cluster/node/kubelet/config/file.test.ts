import { describe, expect, it } from 'vitest';
import { NodeBed } from '#cluster/node/node-bed.fixture';

describe('a static pod', () => {
  const bed = new NodeBed();
  const web = [{ name: 'web', image: 'nginx:1.28' }];
  const manifest = (spec: object, name = 'still'): void => {
    const text = JSON.stringify({ apiVersion: 'v1', kind: 'Pod', metadata: { name }, spec });
    bed.host(`put_manifest 1 ${text}`);
  };

  it('has its events under the UID that its kubelet knows', () => {
    manifest({ terminationGracePeriodSeconds: 1, containers: web });
    bed.wait(5);
    expect(bed.run('describe pod still-node-1')).toMatch(/Normal +Started +\S+ +kubelet/);
  });

  it('stays while its file is unreadable, until the folder is listed again', () => {
    bed.host('put_manifest 1 "kind: [Pod"');
    bed.wait(5);
    expect(bed.run('get pods')).toContain('still-node-1');
    bed.wait(25);
    expect(bed.run('get pods')).not.toContain('still-node-1');
  });

  it('whose file goes while the runtime is down ends when it is back', () => {
    manifest({ terminationGracePeriodSeconds: 1, containers: web });
    bed.wait(5);
    bed.host('stop_component node-1-containerd');
    bed.wait(2);
    bed.host('rm_manifest 1');
    bed.wait(5);
    expect(bed.run('get pods')).toContain('still-node-1');
    bed.host('start_component node-1-containerd');
    bed.wait(15);
    expect(bed.run('get pods')).not.toContain('still-node-1');
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
    [
      'clustertrustbundles',
      {
        containers: web,
        volumes: [
          {
            name: 'v',
            projected: { sources: [{ clusterTrustBundle: { name: 'b', path: 'ca.pem' } }] },
          },
        ],
      },
    ],
  ])('may not reference %s', (resource, spec) => {
    manifest(spec, 'needy');
    bed.wait(3);
    expect(bed.run('get pods')).not.toContain('needy');
    expect(notes()).toContain(`static pods may not reference ${resource}`);
  });

  it('must be valid', () => {
    manifest({ containers: [{ name: 'Web' }] }, 'wrong');
    bed.wait(3);
    expect(bed.run('get pods')).not.toContain('wrong');
    expect(notes()).toContain('spec.containers[0].image: Required value');
  });

  const notes = (): string =>
    bed
      .facts('Noted')
      .filter(({ message }) => message === 'static-pod.invalid')
      .map((fact) => JSON.stringify(fact))
      .join('\n');
});
