/**
 * StartContainer: runc creates the process in its namespaces and cgroup, then lets it go.
 * Models containerd internal/cri/server/container_start.go, the shim and runc.
 */

import { err, ok } from '#base/result';
import { ms } from '#base/sim-time';
import type { CriResult } from '#k8s.io/cri-api/runtime';
import type { Process } from '#sim/simulation';
import type { ContainerdContext } from '../containerd-context.ts';
import { FileSystem } from '../files/file-system.ts';
import type { Container } from '../node-state.ts';
import { findExecutable, imageFiles } from '../processes/executables.ts';
import { notFound, unknownError } from '../runtime-error.ts';
import { ContainerTask, type TaskExit } from '../shim/container-task.ts';
import { LogWriter } from '../shim/log-writer.ts';

const createTime = { base: ms(62), jitter: ms(16) };
const startTime = { base: ms(14), jitter: ms(8) };

/** What the CRI plugin reports when the process could not be started. */
const startErrorExitCode = 128;

export function* startContainer(
  context: ContainerdContext,
  id: string,
): Process<CriResult<undefined>> {
  const { state, env, component } = context;
  const container = state.containers.get(id);
  if (container === undefined) {
    return err(notFound(`an error occurred when try to find container "${id}": not found`));
  }
  if (container.starting || container.status.state !== 'CONTAINER_CREATED') {
    return err(unknownError(`container is in ${container.status.state} state`));
  }
  container.starting = true;
  const { pod } = container.sandbox;
  const { spec } = container;
  yield* context.work(createTime.base, createTime.jitter);
  const program = findExecutable(container.image.config, spec.args[0] ?? '');
  if (!program.ok) return startFailed(context, container, program.error);
  const pid = state.newPid();
  const name = container.config.metadata.name;
  context.step('task-created', pod, { id, container: name, pid, runtime: 'runc' });
  const writer = new LogWriter(env.sim, container.log);
  const task = new ContainerTask({
    sim: env.sim,
    name: `${component} ${name} ${id.slice(0, 12)}`,
    pid,
    spec,
    files: new FileSystem(container.mounts, imageFiles(container.image.config)),
    program: program.value,
    onOutput: (stream, text) => writer.write(stream, text),
    onExit: (exit) => {
      writer.flush();
      exited(context, container, pid, exit);
    },
  });
  container.task = task;
  yield* context.work(startTime.base, startTime.jitter);
  env.tracer.emit({
    type: 'ProcessStarted',
    component,
    pod,
    container: name,
    pid,
    argv: spec.args,
    namespaces: spec.namespaces,
  });
  task.start();
  context.step('task-started', pod, { id, container: name, pid });
  container.starting = false;
  state.setContainer(container, { state: 'CONTAINER_RUNNING', startedAt: env.sim.now });
  return ok(undefined);
}

function startFailed(
  context: ContainerdContext,
  container: Container,
  reason: string,
): CriResult<undefined> {
  const { now } = context.env.sim;
  const message =
    'failed to create containerd task: failed to create shim task: OCI runtime create failed: ' +
    `runc create failed: unable to start container process: ${reason}: unknown`;
  container.starting = false;
  context.state.setContainer(container, {
    state: 'CONTAINER_EXITED',
    finishedAt: now,
    exitCode: startErrorExitCode,
    reason: 'StartError',
    message,
  });
  return err(unknownError(message));
}

/** The shim reaped the process: containerd notes how it ended. */
function exited(
  context: ContainerdContext,
  container: Container,
  pid: number,
  { exitCode, signal }: TaskExit,
): void {
  const { env, state, component } = context;
  const { pod } = container.sandbox;
  const name = container.config.metadata.name;
  env.tracer.emit({
    type: 'ProcessExited',
    component,
    pod,
    container: name,
    pid,
    exitCode,
    signal,
  });
  context.step('task-exited', pod, { id: container.id, container: name, pid, exitCode });
  state.setContainer(container, {
    state: 'CONTAINER_EXITED',
    finishedAt: env.sim.now,
    exitCode,
    reason: exitCode === 0 ? 'Completed' : 'Error',
  });
}
