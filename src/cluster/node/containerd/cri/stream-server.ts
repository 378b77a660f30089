/**
 * Exec and attach in two steps: the CRI call answers with an address, and the command runs when
 * that address is opened. Models containerd internal/cri/server/container_exec.go and
 * streaming/server.go.
 */
import { err, ok } from '#base/result';
import { ms } from '#base/sim-time';
import type { DownStream, UpStream } from '#k8s.io/client-go/rest/remote-command';
import type { CriResult, ExecSyncResponse, StreamOptions } from '#k8s.io/cri-api/runtime';
import type { Process } from '#sim/simulation';
import type { ContainerdContext } from '../containerd-context.ts';
import { notFound, unknownError } from '../runtime-error.ts';
import { execSync } from './exec-sync.ts';
import { joinAttach, joinExec } from './join-streams.ts';

interface Prepared {
  readonly containerId: string;
  /** Absent: the container's own process is joined. */
  readonly command: readonly string[] | undefined;
  readonly options: StreamOptions;
}

const noStreams: StreamOptions = { stdin: false, tty: false };

/** The streaming server listens on the loopback address of its node. */
const address = 'http://127.0.0.1:43659/exec/';
const tokenLength = 8;

export class StreamServer {
  readonly #context: ContainerdContext;
  readonly #prepared = new Map<string, Prepared>();

  constructor(context: ContainerdContext) {
    this.#context = context;
  }

  /** Without a command, the streams of the container's own process. */
  *prepare(
    containerId: string,
    command: readonly string[] | undefined,
    options = noStreams,
  ): Process<CriResult<{ readonly url: string }>> {
    yield* this.#context.work(ms(0.3), ms(0.4));
    const container = this.#context.state.containers.get(containerId);
    if (container === undefined) {
      return err(
        notFound(`an error occurred when try to find container "${containerId}": not found`),
      );
    }
    if (container.status.state !== 'CONTAINER_RUNNING') {
      return err(unknownError(`container is in ${container.status.state} state`));
    }
    const url = address + this.#context.state.newId().slice(0, tokenLength);
    this.#prepared.set(url, { containerId, command, options });
    return ok({ url });
  }

  /** An address works once. */
  *serve(url: string, stdin = ''): Process<CriResult<ExecSyncResponse>> {
    const prepared = this.#take(url);
    if (prepared?.command === undefined) return err(notFound('page not found'));
    return yield* execSync(this.#context, prepared.containerId, prepared.command, 0, stdin);
  }

  /** The same with streams in both directions. */
  *connect(url: string, up: UpStream, down: DownStream): Process<CriResult<undefined>> {
    const prepared = this.#take(url);
    if (prepared === undefined) return err(notFound('page not found'));
    const { containerId, command, options } = prepared;
    const streams = { up, down };
    return command === undefined
      ? yield* joinAttach(this.#context, containerId, options.stdin, streams)
      : yield* joinExec(this.#context, containerId, command, options, streams);
  }

  #take(url: string): Prepared | undefined {
    const prepared = this.#prepared.get(url);
    this.#prepared.delete(url);
    return prepared;
  }
}
