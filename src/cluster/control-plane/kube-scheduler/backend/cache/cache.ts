/**
 * The scheduler's nodes and their pods, including its own decisions.
 *
 * Models kubernetes/pkg/scheduler/backend/cache/cache.go. An assumed pod counts on its node from
 * the moment of the decision until the watch brings the bound pod, or the pod is forgotten.
 */
import type { Node, Pod } from '#k8s.io/api/core/v1';
import { type ImageState, NodeInfo } from '../../framework/types/node-info.ts';
import { type PodInfo, podInfoOf } from '../../framework/types/pod-info.ts';
import { podRequests, sameRequests } from '../../framework/types/pod-requests.ts';
import { NodeTree } from './node-tree.ts';
import type { Snapshot } from './snapshot.ts';

interface CachedPod {
  readonly info: PodInfo;
  readonly node: string;
  readonly assumed: boolean;
}

export class Cache {
  readonly #nodes = new Map<string, NodeInfo>();
  readonly #tree = new NodeTree();
  readonly #images = new Map<string, ImageState>();
  /** By uid. */
  readonly #pods = new Map<string, CachedPod>();
  readonly #changed = new Set<string>();
  #orderChanged = false;

  get nodeCount(): number {
    return this.#nodes.size;
  }

  /** Counts a pod on its node before the API server knows. Source: AssumePod. */
  assumePod(pod: Pod): void {
    this.#put(pod, true);
  }

  /** Removes an assumed pod. Source: ForgetPod. */
  forgetPod(pod: Pod): void {
    if (this.isAssumed(pod)) this.#drop(pod.metadata.uid);
  }

  isAssumed(pod: Pod): boolean {
    return this.#pods.get(pod.metadata.uid)?.assumed === true;
  }

  /** The watch brought a pod that has a node: it confirms the assumption or corrects it. */
  addPod(pod: Pod): void {
    this.#put(pod, false);
  }

  updatePod(pod: Pod): void {
    const known = this.#pods.get(pod.metadata.uid);
    const same = known !== undefined && !known.assumed && known.node === pod.spec.nodeName;
    if (same && !countsDifferently(known.info, pod)) return;
    this.#put(pod, false);
  }

  removePod(pod: Pod): void {
    this.#drop(pod.metadata.uid);
  }

  addNode(node: Node): void {
    const { name } = node.metadata;
    const info = this.#nodeInfo(name);
    if (info.node === undefined) this.#orderChanged = true;
    this.#tree.add(node);
    info.setNode(node, this.#imagesOf(node, info));
    this.#changed.add(name);
  }

  updateNode(old: Node, node: Node): void {
    if (old.metadata.labels !== node.metadata.labels) this.#orderChanged = true;
    this.addNode(node);
  }

  removeNode(node: Node): void {
    const { name } = node.metadata;
    const info = this.#nodes.get(name);
    if (info === undefined) return;
    for (const image of info.images.values()) image.nodes.delete(name);
    this.#tree.remove(name);
    this.#orderChanged = true;
    info.node = undefined;
    if (info.pods.size === 0) this.#nodes.delete(name);
  }

  /** Copies what changed since the last call. Source: UpdateSnapshot. */
  updateSnapshot(snapshot: Snapshot): void {
    const copies: NodeInfo[] = [];
    for (const name of this.#changed) {
      const info = this.#nodes.get(name);
      if (info?.node !== undefined) copies.push(info.clone());
    }
    this.#changed.clear();
    snapshot.update(copies, this.#orderChanged ? this.#tree.list() : undefined);
    this.#orderChanged = false;
  }

  #put(pod: Pod, assumed: boolean): void {
    const node = pod.spec.nodeName ?? '';
    this.#drop(pod.metadata.uid);
    const info = podInfoOf(pod);
    this.#pods.set(pod.metadata.uid, { info, node, assumed });
    this.#nodeInfo(node).addPod(info);
    this.#changed.add(node);
  }

  #drop(uid: string): void {
    const known = this.#pods.get(uid);
    if (known === undefined) return;
    this.#pods.delete(uid);
    const info = this.#nodes.get(known.node);
    info?.removePod(known.info.key);
    this.#changed.add(known.node);
    if (info?.node === undefined && info?.pods.size === 0) this.#nodes.delete(known.node);
  }

  #nodeInfo(name: string): NodeInfo {
    const known = this.#nodes.get(name);
    if (known !== undefined) return known;
    const made = new NodeInfo(name);
    this.#nodes.set(name, made);
    return made;
  }

  #imagesOf(node: Node, info: NodeInfo): ReadonlyMap<string, ImageState> {
    if (node.status?.images === info.node?.status?.images && info.node !== undefined) {
      return info.images;
    }
    for (const image of info.images.values()) image.nodes.delete(info.name);
    const states = new Map<string, ImageState>();
    for (const { names = [], sizeBytes = 0 } of node.status?.images ?? []) {
      for (const name of names) {
        const known = this.#images.get(name);
        const state = known ?? { size: sizeBytes, nodes: new Set<string>() };
        if (known === undefined) this.#images.set(name, state);
        state.nodes.add(info.name);
        states.set(name, state);
      }
    }
    return states;
  }
}

/** Whether anything that filters or scores read of a pod on a node has changed. */
const countsDifferently = ({ pod: a, requests }: PodInfo, b: Pod): boolean =>
  a.spec !== b.spec ||
  a.metadata.labels !== b.metadata.labels ||
  a.metadata.deletionTimestamp !== b.metadata.deletionTimestamp ||
  a.status?.startTime !== b.status?.startTime ||
  !sameRequests(requests, podRequests(b));
