import { describe, expect, it } from 'vitest';
import type { Pod, Service } from '#k8s.io/api/core/v1';
import { asObject } from '#k8s.io/apimachinery/json-value';
import { TriggerTimeTracker } from './service-selection.ts';

const at = (second: number): string => `2026-01-01T00:00:${String(second).padStart(2, '0')}Z`;
const service = (created: number) =>
  asObject<Service>({ metadata: { creationTimestamp: at(created) } });
const pod = (name: string, ready?: number) =>
  asObject<Pod>({
    metadata: { name, creationTimestamp: at(10) },
    status:
      ready === undefined ? {} : { conditions: [{ type: 'Ready', lastTransitionTime: at(ready) }] },
  });

describe('the moment at which the endpoints of a service had to change', () => {
  it('is that of the service itself at first', () => {
    const tracker = new TriggerTimeTracker();
    expect(tracker.compute('default/web', service(20), [pod('a', 12)])).toBe(at(20));
    expect(tracker.compute('default/web', service(20), [pod('a', 12)])).toBeUndefined();
  });

  it('is when a pod became ready, also in the second in which it was created', () => {
    const tracker = new TriggerTimeTracker();
    tracker.compute('default/web', service(5), []);
    // The pod is bound and has no conditions from its kubelet yet.
    expect(tracker.compute('default/web', service(5), [pod('a')])).toBeUndefined();
    expect(tracker.compute('default/web', service(5), [pod('a', 10)])).toBe(at(10));
  });

  it('is the earliest of several', () => {
    const tracker = new TriggerTimeTracker();
    tracker.compute('default/web', service(5), []);
    const pods = [pod('a', 14), pod('b', 12), pod('c')];
    expect(tracker.compute('default/web', service(5), pods)).toBe(at(12));
    expect(tracker.compute('default/web', service(30), [pod('a', 40), pod('b', 12)])).toBe(at(30));
  });
});
