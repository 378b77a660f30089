/**
 * Favours nodes that have the pod's images already, scaled by how spread the images are.
 * Models kubernetes/pkg/scheduler/framework/plugins/imagelocality.
 */
import type { Snapshot } from '../../../backend/cache/snapshot.ts';
import { maxNodeScore, type Plugin } from '../../interface.ts';

const mebibyte = 1024 * 1024;
const minThreshold = 23 * mebibyte;
const maxThresholdOfContainer = 1000 * mebibyte;

export const imageLocality = (snapshot: Snapshot): Plugin => ({
  name: 'ImageLocality',
  score(_state, { pod }, node) {
    if (node.images.size === 0) return 0;
    const { initContainers = [], containers } = pod.spec;
    let sum = 0;
    for (const list of [initContainers, containers]) {
      for (const { image = '' } of list) {
        const state = node.images.get(normalizedImageName(image));
        if (state === undefined) continue;
        sum += Math.trunc(state.size * (state.nodes.size / snapshot.nodes.length));
      }
    }
    return sum === 0 ? 0 : priority(sum, initContainers.length + containers.length);
  },
});

function priority(sum: number, containers: number): number {
  const max = maxThresholdOfContainer * containers;
  const clamped = Math.min(Math.max(sum, minThreshold), max);
  return Math.trunc((maxNodeScore * (clamped - minThreshold)) / (max - minThreshold));
}

/** Adds `:latest` where there is no tag; the registry is not filled in. */
function normalizedImageName(name: string): string {
  return name.lastIndexOf(':') <= name.lastIndexOf('/') ? `${name}:latest` : name;
}
