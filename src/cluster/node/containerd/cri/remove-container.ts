/**
 * RemoveContainer: its record and snapshot go; the kubelet removes its log.
 * Models containerd internal/cri/server/container_remove.go.
 */

import { ok } from '#base/result';
import { ms } from '#base/sim-time';
import type { CriResult } from '#k8s.io/cri-api/runtime';
import type { Process } from '#sim/simulation';
import type { ContainerdContext } from '../containerd-context.ts';
import type { Container } from '../node-state.ts';
import { stopContainerRecord } from './stop-container.ts';

/** A running container is killed first. Removing an unknown container is no error. */
export function* removeContainer(
  context: ContainerdContext,
  id: string,
): Process<CriResult<undefined>> {
  const container = context.state.containers.get(id);
  if (container === undefined) return ok(undefined);
  yield* stopContainerRecord(context, container, 0);
  yield* context.work(ms(5), ms(7));
  removeContainerRecord(context, container);
  return ok(undefined);
}

export function removeContainerRecord(context: ContainerdContext, container: Container): void {
  const { state } = context;
  const { id, name, config, sandbox } = container;
  state.removeContainer(container);
  context.host.takeDisk(-container.files.layerBytes);
  context.host.takeInodes(-container.files.layerFiles);
  state.names.delete(name);
  context.step('snapshot-removed', sandbox.pod, { key: id, container: config.metadata.name });
  context.step('container-removed', sandbox.pod, { id, container: config.metadata.name });
}
