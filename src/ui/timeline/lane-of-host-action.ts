/** The lane of what a person does to a machine: of that machine, or of the program in question. */
import type { Scene } from '#player/scene';
import { laneOf } from '#player/timeline';
import { type HostAction, machineName, processName } from '#trace/host-action';

/**
 * `undefined` for a look at a machine, for a target without a lane, or for several machines at
 * once.
 */
export function laneOfHostAction(pods: Scene['pods'], action: HostAction): string | undefined {
  const component = componentOf(pods, action);
  return component === undefined ? undefined : laneOf(component)?.id;
}

/** The target of the action: a program, or a program of the machine. */
function componentOf(pods: Scene['pods'], action: HostAction): string | undefined {
  if ('node' in action) return `${machineName(action.node)}/kubelet`;
  if ('component' in action) return processName(action.component);
  if (action.kind === 'compact_etcd') return 'etcd';
  if ('one' in action) {
    const name = machineName(action.one);
    return /^node-/.test(name) ? `${name}/kubelet` : processName(name);
  }
  const node = 'container' in action ? nodeOf(pods, action.container) : undefined;
  return node === undefined ? undefined : `${node}/kubelet`;
}

/** The node of a container, named alone or as `namespace/pod/container`; none if several match. */
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
