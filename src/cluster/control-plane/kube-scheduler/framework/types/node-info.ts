/**
 * A node with the sums of its pods: what filters and scores read.
 *
 * Models kubernetes/pkg/scheduler/framework/types.go NodeInfo. The cache changes its own; the
 * snapshot holds copies that stay as they are for one scheduling cycle.
 */
import type { Node } from '#k8s.io/api/core/v1';
import { Fellows } from './fellows.ts';
import { type HostPort, hostPortsOf } from './host-ports.ts';
import { hasPodAffinity, type PodInfo } from './pod-info.ts';
import { type Amounts, amountsOf } from './pod-requests.ts';

/** An image and the nodes that have it; shared by all of them. */
export interface ImageState {
  readonly size: number;
  readonly nodes: Set<string>;
}

export class NodeInfo {
  readonly name: string;
  node: Node | undefined;
  readonly pods: Map<string, PodInfo>;
  readonly fellows: Fellows;
  readonly podsWithAffinity: Map<string, PodInfo>;
  readonly podsWithRequiredAntiAffinity: Map<string, PodInfo>;
  /** Sums of the pods' requests. */
  readonly requested: Record<string, number>;
  nonZeroMilliCpu: number;
  nonZeroMemory: number;
  allocatable: Amounts;
  images: ReadonlyMap<string, ImageState>;

  constructor(name: string, copyOf?: NodeInfo) {
    this.name = name;
    this.node = copyOf?.node;
    this.pods = new Map(copyOf?.pods);
    this.fellows = new Fellows(copyOf?.fellows);
    this.podsWithAffinity = new Map(copyOf?.podsWithAffinity);
    this.podsWithRequiredAntiAffinity = new Map(copyOf?.podsWithRequiredAntiAffinity);
    this.requested = { ...copyOf?.requested };
    this.nonZeroMilliCpu = copyOf?.nonZeroMilliCpu ?? 0;
    this.nonZeroMemory = copyOf?.nonZeroMemory ?? 0;
    this.allocatable = copyOf?.allocatable ?? {};
    this.images = copyOf?.images ?? new Map();
  }

  /** An independent copy. Source: NodeInfo.Snapshot. */
  clone(): NodeInfo {
    return new NodeInfo(this.name, this);
  }

  setNode(node: Node, images: ReadonlyMap<string, ImageState>): void {
    if (node.status?.allocatable !== this.node?.status?.allocatable || this.node === undefined) {
      this.allocatable = amountsOf(node.status?.allocatable);
    }
    this.node = node;
    this.images = images;
  }

  get labels(): Readonly<Record<string, string>> {
    return this.node?.metadata.labels ?? {};
  }

  addPod(info: PodInfo): void {
    const known = this.pods.get(info.key);
    if (known !== undefined) this.fellows.count(known.pod, -1);
    this.pods.set(info.key, info);
    this.fellows.count(info.pod, 1);
    if (hasPodAffinity(info)) this.podsWithAffinity.set(info.key, info);
    if (info.requiredAntiAffinityTerms.length > 0) {
      this.podsWithRequiredAntiAffinity.set(info.key, info);
    }
    this.#count(info, 1);
  }

  /** Removes a pod; false when it was not on the node. */
  removePod(key: string): boolean {
    const info = this.pods.get(key);
    if (info === undefined) return false;
    this.pods.delete(key);
    this.fellows.count(info.pod, -1);
    this.podsWithAffinity.delete(key);
    this.podsWithRequiredAntiAffinity.delete(key);
    this.#count(info, -1);
    return true;
  }

  #count(info: PodInfo, sign: 1 | -1): void {
    const { requests, nonZeroMilliCpu, nonZeroMemory } = info.requests;
    for (const name in requests) {
      this.requested[name] = (this.requested[name] ?? 0) + sign * (requests[name] ?? 0);
    }
    this.nonZeroMilliCpu += sign * nonZeroMilliCpu;
    this.nonZeroMemory += sign * nonZeroMemory;
  }

  /** The host ports in use. Only pods that ask for ports look at this. */
  usedPorts(): readonly HostPort[] {
    return [...this.pods.values()].flatMap(({ pod }) => hostPortsOf(pod));
  }
}
