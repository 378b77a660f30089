/**
 * Merges pod sources into one stream of changes.
 *
 * Models kubernetes/pkg/kubelet/config/config.go: each pod from a source is compared with the known
 * one, which gives ADD, UPDATE, DELETE (a deletion timestamp appeared), REMOVE (gone) or RECONCILE
 * (only the status differs). In: pods of a source. Out: `PodUpdate`s.
 */

import { rfc3339Micro } from '#base/sim-time';
import type { Pod } from '#k8s.io/api/core/v1';
import { deepEqual } from '#k8s.io/apimachinery/json-value';
import { isMirrorPod } from '#k8s.io/component-helpers/core/mirror-pod';
import { podKey } from '../container/names.ts';
import type { KubeletContext } from '../kubelet-context.ts';
import { configSeenAnnotation, configSourceAnnotation } from './common.ts';

export type PodSource = 'api' | 'file' | 'http';
export type PodOperation = 'ADD' | 'UPDATE' | 'REMOVE' | 'RECONCILE' | 'DELETE';

export interface PodUpdate {
  readonly op: PodOperation;
  readonly source: PodSource;
  readonly pod: Pod;
  /** It was there when the source was first read. */
  readonly initial?: boolean;
}

type Annotations = Readonly<Record<string, string>>;

/** A pod as its source has it, and the kubelet's copy of it. */
interface KnownPod {
  readonly shown: Pod;
  readonly pod: Pod;
}

export class PodConfig {
  readonly #context: KubeletContext;
  readonly #send: (update: PodUpdate) => void;
  readonly #pods = new Map<string, KnownPod>();

  constructor(context: KubeletContext, send: (update: PodUpdate) => void) {
    this.#context = context;
    this.#send = send;
  }

  /** A source has a new or changed pod. */
  seen(source: PodSource, shown: Pod, initial = false): void {
    const known = this.#pods.get(shown.metadata.uid);
    if (known === undefined) {
      const pod = this.#annotated(source, shown, undefined);
      this.#pods.set(shown.metadata.uid, { shown, pod });
      this.#emit('ADD', source, pod, initial);
      return;
    }
    const pod = this.#annotated(source, shown, known);
    this.#pods.set(shown.metadata.uid, { shown, pod });
    const op = operation(known.pod, pod);
    if (op !== undefined) this.#emit(op, source, pod);
  }

  /** A source no longer has the pod. */
  gone(source: PodSource, pod: Pod): void {
    const known = this.#pods.get(pod.metadata.uid);
    if (known === undefined) return;
    this.#emit('REMOVE', source, known.pod);
    this.#pods.delete(pod.metadata.uid);
  }

  #emit(op: PodOperation, source: PodSource, pod: Pod, initial = false): void {
    const { tracer, component, sim } = this.#context;
    sim.aside(() => {
      tracer.emit({
        type: 'PodConfigChanged',
        component,
        pod: podKey(pod),
        uid: pod.metadata.uid,
        source,
        op,
      });
      this.#send({ op, source, pod, ...(initial ? { initial } : {}) });
    });
  }

  /** First-seen time and source travel as annotations of the kubelet's own copy. */
  #annotated(source: PodSource, shown: Pod, known: KnownPod | undefined): Pod {
    // A mirror pod has the source of its static pod in an annotation.
    if (isMirrorPod(shown)) return shown;
    const { metadata } = shown;
    const before = known?.pod.metadata.annotations;
    const isSame =
      known?.shown.metadata.annotations === metadata.annotations &&
      before?.[configSourceAnnotation] === source;
    const annotations = isSame ? before : this.#withSource(source, metadata.annotations, before);
    return { ...shown, metadata: { ...metadata, annotations } };
  }

  #withSource(source: PodSource, own: Annotations = {}, before: Annotations = {}): Annotations {
    const seen = before[configSeenAnnotation] ?? rfc3339Micro(this.#context.wall());
    return { ...own, [configSeenAnnotation]: seen, [configSourceAnnotation]: source };
  }
}

/** Source: config.go checkAndUpdatePod, podsDifferSemantically. */
function operation(known: Pod, pod: Pod): PodOperation | undefined {
  const before = known.metadata;
  const after = pod.metadata;
  const semantic =
    before.generation !== after.generation ||
    before.deletionTimestamp !== after.deletionTimestamp ||
    before.deletionGracePeriodSeconds !== after.deletionGracePeriodSeconds ||
    !deepEqual(before.labels, after.labels) ||
    !deepEqual(before.annotations, after.annotations) ||
    (after.generation === undefined && !deepEqual(known.spec, pod.spec));
  if (semantic) return after.deletionTimestamp === undefined ? 'UPDATE' : 'DELETE';
  return deepEqual(known.status, pod.status) ? undefined : 'RECONCILE';
}
