/** The pod that the inside of a node is about: the pod of the step, or else the node's first. */
import { podOf } from '#facts/names';
import type { Player } from '#player/player-state';
import type { PodScene } from '#player/scene';

export function shownPod({ log, scene }: Player, node: string): PodScene | undefined {
  const fact = log.fact(scene.cursor);
  const here = scene.nodes.get(node)?.pods ?? [];
  const spoken = fact === undefined ? undefined : podOf(fact);
  return scene.pods.get(spoken !== undefined && here.includes(spoken) ? spoken : (here[0] ?? ''));
}
