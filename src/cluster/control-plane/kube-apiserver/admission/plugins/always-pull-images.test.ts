import { describe, expect, it } from 'vitest';
import { AdmissionBed, podOf, specOf } from '../admission-bed.fixture.ts';

describe('AlwaysPullImages', () => {
  const bed = new AdmissionBed('AlwaysPullImages');
  const pinned = { name: 'a', image: 'nginx:1.27', imagePullPolicy: 'IfNotPresent' };

  it('has the images of all containers pulled again, those of init containers too', () => {
    const init = { name: 'init', image: 'busybox:1.36', imagePullPolicy: 'Never' };
    const pod = podOf('web', { containers: [pinned], initContainers: [init] });
    expect(specOf(bed.send(pod))).toMatchObject({
      containers: [{ name: 'a', imagePullPolicy: 'Always' }],
      initContainers: [{ name: 'init', imagePullPolicy: 'Always' }],
    });
    expect(bed.outcomes('AlwaysPullImages')[0]).toBe('changed: imagePullPolicy: Always');
  });

  it('changes nothing in a pod that always pulls, as one with the tag latest does', () => {
    expect(specOf(bed.send(podOf('latest')))).toMatchObject({
      containers: [{ imagePullPolicy: 'Always' }],
    });
    expect(bed.outcomes('AlwaysPullImages')[0]).toBe('passed');
  });

  it('leaves the template of a Deployment as it is written: only its pods pull', () => {
    const labels = { app: 'web' };
    const deployment = {
      apiVersion: 'apps/v1',
      kind: 'Deployment',
      metadata: { name: 'web' },
      spec: {
        selector: { matchLabels: labels },
        template: { metadata: { labels }, spec: { containers: [pinned] } },
      },
    };
    expect(specOf(bed.send(deployment))).toMatchObject({
      template: { spec: { containers: [{ imagePullPolicy: 'IfNotPresent' }] } },
    });
  });

  it('is off unless it is named: a pod may then use an image that the node has', () => {
    const answer = new AdmissionBed().send(podOf('web', { containers: [pinned] }));
    expect(specOf(answer)).toMatchObject({ containers: [{ imagePullPolicy: 'IfNotPresent' }] });
  });
});
