/**
 * ExecSync: runs a command in a container and waits for it.
 * Models containerd internal/cri/server/container_execsync.go.
 */

import { err, ok } from '#base/result';
import { ms, seconds } from '#base/sim-time';
import type { CriResult, ExecSyncResponse } from '#k8s.io/cri-api/runtime';
import { firstOf } from '#sim/signal';
import type { Process } from '#sim/simulation';
import type { Task } from '#sim/task';
import type { ContainerdContext } from '../containerd-context.ts';
import { findExecutable } from '../processes/executables.ts';
import { signalNumbers } from '../processes/program.ts';
import { deadlineExceeded, notFound, unknownError } from '../runtime-error.ts';

/** runc exec joins the namespaces of the container. */
export const execTime = { base: ms(34), jitter: ms(14) };

/** `timeout` in seconds; 0: no limit. */
export function* execSync(
  context: ContainerdContext,
  id: string,
  command: readonly string[],
  timeout: number,
  stdin = '',
): Process<CriResult<ExecSyncResponse>> {
  const container = context.state.containers.get(id);
  if (container === undefined) {
    return err(notFound(`an error occurred when try to find container "${id}": not found`));
  }
  const { task, status } = container;
  if (task === undefined || status.state !== 'CONTAINER_RUNNING') {
    return err(unknownError(`container is in ${status.state} state`));
  }
  yield* context.work(execTime.base, execTime.jitter);
  const program = findExecutable(container.image.config, command[0] ?? '', container.files);
  if (!program.ok) {
    const reason = `exec failed: unable to start container process: ${program.error}`;
    return err(
      unknownError(
        `failed to exec in container: failed to start exec "${context.state.newId()}": ` +
          `OCI runtime exec failed: ${reason}`,
      ),
    );
  }
  if (task.exit !== undefined) return stopped(context);
  let stdout = '';
  let stderr = '';
  const { entry, running } = task.exec(
    command,
    program.value,
    (text) => {
      stdout += text;
    },
    (text) => {
      stderr += text;
    },
    stdin,
  );
  const exitCode = yield* waitFor(context, running, timeout);
  if (exitCode === 'timeout') {
    running.cancel();
    const message = `timeout ${timeout}s exceeded: context deadline exceeded`;
    return err(deadlineExceeded(`failed to exec in container: ${message}`));
  }
  // A signal ended the command, or its container ended.
  const killed = 128 + signalNumbers[entry.killedBy ?? 'SIGKILL'];
  return ok({ stdout, stderr, exitCode: exitCode ?? killed });
}

/**
 * The first process has ended, and containerd does not know it yet.
 * Source: containerd-shim-runc-v2/process init_state.go stoppedState.Exec.
 */
export function stopped({ state }: ContainerdContext): CriResult<never> {
  const reason = `failed to create exec "${state.newId()}": cannot exec in a stopped state`;
  return err(unknownError(`failed to exec in container: ${reason}`));
}

function* waitFor(
  context: ContainerdContext,
  running: Task<number>,
  timeout: number,
): Process<number | undefined | 'timeout'> {
  if (timeout <= 0 || running.done) return yield* running.join();
  const first = yield* firstOf(context.env.sim, [running], seconds(timeout));
  return first === 'timeout' && !running.done ? 'timeout' : yield* running.join();
}
