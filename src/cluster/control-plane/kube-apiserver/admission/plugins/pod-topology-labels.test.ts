import { beforeAll, describe, expect, it } from 'vitest';
import { objectOf } from '../../api.test.fixture.ts';
import { AdmissionBed, podOf } from '../admission-bed.fixture.ts';

const topology = {
  'topology.kubernetes.io/zone': 'eu-1a',
  'topology.kubernetes.io/region': 'eu-1',
};
const node = (name: string, labels: object) => ({
  apiVersion: 'v1',
  kind: 'Node',
  metadata: { name, labels },
});

describe('PodTopologyLabels', () => {
  let bed: AdmissionBed;
  const labelsOf = (name: string) =>
    objectOf(bed.api.call('GET', `/api/v1/namespaces/default/pods/${name}`)).metadata.labels;
  const bind = (name: string, target: string) =>
    bed.api.create(`/api/v1/namespaces/default/pods/${name}/binding`, {
      apiVersion: 'v1',
      kind: 'Binding',
      metadata: { name },
      target: { apiVersion: 'v1', kind: 'Node', name: target },
    });

  beforeAll(() => {
    bed = new AdmissionBed();
    bed.send(node('near', { ...topology, 'example.com/rack': '7' }));
    bed.send(node('bare', {}));
  });

  it('labels a pod with the zone and region of the node that it is bound to, and no more', () => {
    const labels = { app: 'web' };
    bed.send(podOf('web', {}, { labels }));
    expect(labelsOf('web')).toEqual(labels);
    expect(bind('web', 'near').code).toBe(201);
    expect(labelsOf('web')).toEqual({ ...labels, ...topology });
  });

  it('labels a pod that is created on a node, without a binding', () => {
    bed.send(podOf('direct', { nodeName: 'near' }));
    expect(labelsOf('direct')).toEqual(topology);
  });

  it('puts the truth where the pod claims another zone', () => {
    const labels = { 'topology.kubernetes.io/zone': 'mars' };
    bed.send(podOf('liar', { nodeName: 'near' }, { labels }));
    expect(labelsOf('liar')).toEqual(topology);
  });

  it('adds nothing on a node without these labels, or one that is not there', () => {
    bed.send(podOf('plain'));
    expect(bind('plain', 'bare').code).toBe(201);
    expect(labelsOf('plain')).toBeUndefined();
    bed.send(podOf('lost', { nodeName: 'nope' }));
    expect(labelsOf('lost')).toBeUndefined();
  });
});
