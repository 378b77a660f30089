import { describe, expect, it } from 'vitest';
import type { PodTemplateSpec } from '#k8s.io/api/core/v1';
import { templatePatch } from './controller-revisions.ts';

describe('the patch in a ControllerRevision', () => {
  it('has its members in the order of a Go map, at every depth', () => {
    const containers = [{ name: 'a', image: 'nginx', args: ['z', 'b'] }];
    const template = { spec: { dnsPolicy: 'ClusterFirst', containers }, metadata: {} };
    expect(JSON.stringify(templatePatch(template as PodTemplateSpec))).toBe(
      '{"spec":{"template":{"$patch":"replace","metadata":{},"spec":{"containers":' +
        '[{"args":["z","b"],"image":"nginx","name":"a"}],"dnsPolicy":"ClusterFirst"}}}}',
    );
  });
});
