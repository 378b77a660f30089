/** Pods that claim devices of a driver: shared, waiting, freed, and what they find. */
import { describe, expect, it } from 'vitest';
import { ClusterBed } from '#cluster/cluster-bed.fixture';
import { clusterOf } from '#scenarios/clusters';

const bed = new ClusterBed({ ...clusterOf(1), dynamicResources: true });
bed.wait(25);

const apiVersion = 'resource.k8s.io/v1';
const request = (more: object = {}) => ({
  devices: {
    requests: [{ name: 'gpu', exactly: { deviceClassName: 'gpu.example.com', ...more } }],
  },
});
const claim = (name: string, spec: object = request()) => ({
  ...{ apiVersion, kind: 'ResourceClaim', metadata: { name }, spec },
});
const template = (name: string, spec: object = request()) => ({
  ...{ apiVersion, kind: 'ResourceClaimTemplate', metadata: { name }, spec: { spec } },
});
const pod = (name: string, source: object, nodeName?: string) => ({
  ...{ apiVersion: 'v1', kind: 'Pod', metadata: { name } },
  spec: {
    containers: [
      {
        name: 'ctr',
        image: 'busybox',
        command: ['sh', '-c', 'trap "exit 0" TERM; sleep 9999 & wait'],
        resources: { claims: [{ name: 'gpu' }] },
      },
    ],
    resourceClaims: [{ name: 'gpu', ...source }],
    ...(nodeName === undefined ? {} : { nodeName }),
  },
});
const devicesOf = (name: string): string =>
  bed.run(`exec ${name} -- sh -c "env | grep -E ^GPU_DEVICE_[0-9]+= | sort"`);
const phase = (name: string): string => bed.run(`get pod ${name} -o jsonpath={.status.phase}`);

