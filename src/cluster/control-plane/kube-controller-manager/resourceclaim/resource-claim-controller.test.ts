import { beforeEach, describe, expect, it } from 'vitest';
import { second } from '#base/sim-time';
import type { Pod } from '#k8s.io/api/core/v1';
import type { ResourceClaim } from '#k8s.io/api/resource/v1';
import { resourceClaims, resourceClaimTemplates } from '#k8s.io/client-go/rest/device-resources';
import { pods } from '#k8s.io/client-go/rest/resource';
import { TestControlPlane } from '../control-plane.fixture.ts';
import { remove, template } from '../workloads.fixture.ts';
import { resourceClaimController } from './resource-claim-controller.ts';

const apiVersion = 'resource.k8s.io/v1';
const devices = { requests: [{ name: 'gpu', exactly: { deviceClassName: 'gpu.example.com' } }] };
const oneGpu = { spec: { metadata: { labels: { of: 'gpus' } }, spec: { devices } } };

describe('the controller of resource claims', () => {
  let test: TestControlPlane;
  const claims = () => test.list<ResourceClaim>(resourceClaims);
  const user = (): Pod => test.get(pods, 'user');
  const makeTemplate = () =>
    test.create(resourceClaimTemplates, {
      ...{ apiVersion, kind: 'ResourceClaimTemplate', metadata: { name: 'one' }, ...oneGpu },
    });
  const makePod = (entry: object): Pod =>
    test.create(pods, {
      apiVersion: 'v1',
      kind: 'Pod',
      metadata: { name: 'user' },
      spec: { ...template('busybox').spec, resourceClaims: [{ name: 'gpu', ...entry }] },
    });
  /** As the scheduler leaves a claim: allocated, in use and protected. */
  const use = (claim: ResourceClaim, pod: Pod): void => {
    const { name } = claim.metadata;
    const finalizers = ['resource.kubernetes.io/delete-protection'];
    test.patch(resourceClaims, name, { metadata: { finalizers } });
    const result = { request: 'gpu', driver: 'gpu.example.com', pool: 'node-1', device: 'gpu-0' };
    const consumer = { resource: 'pods', name: 'user', uid: pod.metadata.uid };
    const allocation = { devices: { results: [result] } };
    test.patch(resourceClaims, name, { status: { allocation, reservedFor: [consumer] } }, 'status');
  };

  beforeEach(() => {
    test = new TestControlPlane(1, [resourceClaimController]);
  });

  it('makes the claim of a template for each pod, and tells the pod its name', () => {
    makeTemplate();
    const made = makePod({ resourceClaimTemplateName: 'one' });
    test.run(2 * second);
    const [claim] = claims();
    expect(claims()).toHaveLength(1);
    expect(claim?.metadata.name).toMatch(/^user-gpu-[a-z0-9]{5}$/);
    const { uid } = made.metadata;
    expect(claim).toMatchObject({
      metadata: {
        annotations: { 'resource.kubernetes.io/pod-claim-name': 'gpu' },
        labels: { of: 'gpus' },
        ownerReferences: [{ apiVersion: 'v1', kind: 'Pod', name: 'user', uid, controller: true }],
      },
      spec: { devices },
    });
    const told = [{ name: 'gpu', resourceClaimName: claim?.metadata.name }];
    expect(user().status?.resourceClaimStatuses).toEqual(told);
    expect(JSON.stringify(user().metadata.managedFields)).toContain('ResourceClaimController');
  });

  it('says on the pod that the template is missing, and makes the claim when it comes', () => {
    makePod({ resourceClaimTemplateName: 'one' });
    test.run(second);
    expect(
      test.facts('EventRecorded').map(({ reason, message }) => [reason, message]),
    ).toContainEqual([
      'FailedResourceClaimCreation',
      'PodResourceClaim gpu: resource claim template "one":' +
        ' resourceclaimtemplate.resource.k8s.io "one" not found',
    ]);
    makeTemplate();
    test.run(5 * second);
    expect(claims()).toHaveLength(1);
  });

  it('frees the devices and deletes the claim when its pod has ended', () => {
    makeTemplate();
    const made = makePod({ resourceClaimTemplateName: 'one' });
    test.run(2 * second);
    const [claim] = claims();
    if (claim === undefined) throw new Error('no claim');
    use(claim, made);
    test.run(second);
    expect(claims()[0]?.status?.allocation).toBeDefined();
    test.patch(pods, 'user', { status: { phase: 'Succeeded' } }, 'status');
    test.run(2 * second);
    expect(claims()).toEqual([]);
  });

  it('frees the devices of a shared claim with its last pod, and leaves the claim', () => {
    const claim = test.create<ResourceClaim>(resourceClaims, {
      ...{ apiVersion, kind: 'ResourceClaim', metadata: { name: 'shared' }, spec: { devices } },
    });
    const made = makePod({ resourceClaimName: 'shared' });
    use(claim, made);
    test.run(second);
    remove(test, made);
    test.run(2 * second);
    const [left] = claims();
    expect(left?.metadata.finalizers).toBeUndefined();
    expect(left?.status).toEqual({});
  });

  it('reserves the claim for a pod that somebody else gave its node', () => {
    const claim = test.create<ResourceClaim>(resourceClaims, {
      ...{ apiVersion, kind: 'ResourceClaim', metadata: { name: 'shared' }, spec: { devices } },
    });
    use(claim, { metadata: { uid: 'none' } } as Pod);
    const spec = { ...template('busybox').spec, nodeName: 'node-1' };
    const entry = { name: 'gpu', resourceClaimName: 'shared' };
    test.create(pods, {
      ...{ apiVersion: 'v1', kind: 'Pod', metadata: { name: 'user' } },
      spec: { ...spec, resourceClaims: [entry] },
    });
    test.patch(
      resourceClaims,
      'shared',
      { status: { allocation: { devices: { results: [] } } } },
      'status',
    );
    test.run(3 * second);
    const consumers = claims()[0]?.status?.reservedFor?.map(({ name }) => name);
    expect(consumers).toEqual(['user']);
  });
});
