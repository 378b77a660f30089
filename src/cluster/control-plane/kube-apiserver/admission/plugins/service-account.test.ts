import { beforeAll, describe, expect, it } from 'vitest';
import { ms, seconds } from '#base/sim-time';
import type { Pod } from '#k8s.io/api/core/v1';
import type { HttpResponse } from '#k8s.io/client-go/rest/http';
import { messageOf, objectOf } from '../../api.test.fixture.ts';
import { AdmissionBed, podOf } from '../admission-bed.fixture.ts';

const mountPath = '/var/run/secrets/kubernetes.io/serviceaccount';
const account = (name: string, more: object = {}) => ({
  apiVersion: 'v1',
  kind: 'ServiceAccount',
  metadata: { name },
  ...more,
});
const podIn = (answer: HttpResponse) => objectOf(answer) as Pod;

describe('ServiceAccount', () => {
  let bed: AdmissionBed;

  beforeAll(() => {
    bed = new AdmissionBed();
    bed.send(account('quiet', { automountServiceAccountToken: false }));
    bed.send(account('puller', { imagePullSecrets: [{ name: 'registry' }] }));
  });

  it('runs a pod as the default account, with its token in every container', () => {
    const init = { name: 'init', image: 'busybox' };
    const { spec } = podIn(bed.send(podOf('web', { initContainers: [init] })));
    expect(spec.serviceAccountName).toBe('default');
    const [volume] = spec.volumes ?? [];
    expect(volume?.name).toMatch(/^kube-api-access-[a-z0-9]{5}$/);
    expect(volume?.projected?.defaultMode).toBe(420);
    expect(volume?.projected?.sources?.[0]).toEqual({
      serviceAccountToken: { expirationSeconds: 3607, path: 'token' },
    });
    for (const container of [...spec.containers, ...(spec.initContainers ?? [])]) {
      expect(container.volumeMounts).toEqual([{ name: volume?.name, readOnly: true, mountPath }]);
    }
  });

  it('brings no token where the pod has a volume of its own in that place', () => {
    const volumeMounts = [{ name: 'own', mountPath }];
    const containers = [{ name: 'a', image: 'nginx', volumeMounts }];
    const volumes = [{ name: 'own', emptyDir: {} }];
    const { spec } = podIn(bed.send(podOf('own', { containers, volumes })));
    expect(spec.volumes?.map(({ name }) => name)).toEqual(['own']);
  });

  it('brings none when the account says so, unless the pod says otherwise', () => {
    const quiet = { serviceAccountName: 'quiet' };
    expect(podIn(bed.send(podOf('quiet', quiet))).spec.volumes).toBeUndefined();
    const loud = { ...quiet, automountServiceAccountToken: true };
    expect(podIn(bed.send(podOf('loud', loud))).spec.volumes).toHaveLength(1);
  });

  it('has a pod pull with the secrets of its account, if it names none', () => {
    const puller = { serviceAccountName: 'puller' };
    const pulled = podIn(bed.send(podOf('pulled', puller))).spec.imagePullSecrets;
    expect(pulled).toEqual([{ name: 'registry' }]);
    const imagePullSecrets = [{ name: 'mine' }];
    const own = podIn(bed.send(podOf('mine', { ...puller, imagePullSecrets })));
    expect(own.spec.imagePullSecrets).toEqual(imagePullSecrets);
  });

  it('refuses at once an account that is not there', () => {
    const before = bed.api.sim.now;
    const refused = bed.send(podOf('x', { serviceAccountName: 'nope' }));
    expect([refused.code, messageOf(refused)]).toEqual([
      403,
      'pods "x" is forbidden: error looking up service account default/nope: ' +
        'serviceaccount "nope" not found',
    ]);
    expect(bed.api.sim.now - before).toBeLessThan(ms(100));
  });

  it('waits a second or two for the default account of a new namespace', () => {
    bed.send({ apiVersion: 'v1', kind: 'Namespace', metadata: { name: 'new' } });
    const before = bed.api.sim.now;
    const refused = bed.send(podOf('x', {}, { namespace: 'new' }));
    expect(messageOf(refused)).toContain('serviceaccount "default" not found');
    expect(bed.api.sim.now - before).toBeGreaterThan(ms(900));
    expect(bed.api.sim.now - before).toBeLessThan(seconds(2));
  });
});
