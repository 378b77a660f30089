import { describe, expect, it } from 'vitest';
import { AdmissionBed, podOf } from '../admission-bed.fixture.ts';

const node = {
  ...{ apiVersion: 'v1', kind: 'Node', metadata: { name: 'node-1' } },
  status: { allocatable: { cpu: '4' } },
};

describe('NodeDeclaredFeatureValidator', () => {
  const bed = new AdmissionBed();
  const idle = 'inert: no node of this cluster declares features';

  it('is on and holds a change of a pod against nothing: no node declares features', () => {
    bed.send(node);
    const pod = podOf('web', { nodeName: 'node-1' });
    bed.send(pod);
    expect(bed.change(pod, { metadata: { labels: { a: 'b' } } }).code).toBe(200);
    expect(bed.outcomes('NodeDeclaredFeatureValidator')).toEqual([idle, idle]);
  });

  it('lets a pod on such a node be resized', () => {
    const sized = (cpu: string) => ({
      containers: [{ name: 'a', image: 'nginx', resources: { requests: { cpu } } }],
    });
    const pod = podOf('sized', { ...sized('1'), nodeName: 'node-1' });
    bed.send(pod);
    expect(bed.change(pod, { spec: sized('2') }, { subresource: 'resize' }).code).toBe(200);
  });
});
