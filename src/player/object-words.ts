/**
 * Reads words out of API objects: short kinds for tickets, the status word of a pod.
 *
 * Models the part of kubernetes/pkg/printers/internalversion/printers.go printPod that the canvas
 * shows: deletion, reason, init and main containers.
 */
import { shortNameOfKind } from '#trace/object-key';
import type { KubeObject } from './scene.ts';

/** Not every value in etcd is an object: `compact_rev_key` holds a number. */
export const isKubeObject = (value: unknown): value is KubeObject =>
  typeof value === 'object' && value !== null && 'metadata' in value;

interface ConditionObject {
  readonly type: string;
  readonly status: string;
}

interface ContainerStatusObject {
  readonly name: string;
  readonly ready: boolean;
  readonly started?: boolean;
  readonly state?: {
    readonly waiting?: { readonly reason?: string };
    readonly running?: object;
    readonly terminated?: { readonly reason?: string; readonly exitCode?: number };
  };
}

interface ContainerObject {
  readonly name: string;
  readonly restartPolicy?: string;
  readonly image?: string;
}

/** The fields of a pod that the interface reads. */
export interface PodObject extends KubeObject {
  readonly spec?: {
    readonly nodeName?: string;
    readonly containers?: readonly ContainerObject[];
    readonly initContainers?: readonly ContainerObject[];
  };
  readonly status?: {
    readonly phase?: string;
    readonly reason?: string;
    readonly podIP?: string;
    readonly conditions?: readonly ConditionObject[];
    readonly initContainerStatuses?: readonly ContainerStatusObject[];
    readonly containerStatuses?: readonly ContainerStatusObject[];
  };
}

/** The fields of a node that the interface reads. */
export interface NodeObject extends KubeObject {
  readonly spec?: {
    readonly podCIDR?: string;
    readonly unschedulable?: boolean;
    readonly taints?: readonly {
      readonly key: string;
      readonly value?: string;
      readonly effect: string;
    }[];
  };
  readonly status?: { readonly conditions?: readonly ConditionObject[] };
}

/** Whether a condition of the object is true. */
export const hasCondition = ({ status }: PodObject | NodeObject, condition: string): boolean =>
  status?.conditions?.some((each) => each.type === condition && each.status === 'True') ?? false;

/** Whether the object's condition `Ready` is true. */
export const isReady = (object: PodObject | NodeObject): boolean => hasCondition(object, 'Ready');

/** The STATUS column of `kubectl get pods`. */
export function kubectlStatus(pod: PodObject): string {
  if (pod.metadata.deletionTimestamp !== undefined) return 'Terminating';
  const { phase = 'Unknown', reason, containerStatuses = [] } = pod.status ?? {};
  const initializing = initStatus(pod);
  if (initializing !== undefined) return initializing;
  let word = reason ?? phase;
  for (const { state } of containerStatuses) {
    if (state?.waiting?.reason !== undefined) word = state.waiting.reason;
    else if (state?.terminated !== undefined) word = state.terminated.reason ?? 'Error';
  }
  return word;
}

/** `Init:0/2`, `Init:Error`: of the first init container that is not done; else undefined. */
function initStatus(pod: PodObject): string | undefined {
  if (hasCondition(pod, 'Initialized')) return undefined;
  const { initContainerStatuses = [] } = pod.status ?? {};
  const planned = pod.spec?.initContainers ?? [];
  for (const [index, { name, started, state }] of initContainerStatuses.entries()) {
    const isSidecar = planned.find((each) => each.name === name)?.restartPolicy === 'Always';
    const { terminated, waiting } = state ?? {};
    if (terminated?.exitCode === 0 || (isSidecar && started === true)) continue;
    if (terminated !== undefined) return `Init:${terminated.reason ?? 'Error'}`;
    const why = waiting?.reason ?? 'PodInitializing';
    return why === 'PodInitializing' ? `Init:${index}/${planned.length}` : `Init:${why}`;
  }
  return undefined;
}

/** Kinds whose short name in kubectl is no word, or that have none and are long beside a name. */
const ownShortKinds: Readonly<Record<string, string>> = {
  Pod: 'pod',
  Node: 'node',
  Event: 'event',
  ControllerRevision: 'revision',
};
const admission = /^(?:Mutating|Validating).*(Policy|Binding|Webhook)(?:Configuration)?$/;

/** `deploy`, `rs`, `pod`: kubectl's short name, else a short one, or the kind in small letters. */
export const shortKind = (kind: string): string =>
  ownShortKinds[kind] ?? shortNameOfKind(kind) ?? (admission.exec(kind)?.[1] ?? kind).toLowerCase();
