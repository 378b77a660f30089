/** A cluster says what it lacks, and the one that is offered instead has it. */
import { describe, expect, it } from 'vitest';
import { seconds } from '#base/sim-time';
import { allParts } from '#cluster/parts/all-parts';
import type { Scene } from '#player/scene';
import { TraceLog } from '#player/trace-log';
import { runRecording } from '#worker/run-recording';
import { clusterWith, deadEndOf } from './dead-end.ts';

const readyAt = 30;

function sceneAfter(lines: readonly string[], { cluster, stdin }: Options = {}): Scene {
  const inputs = lines.map((line, index) => ({
    at: seconds(readyAt + 30 * index),
    kind: 'command' as const,
    user: 'admin',
    line,
    ...(stdin !== undefined && line.endsWith('-f -') ? { stdin } : {}),
  }));
  const recording = { scenario: 'empty-cluster', seed: 1, inputs, ...(cluster && { cluster }) };
  const log = new TraceLog();
  let known = 0;
  for (const { facts } of runRecording(recording, allParts)) {
    log.append(facts.slice(known));
    known = facts.length;
  }
  return log.sceneAt(known);
}

interface Options {
  readonly cluster?: string;
  readonly stdin?: string;
}

const empty = { scenario: 'empty-cluster', seed: 1, inputs: [] };

describe('a dead end', () => {
  const wget = [
    'kubectl create deployment nginx --image=nginx',
    'kubectl expose deployment nginx --port=80',
    'kubectl run box --image=busybox:1.36 -- sleep 1000',
    'kubectl exec box -- wget -qO- http://nginx',
  ];

  it('is a name that nobody resolves, until the cluster has DNS', () => {
    expect(deadEndOf(sceneAfter(wget))).toEqual({
      missing: 'dns',
      seen: expect.stringContaining("bad address 'nginx'"),
    });
    expect(deadEndOf(sceneAfter(wget, { cluster: clusterWith('dns', empty) }))).toBeUndefined();
  });

  it('is a question for metrics that nobody collects, until the cluster has them', () => {
    const top = ['kubectl top nodes'];
    expect(deadEndOf(sceneAfter(top))).toEqual({
      missing: 'metrics',
      seen: expect.stringContaining('Metrics API not available'),
    });
    expect(deadEndOf(sceneAfter(top, { cluster: clusterWith('metrics', empty) }))).toBeUndefined();
  });

  it('is an autoscaler without metrics, by its name', () => {
    const scene = sceneAfter([
      'kubectl create deployment web --image=nginx',
      'kubectl autoscale deployment web --min=1 --max=3 --cpu=50%',
    ]);
    expect(deadEndOf(scene)).toEqual({ missing: 'metrics', seen: 'web' });
  });

  it('is a claim that nobody provisions for, until there is a volume for it', () => {
    const claim = `apiVersion: v1
kind: PersistentVolumeClaim
metadata: {name: data}
spec: {accessModes: [ReadWriteOnce], resources: {requests: {storage: 1Gi}}}
`;
    const volume = `---
apiVersion: v1
kind: PersistentVolume
metadata: {name: disk}
spec:
  accessModes: [ReadWriteOnce]
  capacity: {storage: 1Gi}
  hostPath: {path: /data}
`;
    const apply = ['kubectl apply -f -'];
    expect(deadEndOf(sceneAfter(apply, { stdin: claim }))).toEqual({
      missing: 'storage',
      seen: 'data',
    });
    expect(deadEndOf(sceneAfter(apply, { stdin: claim + volume }))).toBeUndefined();
  });

  it('is none where nothing is missing', () => {
    expect(deadEndOf(sceneAfter(['kubectl get nodes']))).toBeUndefined();
  });

  it('keeps what a cluster has beside the add-on', () => {
    const managers = JSON.parse(clusterWith('dns', { ...empty, scenario: 'two-managers' }));
    expect(managers).toMatchObject({ controlPlanes: 2, dns: true });
    expect(managers.nodes).toHaveLength(3);
    const own = JSON.stringify({ version: 1, nodes: [], dns: true });
    expect(JSON.parse(clusterWith('metrics', { ...empty, cluster: own }))).toEqual({
      version: 1,
      nodes: [],
      dns: true,
      metricsServer: true,
    });
  });
});
