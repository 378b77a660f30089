/** Machines: nothing stands there for Pods that are gone. */
import type { NodeInventory } from '#cluster/machine/node-inventory';
import type { Pod } from '#k8s.io/api/core/v1';
import type { Breach, Evidence } from '../evidence.ts';

/**
 * After healing a machine has nothing of Pods that no longer exist: no sandbox, container, control
 * group, namespace, address, folder or rule. What stays is lost to the Pods to come.
 */
export function nothingIsLeftOfGonePods({ history, nodes }: Evidence): Breach | undefined {
  const pods = history.objects<Pod>('/registry/pods/');
  for (const node of nodes) {
    const left = leftOn(
      node,
      pods.filter(({ spec }) => spec.nodeName === node.node),
    );
    if (left !== undefined) return { fact: 0, message: `${left} is left on ${node.node}` };
  }
  return undefined;
}

/** The uid that the kubelet knows a Pod by: a mirror Pod has that of its file. */
const uidOf = ({ metadata }: Pod): string =>
  metadata.annotations?.['kubernetes.io/config.hash'] ?? metadata.uid;

function leftOn(node: NodeInventory, pods: readonly Pod[]): string | undefined {
  const uids = new Set(pods.map(uidOf));
  for (const { id, podUid } of node.sandboxes) {
    if (!uids.has(podUid)) return `sandbox ${id.slice(0, 12)} of the Pod ${podUid}`;
  }
  for (const { id, podUid } of node.containers) {
    if (!uids.has(podUid)) return `container ${id.slice(0, 12)} of the Pod ${podUid}`;
  }
  for (const path of [...node.cgroups, ...node.paths]) {
    const uid = podIn(path);
    if (uid !== undefined && !uids.has(uid)) return path;
  }
  const names = new Set(pods.map(({ metadata }) => `${metadata.namespace}/${metadata.name}`));
  for (const { pod, address } of node.namespaces) {
    if (!names.has(pod)) return `the namespace of ${pod} with ${address}`;
  }
  const sandboxes = new Set(node.sandboxes.map(({ id }) => id));
  for (const path of node.paths) {
    const id = /\/sandboxes\/([0-9a-f]{64})\//.exec(path)?.[1];
    if (id !== undefined && !sandboxes.has(id)) return path;
  }
  for (const { address, sandbox } of node.leases) {
    if (!sandboxes.has(sandbox)) return `the address ${address} of ${sandbox.slice(0, 12)}`;
  }
  return ruleLeft(node);
}

const uidPattern = /[0-9a-f]{8}[-_][0-9a-f]{4}[-_][0-9a-f]{4}[-_][0-9a-f]{4}[-_][0-9a-f]{12}/;

/** The uid in `/kubepods/burstable/pod0a…`, `/var/lib/kubelet/pods/0a…/volumes/…`. */
const podIn = (path: string): string | undefined => uidPattern.exec(path)?.[0].replaceAll('_', '-');

/** A rule that leads to an address of the node which no Pod has. */
function ruleLeft({ nat, namespaces, leases }: NodeInventory): string | undefined {
  const used = new Set([...namespaces, ...leases].map(({ address }) => address));
  for (const rule of nat) {
    const target = / --to-destination ([\d.]+)/.exec(rule)?.[1];
    if (target === undefined || used.has(target)) continue;
    const chain = /-A (CNI-\S+)/.exec(rule)?.[1];
    if (chain !== undefined) return `the chain ${chain}, which leads to ${target},`;
  }
  return undefined;
}
