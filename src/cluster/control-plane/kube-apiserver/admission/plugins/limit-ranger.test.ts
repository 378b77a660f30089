import { beforeAll, describe, expect, it } from 'vitest';
import { messageOf, objectOf } from '../../api.test.fixture.ts';
import { AdmissionBed, podOf } from '../admission-bed.fixture.ts';

const range = (namespace: string, ...limits: readonly object[]) => ({
  apiVersion: 'v1',
  kind: 'LimitRange',
  metadata: { name: 'range', namespace },
  spec: { limits },
});
const requests = (cpu: string) => ({ requests: { cpu } });
const limits = (cpu: string) => ({ limits: { cpu } });

describe('LimitRanger', () => {
  let bed: AdmissionBed;
  const into = (namespace: string, resources: object = {}) =>
    bed.send(podOf('x', { containers: [{ name: 'a', image: 'nginx', resources }] }, { namespace }));

  beforeAll(() => {
    bed = new AdmissionBed();
    const ranges = {
      min: { type: 'Container', min: { cpu: '100m' } },
      max: { type: 'Container', max: { cpu: '1' } },
      ratio: { type: 'Container', maxLimitRequestRatio: { cpu: '2' } },
      'pod-min': { type: 'Pod', min: { cpu: '100m' } },
      'pod-max': { type: 'Pod', max: { cpu: '1' } },
      both: { type: 'Container', min: { cpu: '100m', memory: '1Gi' } },
      claims: { type: 'PersistentVolumeClaim', max: { storage: '2Gi' } },
      defaults: {
        type: 'Container',
        max: { cpu: '1' },
        min: { cpu: '10m' },
        default: { cpu: '200m', memory: '128Mi' },
        defaultRequest: { cpu: '100m', memory: '64Mi' },
      },
    };
    for (const [name, item] of Object.entries(ranges)) {
      bed.namespace(name);
      bed.send(range(name, item));
    }
  });

  it('fills the resources that a container does not name, and notes which in the pod', () => {
    const text =
      'LimitRanger plugin set: cpu, memory request for container a; ' +
      'cpu, memory limit for container a';
    expect(objectOf(into('defaults'))).toMatchObject({
      metadata: { annotations: { 'kubernetes.io/limit-ranger': text } },
      spec: { containers: [{ resources: { requests: { cpu: '100m', memory: '64Mi' } } }] },
      status: { qosClass: 'Burstable' },
    });
  });

  it('keeps what a container names itself', () => {
    const own = {
      requests: { cpu: '150m', memory: '1Mi' },
      limits: { cpu: '150m', memory: '2Mi' },
    };
    const pod = podOf(
      'own',
      { containers: [{ name: 'a', image: 'nginx', resources: own }] },
      { namespace: 'defaults' },
    );
    const kept = objectOf(bed.send(pod));
    expect(kept).toMatchObject({ spec: { containers: [{ resources: own }] } });
    expect(kept.metadata.annotations).toBeUndefined();
  });

  it('bounds them', () => {
    expect(messageOf(into('defaults', { ...limits('2'), ...requests('2') }))).toBe(
      'pods "x" is forbidden: maximum cpu usage per Container is 1, but limit is 2',
    );
  });

  it.each([
    ['min', requests('10m'), 'minimum cpu usage per Container is 100m, but request is 10m'],
    ['pod-min', {}, 'minimum cpu usage per Pod is 100m.  No request is specified'],
    ['max', limits('2'), 'maximum cpu usage per Container is 1, but limit is 2'],
    ['pod-max', {}, 'maximum cpu usage per Pod is 1.  No limit is specified'],
    [
      'ratio',
      { ...requests('100m'), ...limits('500m') },
      'cpu max limit to request ratio per Container is 2, but provided ratio is 5.000000',
    ],
    [
      'both',
      { requests: { cpu: '10m', memory: '1Mi' } },
      '[minimum cpu usage per Container is 100m, but request is 10m, minimum memory usage per ' +
        'Container is 1Gi, but request is 1Mi]',
    ],
  ])('refuses in the namespace %s a pod of %j', (namespace, resources, detail) => {
    const refused = into(namespace, resources);
    expect([refused.code, messageOf(refused)]).toEqual([403, `pods "x" is forbidden: ${detail}`]);
  });

  it('has a container without a request ask for the minimum', () => {
    expect(objectOf(into('min'))).toMatchObject({
      spec: { containers: [{ resources: { requests: { cpu: '100m' } } }] },
    });
  });

  it('takes the limit for the request where only the limit is named', () => {
    expect(into('ratio', limits('100m')).code).toBe(201);
  });

  it('bounds what claims ask for', () => {
    const claim = (name: string, storage: string) => ({
      apiVersion: 'v1',
      kind: 'PersistentVolumeClaim',
      metadata: { name, namespace: 'claims' },
      spec: { accessModes: ['ReadWriteOnce'], resources: { requests: { storage } } },
    });
    expect(bed.send(claim('small', '2Gi')).code).toBe(201);
    expect(messageOf(bed.send(claim('large', '3Gi')))).toBe(
      'persistentvolumeclaims "large" is forbidden: maximum storage usage per ' +
        'PersistentVolumeClaim is 2Gi, but request is 3Gi',
    );
  });
});
