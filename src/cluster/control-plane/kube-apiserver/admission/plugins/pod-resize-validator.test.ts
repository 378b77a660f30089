import { beforeAll, describe, expect, it } from 'vitest';
import { messageOf } from '../../api.test.fixture.ts';
import { AdmissionBed, podOf } from '../admission-bed.fixture.ts';

const sized = (requests: object) => ({
  containers: [{ name: 'a', image: 'nginx', resources: { requests } }],
});
const node = (name: string, os: string) => ({
  apiVersion: 'v1',
  kind: 'Node',
  metadata: { name, labels: { 'kubernetes.io/os': os } },
  status: { allocatable: { cpu: '2', memory: '1Gi' } },
});

describe('PodResizeValidator', () => {
  let bed: AdmissionBed;
  const resize = (name: string, nodeName: string | undefined, requests: object) => {
    const pod = podOf(name, { ...sized({ cpu: '1', memory: '64Mi' }), nodeName });
    bed.send(pod);
    return bed.change(pod, { spec: sized(requests) }, { subresource: 'resize' });
  };

  beforeAll(() => {
    bed = new AdmissionBed();
    bed.send(node('near', 'linux'));
    bed.send(node('glass', 'windows'));
  });

  it('lets a pod grow to all that its node has', () => {
    expect(resize('fits', 'near', { cpu: '2', memory: '1Gi' }).code).toBe(200);
    expect(bed.outcomes('PodResizeValidator')[1]).toBe('passed');
  });

  it('refuses more cpu than the node has, with the cause NodeCapacity', () => {
    const refused = resize('grow', 'near', { cpu: '9', memory: '64Mi' });
    expect([refused.code, messageOf(refused)]).toEqual([
      403,
      'pods "grow" is forbidden: node didn\'t have enough allocatable resources: ' +
        'cpu, requested: 9000, allocatable: 2000',
    ]);
    expect(refused.body).toMatchObject({ details: { causes: [{ reason: 'NodeCapacity' }] } });
  });

  it('names cpu and memory when both are too much', () => {
    expect(messageOf(resize('both', 'near', { cpu: '2500m', memory: '2Gi' }))).toContain(
      'cpu, requested: 2500, allocatable: 2000; ' +
        'memory, requested: 2147483648, allocatable: 1073741824',
    );
  });

  it('refuses on a node of Windows, and on one that is not there', () => {
    expect(messageOf(resize('win', 'glass', { cpu: '2', memory: '64Mi' }))).toContain(
      'pod resize is only supported on linux nodes, node "glass" is "windows"',
    );
    expect(messageOf(resize('lost', 'nope', { cpu: '2', memory: '64Mi' }))).toContain(
      'node "nope" not found',
    );
  });

  it('asks nothing about a pod that has no node, or whose spec stays as it is', () => {
    expect(resize('free', undefined, { cpu: '9', memory: '64Mi' }).code).toBe(200);
    expect(resize('same', 'nope', { cpu: '1', memory: '64Mi' }).code).toBe(200);
  });

  it('is not asked when the pod changes in any other way', () => {
    const pod = podOf('other', { nodeName: 'nope' });
    bed.send(pod);
    expect(bed.change(pod, { metadata: { labels: { a: 'b' } } }).code).toBe(200);
    expect(bed.outcomes('PodResizeValidator')[1]).toBe('inert: does not handle this');
  });
});
