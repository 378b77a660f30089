import { describe, expect, it } from 'vitest';
import type { EndpointSlice } from '#k8s.io/api/discovery/v1';
import { asObject } from '#k8s.io/apimachinery/json-value';
import { SliceTracker } from './slice-tracker.ts';

const slice = (uid: string, generation: number) =>
  asObject<EndpointSlice>({ metadata: { uid, generation } });
const web = 'default/web';

describe('what the controller wrote of the slices of a service', () => {
  it('is ahead of a cache that has not seen a new, a changed or a deleted slice', () => {
    const tracker = new SliceTracker();
    expect(tracker.isStale(web, [])).toBe(false);
    tracker.wrote(web, slice('a', 1));
    expect(tracker.isStale(web, [])).toBe(true);
    expect(tracker.isStale(web, [slice('a', 1)])).toBe(false);
    tracker.wrote(web, slice('a', 2));
    expect(tracker.isStale(web, [slice('a', 1)])).toBe(true);
    tracker.deleted(web, slice('a', 2));
    expect(tracker.isStale(web, [slice('a', 2)])).toBe(true);
    expect(tracker.isStale(web, [])).toBe(false);
  });

  it('is not what others wrote', () => {
    const tracker = new SliceTracker();
    tracker.wrote(web, slice('a', 2));
    expect(tracker.isForeign(web, slice('a', 2))).toBe(false);
    expect(tracker.isForeign(web, slice('a', 3))).toBe(true);
    expect(tracker.isForeign(web, slice('b', 1))).toBe(true);
  });

  it('makes the deletion by somebody else a surprise, until the service is gone', () => {
    const tracker = new SliceTracker();
    for (const uid of ['a', 'b', 'c']) tracker.wrote(web, slice(uid, 1));
    tracker.deleted(web, slice('a', 1));
    expect(tracker.isSurprisedByDeletion(web, slice('a', 1))).toBe(false);
    expect(tracker.isSurprisedByDeletion(web, slice('b', 1))).toBe(true);
    tracker.forget(web);
    expect(tracker.isSurprisedByDeletion(web, slice('c', 1))).toBe(false);
  });
});
