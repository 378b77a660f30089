import { describe, expect, it } from 'vitest';
import { decodeInto } from '../decode.ts';
import type { JsonObject } from '../json-value.ts';
import { structSchema } from '../schema/schema.ts';
import { createThreeWayMergePatch, createTwoWayMergePatch } from './create-strategic-merge.ts';
import { applyStrategicMergePatch } from './strategic-merge.ts';

const pods = structSchema('core.Pod');
const deployments = structSchema('apps.Deployment');

function apply(original: JsonObject, patch: JsonObject, schema = pods): JsonObject {
  const patched = applyStrategicMergePatch(original, patch, schema);
  if (!patched.ok) throw new Error(patched.error);
  return patched.value;
}

const containers = (...list: readonly JsonObject[]): JsonObject => ({ spec: { containers: list } });

describe('a strategic merge patch', () => {
  it('merges containers by name and leaves the others alone', () => {
    const pod = containers({ name: 'a', image: 'x:1' }, { name: 'b', image: 'y:1' });
    expect(apply(pod, containers({ name: 'b', image: 'y:2' }))).toEqual(
      containers({ name: 'a', image: 'x:1' }, { name: 'b', image: 'y:2' }),
    );
  });

  it('shares what it does not touch, and never changes its input', () => {
    const pod = { metadata: { labels: { a: '1' } }, spec: { nodeName: 'n' } };
    const patched = apply(pod, { metadata: { labels: { a: null, b: '2' } } });
    expect(patched['spec']).toBe(pod.spec);
    expect(patched['metadata']).toEqual({ labels: { b: '2' } });
    expect(pod.metadata.labels).toEqual({ a: '1' });
  });

  it('deletes, replaces and orders as its directives say', () => {
    const pod = containers({ name: 'a' }, { name: 'b' }, { name: 'c' });
    expect(apply(pod, containers({ name: 'b', $patch: 'delete' }))).toEqual(
      containers({ name: 'a' }, { name: 'c' }),
    );
    expect(apply(pod, containers({ $patch: 'replace' }, { name: 'z' }))).toEqual(
      containers({ name: 'z' }),
    );
    const order = { '$setElementOrder/containers': [{ name: 'c' }, { name: 'd' }, { name: 'a' }] };
    expect(apply(pod, { spec: { ...order, containers: [{ name: 'd' }] } })).toEqual(
      containers({ name: 'b' }, { name: 'c' }, { name: 'd' }, { name: 'a' }),
    );
  });

  it('takes scalars off a list, and puts new ones in front', () => {
    const pod = { metadata: { finalizers: ['a', 'b'] } };
    const patch = { metadata: { '$deleteFromPrimitiveList/finalizers': ['a'] } };
    expect(apply(pod, patch)).toEqual({ metadata: { finalizers: ['b'] } });
    expect(apply(pod, { metadata: { finalizers: ['c'] } })).toEqual({
      metadata: { finalizers: ['c', 'a', 'b'] },
    });
  });

  it('keeps only the retained keys of a union', () => {
    const strategy = { type: 'RollingUpdate', rollingUpdate: { maxSurge: 1 } };
    const patch = { spec: { strategy: { $retainKeys: ['type'], type: 'Recreate' } } };
    expect(apply({ spec: { strategy } }, patch, deployments)).toEqual({
      spec: { strategy: { type: 'Recreate' } },
    });
  });

  it('replaces lists that have no merge key', () => {
    const pod = containers({ name: 'a', command: ['x', 'y'] });
    expect(apply(pod, containers({ name: 'a', command: ['z'] }))).toEqual(
      containers({ name: 'a', command: ['z'] }),
    );
  });

  it('says what is wrong with it', () => {
    const fail = (original: JsonObject, patch: JsonObject): string => {
      const patched = applyStrategicMergePatch(original, patch, pods);
      return patched.ok ? 'applied' : patched.error;
    };
    expect(fail({ spec: { extra: {} } }, { spec: { extra: { a: 1 } } })).toBe(
      'unable to find api field in struct PodSpec for the json field "extra"',
    );
    expect(fail(containers({ name: 'a' }), containers({ image: 'x' }))).toContain(
      'does not contain declared merge key: name',
    );
  });
});