describe('a cluster with the example driver for devices', () => {
  it('has a slice of each node with eight GPUs, and their class', () => {
    expect(bed.run('-n dra-example-driver get pods')).toMatch(
      /^dra-example-driver-kubeletplugin-\w{5} +1\/1 +Running/m,
    );
    expect(bed.facts('DraPluginRegistered').map(({ driver }) => driver)).toEqual([
      'gpu.example.com',
    ]);
    expect(bed.run('get resourceslices')).toMatch(
      /^NAME +NODE +DRIVER +POOL +AGE\nnode-1-gpu\S+ +node-1 +gpu.example.com +node-1 +\d+s\n$/,
    );
    expect(bed.run("get resourceslices -o 'jsonpath={.items[0].spec.devices[*].name}'")).toBe(
      'gpu-0 gpu-1 gpu-2 gpu-3 gpu-4 gpu-5 gpu-6 gpu-7',
    );
    expect(bed.run('get deviceclasses')).toMatch(/^NAME +AGE\ngpu.example.com +\d+s\n$/);
  });

  it('gives each Pod of a template a GPU of its own', () => {
    bed.apply(template('single-gpu'));
    bed.apply(pod('pod0', { resourceClaimTemplateName: 'single-gpu' }));
    bed.apply(pod('pod1', { resourceClaimTemplateName: 'single-gpu' }));
    bed.wait(8);
    expect(devicesOf('pod0')).toBe('GPU_DEVICE_0=gpu-0\n');
    expect(devicesOf('pod1')).toBe('GPU_DEVICE_1=gpu-1\n');
    expect(bed.run('get resourceclaims')).toMatch(
      /^NAME +STATE +AGE\npod0-gpu-\w{5} +allocated,reserved +\d+s\npod1-gpu-\w{5} +allocated/,
    );
  });

  it('lets two Pods share one claim, which is prepared once', () => {
    bed.apply(claim('shared'));
    expect(bed.run('get resourceclaim shared')).toMatch(/shared +pending/);
    bed.apply(pod('left', { resourceClaimName: 'shared' }));
    bed.apply(pod('right', { resourceClaimName: 'shared' }));
    bed.wait(8);
    expect(devicesOf('left')).toBe('GPU_DEVICE_2=gpu-2\n');
    expect(devicesOf('right')).toBe('GPU_DEVICE_2=gpu-2\n');
    const prepared = bed
      .facts('DynamicResourcesPrepared')
      .filter(({ claim: of }) => of === 'shared');
    expect(prepared.map(({ devices }) => devices)).toEqual([['gpu-2']]);
    bed.run('delete pod left');
    bed.wait(2);
    const freed = bed.facts('DynamicResourcesUnprepared');
    expect(freed.filter(({ claim: of }) => of === 'shared')).toEqual([]);
    expect(bed.run("get resourceclaim shared -o 'jsonpath={.status.reservedFor[*].name}'")).toBe(
      'right',
    );
  });

  it('keeps a Pod waiting when all are taken, until another one gives its GPUs back', () => {
    bed.apply(claim('six', request({ count: 6 })));
    bed.apply(pod('big', { resourceClaimName: 'six' }));
    bed.wait(4);
    expect(phase('big')).toBe('Pending');
    expect(bed.events('FailedScheduling').at(-1)).toBe(
      '0/1 nodes are available: 1 cannot allocate all claims. still not schedulable, ' +
        'preemption: 0/1 nodes are available: 1 Preemption is not helpful for scheduling.',
    );
    bed.run('delete pod pod0');
    bed.wait(10);
    expect(phase('big')).toBe('Running');
    expect(devicesOf('big')).toBe(
      [0, 3, 4, 5, 6, 7].map((n) => `GPU_DEVICE_${n}=gpu-${n}\n`).join(''),
    );
    expect(bed.run('get resourceclaims -o name')).not.toContain('pod0');
  });

  it('does not even try a Pod whose claim is missing: it waits before the queue', () => {
    bed.apply(pod('early', { resourceClaimName: 'later' }));
    bed.wait(3);
    const gates = bed.facts('PodQueued').filter(({ pod: of }) => of === 'default/early');
    expect(gates.map(({ queue, gate }) => [queue, gate])).toEqual([
      ['unschedulablePods', 'could not find ResourceClaim "default/later": object not found'],
    ]);
    bed.run('delete pod big');
    bed.apply(claim('later'));
    bed.wait(10);
    expect(phase('early')).toBe('Running');
  });

  it('does not delete a claim that a Pod uses', () => {
    bed.run('delete resourceclaim shared --wait=false');
    expect(bed.run('get resourceclaim shared')).toMatch(/deleted,allocated,reserved/);
    bed.run('delete pod right');
    bed.wait(4);
    expect(bed.run('get resourceclaim shared')).toContain('not found');
    const [freed] = bed.facts('DynamicResourcesUnprepared').slice(-1);
    expect(freed).toMatchObject({ claim: 'shared', devices: ['gpu-2'] });
  });

  it('refuses a claim that cannot be meant, and one that changes', () => {
    const wrong = (spec: object): string => bed.run('create -f -', claim('wrong', spec));
    expect(wrong({ devices: { requests: [{ name: 'gpu' }] } })).toContain(
      'spec.devices.requests[0]: Required value: exactly one of `exactly` or `firstAvailable` is required',
    );
    expect(wrong(request({ count: -1 }))).toContain(
      'spec.devices.requests[0].exactly.count: Invalid value: -1: must be greater than zero',
    );
    expect(wrong(request({ selectors: [{ cel: { expression: 'device.driver ==' } }] }))).toContain(
      'spec.devices.requests[0].exactly.selectors[0].cel.expression: Invalid value: ' +
        '"device.driver ==": compilation failed: ERROR: <input>:1:17: Syntax error',
    );
    expect(bed.apply(claim('six', request({ count: 2 })))).toContain('field is immutable');
  });

  it('says that a class does not exist', () => {
    bed.apply(claim('tpu', request({ deviceClassName: 'tpu.example.com' })));
    bed.apply(pod('lost', { resourceClaimName: 'tpu' }));
    bed.wait(2);
    expect(bed.events('FailedScheduling').at(-1)).toContain(
      'request gpu: device class tpu.example.com does not exist',
    );
  });

  it('cannot start a Pod whose driver is not there, and tries it again', () => {
    bed.apply(pod('pod2', { resourceClaimTemplateName: 'single-gpu' }));
    bed.wait(6);
    bed.run(
      "patch -n dra-example-driver ds dra-example-driver-kubeletplugin --type=merge -p '" +
        '{"spec":{"template":{"spec":{"nodeSelector":{"no":"where"}}}}}\'',
    );
    bed.wait(20);
    expect(bed.run('-n dra-example-driver get pods')).toContain('No resources found');
    bed.apply(pod('pod3', { resourceClaimTemplateName: 'single-gpu' }));
    bed.wait(4);
    expect(bed.events('FailedPrepareDynamicResources')).toContain(
      'Failed to prepare dynamic resources: prepare dynamic resources:' +
        ' DRA driver gpu.example.com is not registered',
    );
    expect(phase('pod3')).toBe('Pending');
    bed.wait(30);
    expect(bed.run('get resourceslices')).toContain('No resources found');
  });
});
