/** Finds the pods and nodes of a draft, or makes empty ones. */
import type { NodeScene, PodScene } from '../scene.ts';
import type { SceneDraft } from '../scene-draft.ts';
import { emptyRuntime } from './runtime.ts';

/** The pod as known so far; empty if nobody has stored it yet. */
export function podOf(draft: SceneDraft, key: string): PodScene {
  return draft.pods.get(key) ?? emptyPod(key);
}

/** Changes a known pod; a fact about a pod that has gone changes nothing. */
export function updatePod(
  draft: SceneDraft,
  key: string,
  change: (pod: PodScene) => Partial<PodScene>,
): void {
  const pod = draft.pods.get(key);
  if (pod !== undefined) draft.pods.set(key, { ...pod, ...change(pod) });
}

function emptyPod(key: string): PodScene {
  const slash = key.indexOf('/');
  return {
    key,
    namespace: key.slice(0, slash),
    name: key.slice(slash + 1),
    generateName: undefined,
    uid: '',
    node: undefined,
    status: 'Pending',
    ready: false,
    ip: undefined,
    stored: false,
    syncStep: undefined,
    workerState: undefined,
    containers: [],
    criCalls: [],
    sandbox: undefined,
    volumes: [],
    runtime: emptyRuntime,
    network: {},
  };
}

/** The node as known so far; empty if it has not registered. */
export function nodeOf(draft: SceneDraft, name: string): NodeScene {
  return (
    draft.nodes.get(name) ?? {
      name,
      podCIDR: '',
      off: false,
      cut: false,
      ready: false,
      registered: false,
      unschedulable: false,
      taints: [],
      zone: '',
      pods: [],
      heard: [],
      images: [],
      pulling: [],
      picked: undefined,
    }
  );
}
