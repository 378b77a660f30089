/**
 * The Container Network Interface: the contract between containerd, its only caller, and the
 * network plugins of the node. Models the CNI specification 1.1: ADD, DEL, CHECK, STATUS.
 */
import type { Result } from '#base/result';
import type { Process } from '#sim/simulation';

export interface CniArgs {
  readonly containerId: string;
  /** Path of the network namespace. */
  readonly netns: string;
  /** The interface inside the namespace: `eth0`. */
  readonly ifName: string;
  readonly podNamespace: string;
  readonly podName: string;
  readonly podUid: string;
  readonly portMappings: readonly {
    readonly protocol: string;
    readonly containerPort: number;
    readonly hostPort: number;
    /** The only address of the node at which it is open; absent: all. */
    readonly hostIp?: string;
  }[];
}

export interface CniInterface {
  readonly name: string;
  readonly mac: string;
  /** Empty when the interface is on the host. */
  readonly sandbox: string;
}

export interface CniResult {
  readonly interfaces: readonly CniInterface[];
  readonly ips: readonly { readonly address: string; readonly gateway: string }[];
  readonly routes: readonly { readonly dst: string; readonly gw: string }[];
}

export interface CniError {
  readonly code: number;
  readonly message: string;
}

/** A chain of plugins as one network configuration lists them. */
export interface CniNetwork {
  readonly name: string;
  /** Whether a network configuration was found; without one the node's network is not ready. */
  readonly ready: boolean;
  add(args: CniArgs): Process<Result<CniResult, CniError>>;
  del(args: CniArgs): Process<Result<undefined, CniError>>;
}
