import { describe, expect, it } from 'vitest';
import type { PodTemplateSpec } from '#k8s.io/api/core/v1';
import everyField from './fixtures/pod-template.json';
import recorded from './fixtures/recorded-pod-templates.json';
import { asObject } from './json-value.ts';
import { computeHash, hashControllerRevision } from './pod-template-hash.ts';

/** What defaulting makes of `kubectl create deployment nginx --image={image}`. */
const nginx = (image: string, imagePullPolicy: 'Always' | 'IfNotPresent'): PodTemplateSpec => ({
  metadata: { labels: { app: 'nginx' } },
  spec: {
    containers: [
      {
        name: 'nginx',
        image,
        resources: {},
        terminationMessagePath: '/dev/termination-log',
        terminationMessagePolicy: 'File',
        imagePullPolicy,
      },
    ],
    restartPolicy: 'Always',
    terminationGracePeriodSeconds: 30,
    dnsPolicy: 'ClusterFirst',
    securityContext: {},
    schedulerName: 'default-scheduler',
  },
});

describe('pod-template-hash', () => {
  it.each([
    ['nginx', 'Always', '7f8fbb96d', '79dbfc4f57'],
    ['nginx:1.25', 'IfNotPresent', '7cd5cff77d', 'd9777846c'],
    ['nginx:1.27', 'IfNotPresent', '747d4c55d8', '7849975d69'],
  ] as const)('is for %s what the v1.36 types give', (image, pullPolicy, hash, afterCollision) => {
    expect(computeHash(nginx(image, pullPolicy))).toBe(hash);
    expect(computeHash(nginx(image, pullPolicy), 1)).toBe(afterCollision);
  });

  it.each(recorded)('is $hash for the template that a real controller gave it', (sample) => {
    expect(computeHash(sample.template as PodTemplateSpec)).toBe(sample.hash);
  });

  it('covers volumes, probes, affinity, quantities and every other part of a template', () => {
    // The sum 2077412139 was computed by Go from k8s.io/api v0.36.3.
    expect(computeHash(asObject<PodTemplateSpec>(everyField))).toBe('64cc85657f');
  });
});

describe('the revision hash of a StatefulSet', () => {
  it('is that of the recorded revision', () => {
    const { spec, metadata } = nginx('nginx:1.28', 'IfNotPresent');
    const template = {
      $patch: 'replace',
      metadata: { ...metadata, labels: { app: 'db' } },
      spec: {
        ...spec,
        containers: spec?.containers.map((container) => ({ ...container, name: 'db' })) ?? [],
        terminationGracePeriodSeconds: 1,
      },
    };
    const data = JSON.parse(JSON.stringify({ spec: { template } }));
    expect(hashControllerRevision(data, 0)).toBe('5686f9c874');
  });
});
