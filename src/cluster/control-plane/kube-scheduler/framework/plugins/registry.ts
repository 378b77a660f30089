/**
 * The plugins of the default profile, in their order, with their weights.
 * Models kubernetes/pkg/scheduler/apis/config/v1/default_plugins.go of v1.36.
 */
import type { SchedulerProfile } from '#cluster/config/cluster-config';
import type { Handle, Plugin, PluginEntry } from '../interface.ts';
import { defaultBinder } from './default-binder/default-binder.ts';
import { defaultPreemption } from './default-preemption/default-preemption.ts';
import { dynamicResources } from './dynamic-resources/dynamic-resources.ts';
import { imageLocality } from './image-locality/image-locality.ts';
import { interPodAffinity } from './inter-pod-affinity/inter-pod-affinity.ts';
import { nodeAffinity } from './node-affinity/node-affinity.ts';
import { nodeDeclaredFeatures } from './node-declared-features/node-declared-features.ts';
import { nodeName } from './node-name/node-name.ts';
import { nodePorts } from './node-ports/node-ports.ts';
import { nodeResourcesBalancedAllocation } from './node-resources/balanced-allocation.ts';
import { nodeResourcesFit } from './node-resources/fit.ts';
import { nodeUnschedulable } from './node-unschedulable/node-unschedulable.ts';
import { nodeVolumeLimits } from './node-volume-limits/node-volume-limits.ts';
import { podTopologySpread } from './pod-topology-spread/pod-topology-spread.ts';
import { prioritySort } from './queue-sort/priority-sort.ts';
import { schedulingGates } from './scheduling-gates/scheduling-gates.ts';
import { taintToleration } from './taint-toleration/taint-toleration.ts';
import { volumeBinding } from './volume-binding/volume-binding.ts';
import { volumeRestrictions } from './volume-restrictions/volume-restrictions.ts';
import { volumeZone } from './volume-zone/volume-zone.ts';

const entry = (plugin: Plugin, weight = 0): PluginEntry => ({ plugin, weight });

/**
 * The plugins of a profile: the default ones with the profile's arguments, weights and omissions.
 * `allocation` makes DynamicResources where nodes have drivers for devices.
 */
export function profilePlugins(
  handle: Handle,
  { plugins, pluginConfig }: SchedulerProfile,
  allocation?: (handle: Handle) => Plugin,
): readonly PluginEntry[] {
  const disabled = new Set(plugins?.disabled);
  const enabled = new Map((plugins?.enabled ?? []).map(({ name, weight }) => [name, weight]));
  return defaultPlugins(handle, pluginConfig ?? {}, allocation)
    .filter(({ plugin: { name } }) => {
      const isOut = disabled.has(name) || disabled.has('*');
      return !isOut || enabled.has(name) || indispensable.has(name);
    })
    .map(({ plugin, weight }) => ({
      plugin,
      // A weight of 0 means the default one.
      weight: weight === 0 ? 0 : enabled.get(plugin.name) || weight,
    }));
}

/** Without them no queue can be sorted and no pod bound. */
const indispensable = new Set(['PrioritySort', 'DefaultBinder']);

function defaultPlugins(
  handle: Handle,
  config: NonNullable<SchedulerProfile['pluginConfig']>,
  allocation: ((handle: Handle) => Plugin) | undefined,
): readonly PluginEntry[] {
  const { listers, snapshot, client } = handle;
  const { NodeAffinity, NodeResourcesFit, InterPodAffinity, PodTopologySpread } = config;
  const spread =
    PodTopologySpread?.defaultingType === 'List'
      ? (PodTopologySpread.defaultConstraints ?? [])
      : undefined;
  return [
    entry(schedulingGates),
    entry(prioritySort),
    entry(nodeUnschedulable),
    entry(nodeName),
    entry(taintToleration, 3),
    entry(nodeAffinity(NodeAffinity?.addedAffinity), 2),
    entry(nodePorts),
    entry(nodeResourcesFit(NodeResourcesFit?.scoringStrategy), 1),
    entry(volumeRestrictions(listers, snapshot)),
    entry(nodeVolumeLimits(listers)),
    entry(volumeBinding(handle)),
    entry(volumeZone(listers)),
    entry(podTopologySpread(listers, snapshot, spread), 2),
    entry(interPodAffinity(listers, snapshot, InterPodAffinity), 2),
    entry(allocation?.(handle) ?? dynamicResources, 2),
    entry(defaultPreemption(handle)),
    entry(nodeResourcesBalancedAllocation, 1),
    entry(imageLocality(snapshot), 1),
    entry(defaultBinder(client)),
    entry(nodeDeclaredFeatures),
  ];
}
