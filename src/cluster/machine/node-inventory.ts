/**
 * What stands on one machine for its pods: records of the runtime, control groups, network
 * namespaces, addresses, rules of the packet filter, folders.
 *
 * In: a machine. Out: plain data. It only reads and leaves no facts.
 */
import type { NodeMachine } from './node-machine.ts';

export interface NodeInventory {
  readonly node: string;
  readonly sandboxes: readonly { readonly id: string; readonly podUid: string }[];
  readonly containers: readonly { readonly id: string; readonly podUid: string }[];
  /** Paths of the control groups. */
  readonly cgroups: readonly string[];
  /** Network namespaces of pods: `namespace/name` and the address. */
  readonly namespaces: readonly { readonly pod: string; readonly address: string }[];
  /** Addresses handed out, each with the sandbox that has it. */
  readonly leases: readonly { readonly address: string; readonly sandbox: string }[];
  /** Folders of the disk that were made or mounted, or have logs. */
  readonly paths: readonly string[];
  /** The lines of iptables-save for the table nat. */
  readonly nat: readonly string[];
}

/** What a person with root's rights would find on the machine. */
export function inventoryOf(machine: NodeMachine): NodeInventory {
  const { name, containerd, host, kernel, addressLeases } = machine;
  const records = containerd.component?.records ?? { sandboxes: [], containers: [], paths: [] };
  return {
    node: name,
    ...records,
    cgroups: host.cgroups.under(`/${name}`).map(({ path }) => path),
    namespaces: kernel.pods.map(({ name: pod, address }) => ({ pod, address })),
    leases: [...addressLeases].map(([address, { containerId }]) => ({
      address,
      sandbox: containerId,
    })),
    nat: kernel.netfilter.save('nat'),
  };
}
