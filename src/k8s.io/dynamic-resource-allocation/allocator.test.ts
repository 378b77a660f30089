import { describe, expect, it } from 'vitest';
import { lateRegexp } from '#base/regexp';
import { regexpLibrary } from '#base/regexp-library';
import type { Node } from '#k8s.io/api/core/v1';
import type {
  DeviceClaim,
  DeviceClass,
  ExactDeviceRequest,
  ResourceClaim,
  ResourceSlice,
} from '#k8s.io/api/resource/v1';
import { celWith } from '#k8s.io/apiserver/cel/cel-library';
import { allocate, allocationTimedOut } from './allocator.ts';
import { compileSelector } from './device-selector.ts';
import { poolsOf } from './pools.ts';

const driver = 'gpu.example.com';
const cel = celWith(lateRegexp(() => regexpLibrary));

const gpu = (index: number, model = 'A', memory = '80Gi') => ({
  name: `gpu-${index}`,
  attributes: {
    index: { int: index },
    model: { string: model },
    driverVersion: { version: `1.${index}.0` },
    'example.com/rack': { string: index < 2 ? 'left' : 'right' },
  },
  capacity: { memory: { value: memory } },
});

const stored = { resourceVersion: '1', creationTimestamp: '2026-01-01T00:00:00Z' };

const slice = (nodeName: string, devices: ReturnType<typeof gpu>[], pool = {}): ResourceSlice => ({
  apiVersion: 'resource.k8s.io/v1',
  kind: 'ResourceSlice',
  metadata: { name: nodeName, uid: nodeName, ...stored },
  spec: {
    ...{ driver, nodeName, devices },
    pool: { name: nodeName, generation: 1, resourceSliceCount: 1, ...pool },
  },
});

const selected = (expression: string) => [{ cel: { expression } }];
const anyGpu: DeviceClass = {
  apiVersion: 'resource.k8s.io/v1',
  kind: 'DeviceClass',
  metadata: { name: 'gpu', uid: 'uid-gpu', ...stored },
  spec: { selectors: selected(`device.driver == '${driver}'`) },
};

const exactly = (name: string, more: Partial<ExactDeviceRequest> = {}) => ({
  name,
  exactly: { deviceClassName: 'gpu', ...more },
});

const claimOf = (devices: DeviceClaim): ResourceClaim => ({
  apiVersion: 'resource.k8s.io/v1',
  kind: 'ResourceClaim',
  metadata: { name: 'claim', namespace: 'default', uid: 'uid-claim', ...stored },
  spec: { devices },
});

/** `request=device` of what the claims are given; or why there is nothing. */
function given(
  slices: readonly ResourceSlice[],
  claims: readonly DeviceClaim[],
  taken: readonly string[] = [],
  node = 'node-1',
): readonly string[] | string | undefined {
  const on = { metadata: { name: node } } as Node;
  const found = allocate(claims.map(claimOf), {
    node: on,
    pools: poolsOf(slices, on),
    classOf: (name) => (name === 'gpu' ? anyGpu : undefined),
    selection: (expression) => compileSelector(cel, expression),
    taken: new Set(taken.map((device) => `${driver}/${node}/${device}`)),
  });
  if (!found.ok) return found.error;
  return found.value
    ?.flatMap(({ devices }) => devices?.results ?? [])
    .map(({ request, device }) => `${request}=${device}`);
}

const four = slice('node-1', [gpu(0), gpu(1), gpu(2, 'B', '40Gi'), gpu(3, 'B')]);
const wanting = (expression: string) =>
  given([four], [{ requests: [exactly('a', { selectors: selected(expression) })] }]);

