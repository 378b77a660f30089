/**
 * Creates and deletes the pods of a controller, and records events about that. Models
 * kubernetes/pkg/controller/controller_utils.go RealPodControl and GetPodFromTemplate.
 */

import { defined } from '#base/defined';
import type { Pod, PodTemplateSpec } from '#k8s.io/api/core/v1';
import { hasStatusCause, isNotFound } from '#k8s.io/apimachinery/errors';
import { newControllerRef } from '#k8s.io/apimachinery/meta/controller-ref';
import type { KubeObject, Status } from '#k8s.io/apimachinery/meta/v1';
import { pods } from '#k8s.io/client-go/rest/resource';
import type { ApiResult, RestClient } from '#k8s.io/client-go/rest/rest-client';
import type { EventRecorder } from '#k8s.io/client-go/tools/record/event-recorder';
import type { Process } from '#sim/simulation';

/** Whether the server refuses new objects because their namespace is being deleted. */
export const isNamespaceTerminating = (status: Status | undefined): boolean =>
  status !== undefined && hasStatusCause(status, 'NamespaceTerminating');

/** A pod from the template; the server generates its name from the owner's. */
function podFromTemplate(
  template: PodTemplateSpec,
  owner: KubeObject,
  generateName = `${owner.metadata.name}-`,
): unknown {
  const { labels, annotations, finalizers } = template.metadata ?? {};
  return {
    kind: 'Pod',
    apiVersion: 'v1',
    metadata: {
      generateName,
      ...defined({ labels, annotations }),
      ownerReferences: [newControllerRef(owner)],
      ...defined({ finalizers }),
    },
    spec: template.spec,
    status: {},
  };
}

export class PodControl {
  readonly #client: RestClient;
  readonly #recorder: EventRecorder;

  constructor(client: RestClient, recorder: EventRecorder) {
    this.#client = client;
    this.#recorder = recorder;
  }

  *createPod(
    template: PodTemplateSpec,
    owner: KubeObject,
    generateName?: string,
  ): Process<ApiResult<Pod>> {
    const { namespace = '' } = owner.metadata;
    const pod = podFromTemplate(template, owner, generateName);
    const answer = yield* this.#client.create<Pod>(pods, pod, { namespace });
    if (answer.ok) {
      const message = `Created pod: ${answer.value.metadata.name}`;
      this.#recorder.event(owner, 'Normal', 'SuccessfulCreate', message);
    } else if (!isNamespaceTerminating(answer.error)) {
      const message = `Error creating: ${answer.error.message}`;
      this.#recorder.event(owner, 'Warning', 'FailedCreate', message);
    }
    return answer;
  }

  /** A plain delete: graceful, with the pod's own grace period. */
  *deletePod(pod: Pod, owner: KubeObject): Process<ApiResult<unknown>> {
    const { namespace, name } = pod.metadata;
    const answer = yield* this.#client.delete(pods, { namespace, name });
    if (answer.ok) {
      this.#recorder.event(owner, 'Normal', 'SuccessfulDelete', `Deleted pod: ${name}`);
    } else if (!isNotFound(answer.error)) {
      const message = `Error deleting: ${answer.error.message}`;
      this.#recorder.event(owner, 'Warning', 'FailedDelete', message);
    }
    return answer;
  }
}
