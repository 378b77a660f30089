import type { Pod, PodSpec } from '#k8s.io/api/core/v1';

/** A pod as the API server returns it, with one container unless the spec differs. */
export const podOf = (spec: Partial<PodSpec> = {}): Pod => ({
  apiVersion: 'v1',
  kind: 'Pod',
  metadata: {
    name: 'p',
    namespace: 'default',
    uid: 'u',
    resourceVersion: '1',
    creationTimestamp: '2026-01-01T00:00:00Z',
  },
  spec: { containers: [{ name: 'app', image: 'nginx' }], ...spec },
});
