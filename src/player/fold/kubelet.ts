/** Folds what the kubelets do: their loop, the pod workers, the status they hold. */
import type { ContainerScene } from '../scene.ts';
import type { SceneDraft } from '../scene-draft.ts';
import { nodeOf, updatePod } from './pod.ts';
import { excluding, including, type Reducers } from './reducer.ts';

const runtimeSync = 'runtime-sync';

export const kubeletReducers: Reducers = {
  NodeRegistered(draft, { node }) {
    draft.nodes.set(node, { ...nodeOf(draft, node), registered: true });
  },
  PodConfigChanged(draft, { component, pod, op }) {
    if (op === 'REMOVE') noteHeard(draft, component, pod, excluding);
    else noteHeard(draft, component, pod, including);
  },
  SyncLoopPicked(draft, fact) {
    const name = nodeNameOf(fact.component);
    draft.nodes.set(name, { ...nodeOf(draft, name), picked: fact });
  },
  PodSyncStarted(draft, { component, pod, state }) {
    noteHeard(draft, component, pod, including);
    updatePod(draft, pod, () => ({ workerState: state, syncStep: 'start' }));
  },
  PodSyncStep(draft, { pod, step }) {
    updatePod(draft, pod, () => ({ syncStep: step }));
  },
  PodActionsComputed(draft, fact) {
    // The runtime manager has taken over: the last step of SyncPod.
    updatePod(draft, fact.pod, ({ syncStep, runtime }) => ({
      runtime: { ...runtime, planned: fact },
      syncStep: syncStep === undefined ? undefined : runtimeSync,
    }));
  },
  PodSyncFinished(draft, { pod }) {
    updatePod(draft, pod, () => ({ syncStep: undefined }));
  },
  VolumeMounted(draft, { pod, volume, mounted }) {
    updatePod(draft, pod, ({ volumes }) => ({
      volumes: mounted ? including(volumes, volume) : volumes.filter((other) => other !== volume),
    }));
  },
  PodStatusSet(draft, { pod, containers, conditions }) {
    updatePod(draft, pod, (known) => ({
      ready: conditions['Ready'] === 'True',
      containers: Object.entries(containers).map(([name, state]): ContainerScene => {
        const before = known.containers.find((container) => container.name === name);
        const ready = state.startsWith('running') && conditions['ContainersReady'] === 'True';
        return { name, state, ready, pid: before?.pid, program: before?.program };
      }),
    }));
  },
};

/** `node-1/kubelet` works on `node-1`. */
const nodeNameOf = (component: string): string => component.slice(0, component.indexOf('/'));

/** The kubelet of a component has heard of a pod, or has forgotten it. */
function noteHeard(
  draft: SceneDraft,
  component: string,
  pod: string,
  change: typeof including,
): void {
  const node = nodeOf(draft, nodeNameOf(component));
  const heard = change(node.heard, pod);
  if (heard !== node.heard) draft.nodes.set(node.name, { ...node, heard });
}