describe('making a strategic merge patch', () => {
  it('is what kubectl set image sends', () => {
    const deployment = (image: string) => ({
      spec: { template: containers({ name: 'nginx', image }) },
    });
    expect(
      createTwoWayMergePatch(deployment('nginx:1'), deployment('nginx:2'), deployments),
    ).toEqual({
      spec: {
        template: {
          spec: {
            '$setElementOrder/containers': [{ name: 'nginx' }],
            containers: [{ name: 'nginx', image: 'nginx:2' }],
          },
        },
      },
    });
  });

  it('is what a kubelet sends when a pod becomes ready', () => {
    const since = '2026-01-01T00:00:01Z';
    const before = {
      status: {
        phase: 'Pending',
        conditions: [
          { type: 'Initialized', status: 'True' },
          { type: 'Ready', status: 'False', reason: 'ContainersNotReady' },
        ],
      },
    };
    const after = {
      status: {
        phase: 'Running',
        podIP: '10.244.1.2',
        conditions: [
          { type: 'Initialized', status: 'True' },
          { type: 'Ready', status: 'True', lastTransitionTime: since },
        ],
      },
    };
    const patch = createTwoWayMergePatch(before, after, pods);
    expect(patch).toEqual({
      status: {
        phase: 'Running',
        podIP: '10.244.1.2',
        '$setElementOrder/conditions': [{ type: 'Initialized' }, { type: 'Ready' }],
        conditions: [{ type: 'Ready', status: 'True', reason: null, lastTransitionTime: since }],
      },
    });
    expect(apply(before, patch)).toEqual(after);
  });

  it('deletes by directive what is gone from a list', () => {
    const one = { metadata: { ownerReferences: [{ uid: 'u', kind: 'ReplicaSet', name: 'r' }] } };
    const none = { metadata: { ownerReferences: [] } };
    const patch = createTwoWayMergePatch(one, none, pods);
    expect(patch).toEqual({
      metadata: { ownerReferences: [{ $patch: 'delete', uid: 'u' }] },
    });
    const patched = decodeInto(pods, apply(one, patch));
    expect(patched.ok && patched.value.object['metadata']).toEqual({});
  });

  it('is empty when nothing changed', () => {
    const pod = containers({ name: 'a', image: 'x' });
    expect(createTwoWayMergePatch(pod, { ...pod }, pods)).toEqual({});
  });
});

describe('kubectl apply', () => {
  it('deletes only what was applied before, and keeps what others set', () => {
    const applied = { metadata: { labels: { app: 'web', old: 'x' } }, spec: { replicas: 1 } };
    const wanted = { metadata: { labels: { app: 'web' } }, spec: { paused: true } };
    const live = {
      metadata: { labels: { app: 'web', old: 'x', theirs: 'y' } },
      spec: { replicas: 1, minReadySeconds: 5 },
    };
    const patch = createThreeWayMergePatch(applied, wanted, live, deployments);
    expect(patch).toEqual({
      ok: true,
      value: { metadata: { labels: { old: null } }, spec: { replicas: null, paused: true } },
    });
  });

  it('orders a list of containers as the manifest does', () => {
    const template = (...list: readonly JsonObject[]) => ({
      spec: { template: containers(...list) },
    });
    const applied = template({ name: 'a', image: 'x' }, { name: 'b', image: 'y' });
    const wanted = template({ name: 'a', image: 'x:2' });
    const patch = createThreeWayMergePatch(applied, wanted, applied, deployments);
    expect(patch.ok && patch.value).toEqual({
      spec: {
        template: {
          spec: {
            '$setElementOrder/containers': [{ name: 'a' }],
            containers: [
              { name: 'a', image: 'x:2' },
              { $patch: 'delete', name: 'b' },
            ],
          },
        },
      },
    });
  });
});
