/**
 * Makes and deletes the mirror pods of static pods at the API server.
 * Models kubernetes/pkg/kubelet/pod/mirror_client.go and Kubelet.tryReconcileMirrorPods.
 */

import { defined } from '#base/defined';
import type { Pod } from '#k8s.io/api/core/v1';
import { pods } from '#k8s.io/client-go/rest/resource';
import { mirrorAnnotation } from '#k8s.io/component-helpers/core/mirror-pod';
import type { Process } from '#sim/simulation';
import { configHashAnnotation } from '../config/common.ts';
import type { KubeletContext } from '../kubelet-context.ts';

export class MirrorClient {
  readonly #context: KubeletContext;

  constructor(context: KubeletContext) {
    this.#context = context;
  }

  /**
   * Replaces a mirror pod that is being deleted or belongs to another pod; creates a missing one.
   */
  *reconcile(pod: Pod, mirror: Pod | undefined): Process {
    const stale =
      mirror !== undefined &&
      (mirror.metadata.deletionTimestamp !== undefined || hashOf(mirror) !== hashOf(pod));
    const deleted = stale && (yield* this.delete(mirror, mirror.metadata.uid));
    if (mirror === undefined || deleted) yield* this.#create(pod);
  }

  /** Returns whether the mirror pod is gone now. */
  *delete({ metadata }: Pod, uid: string | undefined): Process<boolean> {
    const { namespace, name } = metadata;
    const answer = yield* this.#context.client.delete(
      pods,
      { namespace, name },
      {
        kind: 'DeleteOptions',
        apiVersion: 'v1',
        gracePeriodSeconds: 0,
        preconditions: defined({ uid }),
      },
    );
    return answer.ok || answer.error.code === 404;
  }

  *#create(pod: Pod): Process {
    const node = this.#context.nodeObject();
    if (node === undefined || node.metadata.deletionTimestamp !== undefined) return;
    const { annotations, namespace } = pod.metadata;
    const { name, uid } = node.metadata;
    const hash = annotations?.[configHashAnnotation] ?? '';
    const mirror: Pod = {
      ...pod,
      metadata: {
        ...pod.metadata,
        annotations: { ...annotations, [mirrorAnnotation]: hash },
        ownerReferences: [{ apiVersion: 'v1', kind: 'Node', name, uid, controller: true }],
      },
    };
    yield* this.#context.client.create<Pod>(pods, mirror, { namespace });
  }
}

const hashOf = ({ metadata }: Pod): string =>
  metadata.annotations?.[mirrorAnnotation] ?? metadata.annotations?.[configHashAnnotation] ?? '';
