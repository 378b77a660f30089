/**
 * StartContainer: runc creates the process in its namespaces and cgroup, then lets it go.
 * Models containerd internal/cri/server/container_start.go, the shim and runc.
 */

import { err, ok } from '#base/result';
import { ms } from '#base/sim-time';
import type { CriResult } from '#k8s.io/cri-api/runtime';
import type { Process } from '#sim/simulation';
import type { ContainerdContext } from '../containerd-context.ts';
import type { Container } from '../node-state.ts';
import { findExecutable } from '../processes/executables.ts';
import type { Program } from '../processes/program.ts';
import { notFound, unknownError } from '../runtime-error.ts';
import { ContainerTask, type TaskExit } from '../shim/container-task.ts';
import { LogWriter } from '../shim/log-writer.ts';
import { chargeMemory } from './memory.ts';
import { cgroupValues } from './stats.ts';

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
  container.log = state.logs.open(container.status.logPath);
  const { cpuShares = 1024 } = container.config.linux.resources;
  const values = cgroupValues(container.config.linux.resources);
  context.cgroups.set(container.spec.cgroupsPath, { ...values, cpuShares, ofContainer: true });
  const { pod } = container.sandbox;
  const { spec } = container;
  yield* context.work(createTime.base, createTime.jitter);
  const own = context.programs.get(container.image.config.program);
  const program =
    own === undefined
      ? findExecutable(container.image.config, spec.args[0] ?? '', container.files)
      : ok(own);
  if (!program.ok) return startFailed(context, container, program.error);
  const pid = state.newPid();
  const name = container.config.metadata.name;
  context.step('task-created', pod, { id, container: name, pid, runtime: 'runc' });
  const task = newTask(context, container, pid, program.value);
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
  state.setContainer(container, { state: 'CONTAINER_RUNNING', startedAt: context.wall() });
  return ok(undefined);
}

/** The task of the container, not started yet, with its limits and callbacks. */
function newTask(
  context: ContainerdContext,
  container: Container,
  pid: number,
  program: Program,
): ContainerTask {
  const { env, component } = context;
  const { spec, config, sandbox } = container;
  const { pod } = sandbox;
  const { name } = config.metadata;
  const writer = new LogWriter(
    () => context.wall(),
    (line) => container.log?.append(line),
  );
  return new ContainerTask({
    sim: env.sim,
    regexp: env.regexp,
    api: context.api,
    name: `${component} ${name} ${container.id.slice(0, 12)}`,
    pid,
    spec,
    files: container.files,
    processes: sharedProcesses(context, container),
    user: spec.user,
    clock: () => context.wall(),
    canFork: () => hasRoomForProcess(context, container),
    charge: (bytes) => chargeMemory(context, container, bytes),
    spendCpu: (time) => context.cgroups.spend(container.spec.cgroupsPath, time),
    program,
    network: context.network?.namespace(sandbox.network?.netns ?? ''),
    ...(config.stdin === true ? { stdin: true } : {}),
    ...(config.tty === true ? { tty: true } : {}),
    onOutput: (stream, text) => {
      writer.write(stream, text);
      env.tracer.emit({ type: 'ContainerLogged', component, pod, container: name, stream, text });
    },
    onExit: (exit) => {
      writer.flush();
      exited(context, container, pid, exit);
    },
    onReaped: (exit) => reaped(context, container, pid, exit),
    reapDelay: () => context.reapDelay(),
  });
}

function startFailed(
  context: ContainerdContext,
  container: Container,
  reason: string,
): CriResult<undefined> {
  const message =
    'failed to create containerd task: failed to create shim task: OCI runtime create failed: ' +
    `runc create failed: unable to start container process: ${reason}`;
  container.starting = false;
  context.state.setContainer(container, {
    state: 'CONTAINER_EXITED',
    finishedAt: context.wall(),
    exitCode: startErrorExitCode,
    reason: 'StartError',
    message,
  });
  return err(unknownError(message));
}

/** The shim reaped the process: containerd records the exit. */
function exited(
  context: ContainerdContext,
  container: Container,
  pid: number,
  { exitCode, signal }: TaskExit,
): void {
  const { env, component } = context;
  const { pod } = container.sandbox;
  const name = container.config.metadata.name;
  container.exitedAt = context.wall();
  env.tracer.emit({
    type: 'ProcessExited',
    component,
    pod,
    container: name,
    pid,
    exitCode,
    signal,
  });
}

/** The task is deleted: from now on the runtime reports the container as exited. */
function reaped(
  context: ContainerdContext,
  container: Container,
  pid: number,
  { exitCode }: TaskExit,
): void {
  const { state, cgroups } = context;
  const name = container.config.metadata.name;
  const { pod } = container.sandbox;
  context.step('task-exited', pod, { id: container.id, container: name, pid, exitCode });
  cgroups.remove(container.spec.cgroupsPath);
  const reason = exitCode === 0 ? 'Completed' : 'Error';
  state.setContainer(container, {
    state: 'CONTAINER_EXITED',
    finishedAt: container.exitedAt,
    exitCode,
    reason: container.oomKilled ? 'OOMKilled' : reason,
  });
}

/** `pids.max` of the pod's cgroup, and the kernel's limit for the machine. */
function hasRoomForProcess(context: ContainerdContext, { sandbox }: Container): boolean {
  if (context.lacksPid()) return false;
  const { state, cgroups } = context;
  const limit = cgroups.pidsLimit(sandbox.config.linux.cgroupParent);
  if (limit === undefined) return true;
  // The sandbox's own process counts as well.
  let count = 1;
  for (const { task } of state.containersOf(sandbox)) {
    if (task !== undefined && task.exit === undefined) count += task.processCount;
  }
  return count < limit;
}

/** The PID namespace of the pod or of another container, if it is shared. */
function sharedProcesses({ state }: ContainerdContext, { sandbox, config }: Container) {
  const { pid, targetId } = config.linux.namespaceOptions;
  if (pid === 'POD') return sandbox.task?.processes;
  return pid === 'TARGET' ? state.containers.get(targetId ?? '')?.task?.processes : undefined;
}
