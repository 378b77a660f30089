/** Events about pods, their containers and the node; the kubelet's view of client-go's recorder. */
import type { ObjectReference, Pod } from '#k8s.io/api/core/v1';
import type { EventRecorder } from '#k8s.io/client-go/tools/record/event-recorder';
import { fieldPath } from '../container/names.ts';

type EventType = 'Normal' | 'Warning';

export class PodEvents {
  readonly #recorder: Pick<EventRecorder, 'event'>;
  readonly #node: ObjectReference;

  constructor(recorder: Pick<EventRecorder, 'event'>, nodeName: string) {
    this.#recorder = recorder;
    this.#node = { kind: 'Node', name: nodeName, apiVersion: 'v1' };
  }

  pod(pod: Pod, type: EventType, reason: string, message: string): void {
    this.#recorder.event(pod, type, reason, message);
  }

  /** Regarding one container: the reference carries its field path. */
  container(pod: Pod, name: string, type: EventType, reason: string, message: string): void {
    this.#recorder.event(pod, type, reason, message, { fieldPath: fieldPath(pod, name) });
  }

  node(type: EventType, reason: string, message: string): void {
    this.#recorder.event(this.#node, type, reason, message);
  }
}
