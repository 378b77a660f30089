import { describe, expect, it } from 'vitest';
import type { Pod, Service } from '#k8s.io/api/core/v1';
import type { EndpointSlice } from '#k8s.io/api/discovery/v1';
import { asObject } from '#k8s.io/apimachinery/json-value';
import { desiredSlices, managedBy, managedByLabel, planSlices } from './reconciler.ts';

const service = (uid: string, spec: object = {}): Service =>
  asObject<Service>({
    metadata: { name: 'web', namespace: 'default', uid },
    spec: { selector: { app: 'web' }, ports: [{ port: 80, targetPort: 80 }], ...spec },
  });
const pod = asObject<Pod>({
  metadata: { name: 'web-1', namespace: 'default', uid: 'p1' },
  spec: { nodeName: 'node-9', containers: [] },
  status: {
    phase: 'Running',
    podIPs: [{ ip: '10.244.0.5' }],
    conditions: [{ type: 'Ready', status: 'True' }],
  },
});
const slice = (owner: string): EndpointSlice =>
  asObject<EndpointSlice>({
    metadata: {
      name: 'web-abcde',
      uid: 's1',
      labels: { [managedByLabel]: managedBy, 'kubernetes.io/service-name': 'web' },
      ownerReferences: [{ kind: 'Service', name: 'web', uid: owner }],
    },
    addressType: 'IPv4',
    ports: [],
    endpoints: [],
  });

describe('the slices of a service', () => {
  it('leave out a pod whose node is gone, and say so', () => {
    const { groups, skipped } = desiredSlices(service('u1'), [pod], () => undefined);
    expect(skipped).toEqual(['skipping Pod web-1 for Service default/web: Node node-9 Not Found']);
    expect(groups.flatMap(({ endpoints }) => endpoints)).toEqual([]);
  });

  it('hold such a pod when the service publishes what is not ready', () => {
    const publishing = service('u1', { publishNotReadyAddresses: true });
    const { groups, skipped } = desiredSlices(publishing, [pod], () => undefined);
    expect(skipped).toEqual([]);
    expect(groups[0]?.endpoints[0]).toMatchObject({ nodeName: 'node-9' });
  });

  it('are made anew for a service of the same name as one before', () => {
    const desired = desiredSlices(service('u2'), [], () => undefined);
    const own = planSlices(service('u2'), desired, [slice('u2')], undefined);
    expect(own).toEqual({ create: [], update: [], delete: [] });
    const other = planSlices(service('u2'), desired, [slice('u1')], undefined);
    expect(other.create).toHaveLength(1);
    expect(other.delete.map(({ metadata }) => metadata.name)).toEqual(['web-abcde']);
  });

  it('have no annotations rather than empty ones', () => {
    const renamed = {
      ...service('u1'),
      metadata: { ...service('u1').metadata, labels: { a: 'b' } },
    };
    const desired = desiredSlices(renamed, [], () => undefined);
    const { update } = planSlices(renamed, desired, [slice('u1')], undefined);
    expect(update).toHaveLength(1);
    expect(update[0]?.metadata).not.toHaveProperty('annotations');
  });
});
