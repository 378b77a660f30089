import { describe, expect, it } from 'vitest';
import { emptyScene, type KubeObject, type Scene, type StoredKey } from '#player/scene';
import { suggestions } from './suggestions.ts';

const command = { input: 0 } as Scene['commands'][number];

function sceneWith(...objects: readonly (readonly [string, object])[]): Scene {
  const keys = objects.map(([key, rest], index): [string, StoredKey] => {
    const [namespace, name] = key.split('/').slice(-2);
    const object = { metadata: { namespace, name }, ...rest } as unknown as KubeObject;
    const revision = index + 1;
    return [key, { key, revision, createRevision: revision, version: 1, object, fact: revision }];
  });
  return {
    ...emptyScene,
    commands: [command],
    etcd: { ...emptyScene.etcd, keys: new Map(keys) },
  };
}

describe('the commands that are offered', () => {
  it('begin with a look at the cluster and a first Pod', () => {
    expect(suggestions(emptyScene, 1)[0]).toBe('kubectl get nodes');
  });

  it('are about the Deployment that is there, by its name and number', () => {
    const scene = sceneWith(
      ['/registry/deployments/kube-system/coredns', { spec: { replicas: 2 } }],
      ['/registry/deployments/default/web', { spec: { replicas: 3 } }],
      ['/registry/pods/default/web-1', {}],
    );
    expect(suggestions(scene, 1)).toContain('kubectl scale deployment web --replicas=5');
    expect(suggestions(scene, 1).join()).not.toContain('nginx');
  });

  it('contain the namespace of objects in other namespaces', () => {
    const scene = sceneWith(['/registry/pods/shop/cart', {}]);
    expect(suggestions(scene, 1)).toContain('kubectl describe pod cart -n shop');
  });

  it('are not about what the cluster had before the first command', () => {
    const scene = sceneWith(
      ['/registry/deployments/storage/provisioner', { spec: { replicas: 1 } }],
      ['/registry/deployments/default/web', { spec: { replicas: 3 } }],
    );
    expect(suggestions(scene, 2)).toContain('kubectl describe deployment web');
    expect(suggestions(scene, 3).join()).not.toMatch(/describe|scale/);
  });

  it('create an object where there is none', () => {
    const scene = sceneWith(['/registry/deployments/kube-system/coredns', {}]);
    expect(suggestions(scene, 1).join()).not.toMatch(/describe|scale/);
  });
});
