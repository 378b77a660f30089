/** Events about pods and their containers, in the words of kubernetes/pkg/kubelet/events. */
import type { Pod } from '#k8s.io/api/core/v1';
import type { KubeObject } from '#k8s.io/apimachinery/meta/v1';
import { fieldPath } from '../container/names.ts';

export type EventType = 'Normal' | 'Warning';

/** The part of client-go's EventRecorder that the kubelet uses. */
export interface Recorder {
  event(
    regarding: KubeObject,
    type: EventType,
    reason: string,
    message: string,
    extra?: { readonly fieldPath?: string },
  ): void;
}

export class PodEvents {
  readonly #recorder: Recorder;

  constructor(recorder: Recorder) {
    this.#recorder = recorder;
  }

  pod(pod: Pod, type: EventType, reason: string, message: string): void {
    this.#recorder.event(pod, type, reason, message);
  }

  /** Regarding one container: the reference carries its field path. */
  container(pod: Pod, name: string, type: EventType, reason: string, message: string): void {
    this.#recorder.event(pod, type, reason, message, { fieldPath: fieldPath(pod, name) });
  }

  object(regarding: KubeObject, type: EventType, reason: string, message: string): void {
    this.#recorder.event(regarding, type, reason, message);
  }
}
