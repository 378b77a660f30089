/**
 * Joins the streams of a client to a process of a container: a command of exec, or the first
 * process for attach.
 *
 * Models containerd internal/cri/server container_exec.go execInContainer and container_attach.go
 * attachContainer, and pkg/cri/io. A terminal's line ends reach the client as `\\r\\n`.
 */
import { err, ok } from '#base/result';
import type { DownStream, UpStream } from '#k8s.io/client-go/rest/remote-command';
import type { CriResult, StreamOptions } from '#k8s.io/cri-api/runtime';
import type { Process } from '#sim/simulation';
import type { ContainerdContext } from '../containerd-context.ts';
import type { Container } from '../node-state.ts';
import { findExecutable } from '../processes/executables.ts';
import { signalNumbers } from '../processes/program.ts';
import type { Input } from '../processes/shell/input.ts';
import { BrokenPipe } from '../processes/signals.ts';
import type { Terminal } from '../processes/terminal.ts';
import { notFound, unknownError } from '../runtime-error.ts';
import type { ContainerTask, OutputListener } from '../shim/container-task.ts';
import { execTime, stopped } from './exec-sync.ts';

interface Streams {
  readonly up: UpStream;
  readonly down: DownStream;
}

/** Runs a command to its end; the last piece that goes down is its exit code. */
export function* joinExec(
  context: ContainerdContext,
  id: string,
  command: readonly string[],
  { stdin, tty }: StreamOptions,
  { up, down }: Streams,
): Process<CriResult<undefined>> {
  const found = runningTask(context, id);
  if (!found.ok) return found;
  const { container, task } = found.value;
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
  const print = printer(down, tty);
  const { entry, running, input, terminal } = task.execOnInput(command, program.value, print, tty);
  if (!stdin) input.end();
  const typing = context.env.sim.spawn('standard input', feed(up, input, terminal));
  const exitCode = yield* running.join();
  typing.cancel();
  const killed = 128 + signalNumbers[entry.killedBy ?? 'SIGKILL'];
  down.send({ channel: 'error', exitCode: exitCode ?? killed });
  return ok(undefined);
}

/** Shows what the first process prints from now on, and gives it what comes, until it ends. */
export function* joinAttach(
  context: ContainerdContext,
  id: string,
  stdin: boolean,
  { up, down }: Streams,
): Process<CriResult<undefined>> {
  const found = runningTask(context, id);
  if (!found.ok) return found;
  const { container, task } = found.value;
  const { input, terminal } = task;
  const print = printer(down, terminal !== undefined);
  task.attached.add(print);
  const { sim } = context.env;
  // Who only watches sends nothing; a container that ends its input with its first client does so.
  const once = stdin && container.config.stdinOnce === true && terminal === undefined;
  const own = stdin ? input : undefined;
  const typing = sim.spawn('standard input', feed(up, own, stdin ? terminal : undefined, once));
  yield* task.waitForExit();
  typing.cancel();
  task.attached.delete(print);
  if (!down.closed) down.send({ channel: 'error', exitCode: 0 });
  return ok(undefined);
}

function runningTask(
  { state }: ContainerdContext,
  id: string,
): CriResult<{ readonly container: Container; readonly task: ContainerTask }> {
  const container = state.containers.get(id);
  if (container === undefined) {
    return err(notFound(`an error occurred when try to find container "${id}": not found`));
  }
  const { task, status } = container;
  if (task === undefined || status.state !== 'CONTAINER_RUNNING') {
    return err(unknownError(`container is in ${status.state} state`));
  }
  return ok({ container, task });
}

const printer =
  (down: DownStream, tty: boolean): OutputListener =>
  (channel, text) => {
    if (!down.closed) down.send({ channel, text: tty ? text.replaceAll('\n', '\r\n') : text });
  };

/** Gives a process what the client sends; when the client ends that, its input ends too. */
function* feed(
  up: UpStream,
  input: Input | undefined,
  terminal: Terminal | undefined,
  ends = true,
): Process {
  for (;;) {
    const piece = yield* up.receive();
    if (piece === undefined) break;
    if (piece.channel === 'resize') terminal?.resize(piece.columns, piece.rows);
    else if (piece.channel === 'close') break;
    else give(piece.text, input, terminal);
  }
  if (ends) input?.end();
}

/** A process that reads no more leaves what is written to it. */
function give(text: string, input: Input | undefined, terminal: Terminal | undefined): void {
  try {
    if (terminal === undefined) input?.write(text);
    else terminal.type(text);
  } catch (broken) {
    if (!(broken instanceof BrokenPipe)) throw broken;
  }
}