describe('devices for claims', () => {
  it('are the first free ones of the node', () => {
    const one = { requests: [exactly('a')] };
    expect(given([four], [one])).toEqual(['a=gpu-0']);
    expect(given([four], [one, one], ['gpu-0'])).toEqual(['a=gpu-1', 'a=gpu-2']);
    expect(given([four], [one], [], 'node-2')).toBeUndefined();
  });

  it('are as many as asked for, or all that match', () => {
    expect(given([four], [{ requests: [exactly('a', { count: 3 })] }])).toHaveLength(3);
    expect(given([four], [{ requests: [exactly('a', { count: 5 })] }])).toBeUndefined();
    const all = { allocationMode: 'All' as const };
    const ofB = { ...all, selectors: selected(`device.attributes["${driver}"].model == "B"`) };
    expect(given([four], [{ requests: [exactly('a', ofB)] }])).toEqual(['a=gpu-2', 'a=gpu-3']);
    expect(given([four], [{ requests: [exactly('a', all)] }], ['gpu-3'])).toBeUndefined();
  });

  it('have the attributes and the capacity that an expression asks for', () => {
    expect(wanting(`device.attributes["${driver}"].index > 1`)).toEqual(['a=gpu-2']);
    expect(wanting('device.attributes["example.com"].rack == "right"')).toEqual(['a=gpu-2']);
    const memory = `device.capacity["${driver}"].memory`;
    expect(wanting(`${memory}.compareTo(quantity("50Gi")) < 0`)).toEqual(['a=gpu-2']);
    const version = `device.attributes["${driver}"].driverVersion`;
    expect(wanting(`${version}.isGreaterThan(semver("1.2.9"))`)).toEqual(['a=gpu-3']);
    expect(wanting(`"memory" in device.capacity["other.example.com"]`)).toBeUndefined();
  });

  it('are none when an expression fails: the pod must not be given what it may not want', () => {
    expect(wanting(`device.attributes["${driver}"].color == "red"`)).toMatch(
      /^claim claim: selector #0: CEL runtime error: /,
    );
    expect(wanting('device.driver ==')).toMatch(/^claim claim: selector #0: CEL compile error: /);
  });

  it('agree in an attribute, for which an earlier choice is taken back', () => {
    const pair = (matchAttribute: string) => ({
      requests: [exactly('a'), exactly('b')],
      constraints: [{ matchAttribute }],
    });
    expect(given([four], [pair('example.com/rack')], ['gpu-1'])).toEqual(['a=gpu-2', 'b=gpu-3']);
    expect(given([four], [pair(`${driver}/model`)])).toEqual(['a=gpu-0', 'b=gpu-1']);
    expect(given([four], [pair(`${driver}/index`)])).toBeUndefined();
  });

  it('are those of the first alternative that can be served', () => {
    const ways = [
      { name: 'many', deviceClassName: 'gpu', count: 9 },
      { name: 'two', deviceClassName: 'gpu', count: 2 },
    ];
    expect(given([four], [{ requests: [{ name: 'a', firstAvailable: ways }] }])).toEqual([
      'a/two=gpu-0',
      'a/two=gpu-1',
    ]);
  });

  it('come from complete pools of the newest generation only', () => {
    const one = { requests: [exactly('a')] };
    const part = slice('node-1', [gpu(0)], { resourceSliceCount: 2 });
    expect(given([part], [one])).toBeUndefined();
    expect(given([part], [{ requests: [exactly('a', { allocationMode: 'All' })] }])).toBe(
      'claim default/claim, request a: asks for all devices, but resource pool' +
        ' gpu.example.com/node-1 is currently being updated',
    );
    const newer = slice('node-1', [gpu(7)], { generation: 2 });
    const newest = { ...newer, metadata: { ...newer.metadata, name: 'newer' } };
    expect(given([part, newest], [one])).toEqual(['a=gpu-7']);
  });

  it('are given up when the search takes too long', () => {
    const many = slice(
      'node-1',
      Array.from({ length: 60 }, (_, index) => gpu(index, index < 30 ? 'A' : 'B')),
    );
    const devices = {
      requests: [exactly('a', { count: 31 })],
      constraints: [{ matchAttribute: `${driver}/model` }],
    };
    expect(given([many], [devices])).toBe(allocationTimedOut);
  });
});
