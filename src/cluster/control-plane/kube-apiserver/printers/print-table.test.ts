import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { must } from '#base/assert';
import { parseRfc3339, seconds } from '#base/sim-time';
import { asObject } from '#k8s.io/apimachinery/json-value';
import type { KubeObject, Table } from '#k8s.io/apimachinery/meta/v1';
import { resourceOf } from '#k8s.io/apimachinery/resources';
import { printTable } from './print-table.ts';

const recordings = new URL('../../../../conformance/recordings/', import.meta.url);

function recordedObjects(scenario: string, kind: string): readonly KubeObject[] {
  const text = readFileSync(new URL(`${scenario}/objects.json`, recordings), 'utf8');
  const byKind = JSON.parse(text) as Record<string, readonly KubeObject[]>;
  return must(
    Object.values(byKind).find((objects) => objects[0]?.kind === kind),
    `${scenario} has ${kind}`,
  );
}

/** A table as text: one line for each row, wide columns included. */
const lines = ({ columnDefinitions, rows }: Table): readonly string[] =>
  [columnDefinitions.map(({ name }) => name), ...rows.map(({ cells }) => cells)].map((cells) =>
    cells.join(' | '),
  );

function print(objects: readonly KubeObject[], secondsLater: number): readonly string[] {
  const first = must(objects[0], 'something to print');
  const resource = resourceOf(first);
  const created = must(parseRfc3339(first.metadata.creationTimestamp), 'a time');
  const list = { apiVersion: 'v1', kind: `${first.kind}List`, metadata: {}, items: objects };
  return lines(printTable(resource, list, created + seconds(secondsLater)));
}

const pod = (status: object, metadata: object = {}, spec: object = {}): KubeObject =>
  asObject<KubeObject>({
    apiVersion: 'v1',
    kind: 'Pod',
    metadata: { name: 'web', creationTimestamp: '2026-01-01T00:00:00Z', ...metadata },
    spec: { containers: [{ name: 'web' }], ...spec },
    status,
  });

/** READY, STATUS and RESTARTS one minute after the pod was created. */
const shown = (object: KubeObject): string =>
  must(print([object], 60)[1], 'a row')
    .split(' | ')
    .slice(1, 4)
    .join(' ');

const container = (state: object, more: object = {}) => ({
  name: 'web',
  ready: false,
  restartCount: 0,
  state,
  ...more,
});

describe('the table of recorded objects', () => {
  it('shows deployments and replica sets as kubectl printed them', () => {
    const scenario = 'create-deployment';
    expect(print(recordedObjects(scenario, 'Deployment'), 5)).toEqual([
      'Name | Ready | Up-to-date | Available | Age | Containers | Images | Selector',
      'nginx | 1/1 | 1 | 1 | 5s | nginx | nginx | app=nginx',
    ]);
    expect(print(recordedObjects(scenario, 'ReplicaSet'), 5)[1]).toBe(
      'nginx-7f8fbb96d | 1 | 1 | 1 | 5s | nginx | nginx | app=nginx,pod-template-hash=7f8fbb96d',
    );
    const [, row = ''] = print(recordedObjects(scenario, 'Pod'), 5);
    expect(row.split(' | ').slice(1)).toEqual([
      '1/1',
      'Running',
      '0',
      '5s',
      '10.244.0.20',
      'node-1',
      '<none>',
      '<none>',
    ]);
  });

  it('shows nodes and services as kubectl printed them', () => {
    expect(print(recordedObjects('create-deployment', 'Node'), 36 * 60)[1]).toMatch(
      /^node-1 \| Ready \| <none> \| 36m \| v1.36.3 \| 172.30.0.11 \| <none>/,
    );
    expect(print(recordedObjects('create-deployment', 'Service'), 44)).toEqual([
      'Name | Type | Cluster-IP | External-IP | Port(s) | Age | Selector',
      'kubernetes | ClusterIP | 10.96.0.1 | <none> | 443/TCP | 44s | <none>',
    ]);
  });
});

describe('the STATUS of a pod', () => {
  it('is its phase until a container says more', () => {
    expect(shown(pod({ phase: 'Pending' }))).toBe('0/1 Pending 0');
    const waiting = container({ waiting: { reason: 'ContainerCreating' } });
    expect(shown(pod({ phase: 'Pending', containerStatuses: [waiting] }))).toBe(
      '0/1 ContainerCreating 0',
    );
    const running = container({ running: {} }, { ready: true });
    expect(shown(pod({ phase: 'Running', containerStatuses: [running] }))).toBe('1/1 Running 0');
  });

  it('tells how a container ended and when it was restarted last', () => {
    const lastState = { terminated: { finishedAt: '2026-01-01T00:00:16Z' } };
    const crashed = container(
      { terminated: { exitCode: 1, reason: 'Error' } },
      { restartCount: 3, lastState },
    );
    expect(shown(pod({ phase: 'Running', containerStatuses: [crashed] }))).toBe(
      '0/1 Error 3 (44s ago)',
    );
    const killed = container({ terminated: { exitCode: 137, signal: 9 } });
    expect(shown(pod({ phase: 'Failed', containerStatuses: [killed] }))).toBe('0/1 Signal:9 0');
  });

  it('counts init containers that are done', () => {
    const spec = { initContainers: [{ name: 'one' }, { name: 'two' }] };
    const initContainerStatuses = [
      { ...container({ terminated: { exitCode: 0, reason: 'Completed' } }), name: 'one' },
      { ...container({ running: {} }), name: 'two' },
    ];
    const status = { phase: 'Pending', initContainerStatuses };
    expect(shown(pod(status, {}, spec))).toBe('0/1 Init:1/2 0');
  });

  it('is Terminating once the pod is being deleted', () => {
    const running = container({ running: {} }, { ready: true });
    const deleting = { deletionTimestamp: '2026-01-01T00:00:30Z' };
    expect(shown(pod({ phase: 'Running', containerStatuses: [running] }, deleting))).toBe(
      '1/1 Terminating 0',
    );
  });
});
