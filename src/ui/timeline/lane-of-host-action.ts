/** The lane of what a person does to a machine: of that machine, or of the program in question. */
import { actionWords } from '#facts/host-action';
import type { Scene } from '#player/scene';
import { laneOf } from '#player/timeline';

const programs: Readonly<Record<string, string>> = {
  scheduler: 'kube-scheduler',
  apiserver: 'kube-apiserver',
};
const aboutContainer = 'end_process';

/**
 * From the words of the action: `stop_kubelet 2`, `stop_component apiserver`, `end_process web`.
 * `undefined`: a look at a machine, what has no lane, or what is done on several machines at once.
 */
export function laneOfHostAction(pods: Scene['pods'], action: string): string | undefined {
  const { verb, target } = actionWords(action);
  const node = verb === aboutContainer ? nodeOf(pods, target) : machineOf(target);
  return laneOf(node === undefined ? (programs[target] ?? target) : `${node}/kubelet`)?.id;
}

/** `node-2` and `node-2-containerd` are node-2's. */
const machineOf = (target: string): string | undefined =>
  /^(node-\d+)(-\w[\w-]*)?$/.exec(target)?.[1];

/** The node of a container, named alone or as `namespace/pod/container`; one of several: none. */
function nodeOf(pods: Scene['pods'], container: string): string | undefined {
  const [name = '', pod, namespace] = container.split('/').toReversed();
  const nodes = new Set(
    [...pods.values()].flatMap(({ key, node, containers }) => {
      const meant = pod === undefined || key === `${namespace}/${pod}`;
      return meant && containers.some((each) => each.name === name) ? [node] : [];
    }),
  );
  return nodes.size === 1 ? [...nodes][0] : undefined;
}
