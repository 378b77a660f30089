import { describe, expect, it } from 'vitest';
import { emptyScene, type Scene, type StoredKey } from '#player/scene';
import { complete } from './complete.ts';

const stored = (key: string): [string, StoredKey] => [
  key,
  { key, revision: 1, createRevision: 1, version: 1, object: undefined, fact: 1 },
];
const scene: Scene = {
  ...emptyScene,
  etcd: {
    revision: 9,
    members: new Map(),
    keys: new Map([
      stored('/registry/deployments/default/nginx'),
      stored('/registry/pods/default/nginx-7f8fbb96d-aaaaa'),
      stored('/registry/pods/default/nginx-7f8fbb96d-bbbbb'),
    ]),
  },
};

describe('completion', () => {
  it.each([
    ['kub', 'kubectl '],
    ['kubectl des', 'kubectl describe '],
    ['kubectl create d', 'kubectl create deployment '],
    ['kubectl create deployment x --rep', 'kubectl create deployment x --replicas='],
    ['kubectl scale deployment n', 'kubectl scale deployment nginx '],
    ['kubectl rollout status deployment/', 'kubectl rollout status deployment/nginx '],
    ['kubectl logs n', 'kubectl logs nginx-7f8fbb96d-'],
    ['kubectl logs zzz', 'kubectl logs zzz'],
    ['kubectl get nodes; kubectl des', 'kubectl get nodes; kubectl describe '],
  ])('makes %o into %o', (line, expected) => {
    expect(complete(line, scene)).toBe(expected);
  });
});
