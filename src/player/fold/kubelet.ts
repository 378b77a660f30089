/** Folds what the kubelets do: their loop, the pod workers, the status they hold. */
import type { ContainerScene } from '../scene.ts';
import { nodeOf, updatePod } from './pod.ts';
import { including, type Reducers } from './reducer.ts';

const runtimeSync = 'runtime-sync';

export const kubeletReducers: Reducers = {
  NodeRegistered(draft, { node }) {
    draft.nodes.set(node, { ...nodeOf(draft, node), registered: true });
  },
  SyncLoopPicked(draft, fact) {
    const name = fact.component.slice(0, fact.component.indexOf('/'));
    draft.nodes.set(name, { ...nodeOf(draft, name), picked: fact });
  },
  PodSyncStarted(draft, { pod, state }) {
    updatePod(draft, pod, () => ({ workerState: state, syncStep: 'start' }));
  },
  PodSyncStep(draft, { pod, step }) {
    updatePod(draft, pod, () => ({ syncStep: step }));
  },
  PodActionsComputed(draft, { pod }) {
    // The runtime manager has taken over: the last step of SyncPod.
    updatePod(draft, pod, ({ syncStep }) =>
      syncStep === undefined ? {} : { syncStep: runtimeSync },
    );
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
