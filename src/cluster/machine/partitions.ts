/**
 * The ways between two machines, or two programs, that can be cut while all others work.
 *
 * In: two names. Out: their way: the wire between two nodes; a program's or a node's link to the
 * API server, in both directions; two members of etcd; the API server and one of several members.
 * No other two speak with each other.
 */
import type { Etcd } from '#cluster/control-plane/etcd/etcd';
import type { Wire } from '#cluster/node/kernel/wire';
import type { Endpoint } from '#k8s.io/client-go/rest/transport';
import type { Link } from '#sim/network';
import type { Simulation } from '#sim/simulation';
import { machineName, processName } from '#trace/host-action';
import { cutLink, mendLink } from './cut-link.ts';
import type { NodeMachine } from './node-machine.ts';

const apiserver = 'kube-apiserver';
const reason = 'partition';

export interface Way {
  cut(): void;
  mend(): void;
}

export interface PartitionParts {
  readonly sim: Simulation;
  readonly wire: Wire;
  readonly etcd: Etcd;
  readonly server: Endpoint;
  /** Where the API server's machine is on the wire. */
  readonly serverAddress: string;
  readonly machine: (name: string) => NodeMachine | undefined;
  /** The link to the API server of a program or a node. */
  readonly linkOf: (name: string) => Link | undefined;
}

export class Partitions {
  readonly #parts: PartitionParts;

  constructor(parts: PartitionParts) {
    this.#parts = parts;
  }

  /** The way between two, as a person names them; `undefined`: nothing goes between them. */
  between(one: string, other: string): Way | undefined {
    return this.#way(one, other) ?? this.#way(other, one);
  }

  #way(one: string, other: string): Way | undefined {
    const { machine, etcd, linkOf } = this.#parts;
    const [from, to] = [machine(machineName(one)), machine(machineName(other))];
    const toServer = processName(other) === apiserver;
    if (from !== undefined && to !== undefined)
      return from === to ? undefined : this.#onWire(from, to);
    if (from !== undefined) return toServer ? this.#ofNode(from) : undefined;
    if (toServer) return etcd.wayToClient(one) ?? this.#ofLinks([linkOf(processName(one))]);
    return etcd.wayBetween(one, other);
  }

  #onWire(one: NodeMachine, other: NodeMachine): Way {
    const { wire } = this.#parts;
    const addresses = [one.kernel.address, other.kernel.address] as const;
    return { cut: () => wire.part(...addresses), mend: () => wire.join(...addresses) };
  }

  /** Requests of the node's programs, requests to its kubelet, and packets of its pods. */
  #ofNode(node: NodeMachine): Way | undefined {
    const { wire, serverAddress, linkOf } = this.#parts;
    const links = this.#ofLinks([linkOf(node.name), linkOf(`to ${node.name}`)]);
    const { address } = node.kernel;
    return (
      links && {
        cut: () => {
          links.cut();
          wire.part(address, serverAddress);
        },
        mend: () => {
          links.mend();
          wire.join(address, serverAddress);
        },
      }
    );
  }

  #ofLinks(given: readonly (Link | undefined)[]): Way | undefined {
    const { sim, server } = this.#parts;
    const links = given.filter((link) => link !== undefined);
    if (links.length === 0) return undefined;
    return {
      cut: () => {
        for (const link of links) cutLink(sim, link, server, reason);
      },
      mend: () => {
        for (const link of links) mendLink(link, server, reason);
      },
    };
  }
}
