/**
 * StopPodSandbox and RemovePodSandbox: containers, pause process, network, then the records.
 * Models containerd internal/cri/server/sandbox_stop.go and sandbox_remove.go.
 */

import { err, ok } from '#base/result';
import { ms } from '#base/sim-time';
import type { CriResult } from '#k8s.io/cri-api/runtime';
import type { Process } from '#sim/simulation';
import type { ContainerdContext } from '../containerd-context.ts';
import { sandboxRoot } from '../files/sandbox-files.ts';
import type { Sandbox } from '../node-state.ts';
import { notFound } from '../runtime-error.ts';
import { removeContainerRecord } from './remove-container.ts';
import { tearDownNetwork } from './run-pod-sandbox.ts';
import { endTask, stopContainerRecord } from './stop-container.ts';

const bookkeeping = { base: ms(14), jitter: ms(8) };
const removal = { base: ms(18), jitter: ms(10) };

/** Stopping a sandbox that is stopped or unknown is no error. */
export function* stopPodSandbox(
  context: ContainerdContext,
  id: string,
): Process<CriResult<undefined>> {
  const sandbox = context.state.sandboxes.get(id);
  if (sandbox === undefined) return ok(undefined);
  yield* context.work(bookkeeping.base, bookkeeping.jitter);
  yield* stopSandbox(context, sandbox);
  return ok(undefined);
}

function* stopSandbox(context: ContainerdContext, sandbox: Sandbox): Process {
  const { state } = context;
  for (const container of context.env.sim.inTurn(state.containersOf(sandbox))) {
    yield* stopContainerRecord(context, container, 0);
  }
  if (sandbox.task !== undefined && sandbox.task.exit === undefined) {
    const { pid } = sandbox.task;
    context.step('task-killed', sandbox.pod, { id: sandbox.id, pid, signal: 'SIGKILL' });
    yield* endTask(sandbox.task, 'SIGKILL');
  }
  yield* tearDownNetwork(context, sandbox);
  if (sandbox.status.state === 'SANDBOX_READY' || sandbox.status.ip !== '') {
    state.setSandbox(sandbox, { state: 'SANDBOX_NOTREADY', ip: '' });
  }
}

export function* removePodSandbox(
  context: ContainerdContext,
  id: string,
): Process<CriResult<undefined>> {
  const { state } = context;
  const sandbox = state.sandboxes.get(id);
  if (sandbox === undefined) return ok(undefined);
  yield* stopSandbox(context, sandbox);
  for (const container of state.containersOf(sandbox)) removeContainerRecord(context, container);
  yield* context.work(removal.base, removal.jitter);
  context.step('snapshot-removed', sandbox.pod, { key: id });
  context.step('shim-exited', sandbox.pod, { id });
  state.disk.remove(sandboxRoot(id));
  state.names.delete(sandbox.name);
  state.removeSandbox(sandbox);
  return ok(undefined);
}

/** Models sandbox_status.go. */
export function* podSandboxStatus(
  context: ContainerdContext,
  id: string,
): Process<CriResult<Sandbox['status']>> {
  yield* context.work(ms(0.5), ms(1));
  const sandbox = context.state.sandboxes.get(id);
  if (sandbox !== undefined) return ok(sandbox.status);
  return err(notFound(`an error occurred when try to find sandbox: sandbox "${id}": not found`));
}
