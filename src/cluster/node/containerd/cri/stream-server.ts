/**
 * Exec in two steps: the CRI call answers with an address, and the command runs when that address
 * is opened. Models containerd internal/cri/server/container_exec.go and streaming/server.go.
 */
import { err, ok } from '#base/result';
import { ms } from '#base/sim-time';
import type { CriResult, ExecSyncResponse } from '#k8s.io/cri-api/runtime';
import type { Process } from '#sim/simulation';
import type { ContainerdContext } from '../containerd-context.ts';
import { notFound, unknownError } from '../runtime-error.ts';
import { execSync } from './exec-sync.ts';

interface PreparedExec {
  readonly containerId: string;
  readonly command: readonly string[];
}

/** The streaming server listens on the loopback address of its node. */
const address = 'http://127.0.0.1:43659/exec/';
const tokenLength = 8;

export class StreamServer {
  readonly #context: ContainerdContext;
  readonly #prepared = new Map<string, PreparedExec>();

  constructor(context: ContainerdContext) {
    this.#context = context;
  }

  *prepare(
    containerId: string,
    command: readonly string[],
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
    this.#prepared.set(url, { containerId, command });
    return ok({ url });
  }

  /** An address works once. */
  *serve(url: string, stdin = ''): Process<CriResult<ExecSyncResponse>> {
    const prepared = this.#prepared.get(url);
    if (prepared === undefined) return err(notFound('page not found'));
    this.#prepared.delete(url);
    return yield* execSync(this.#context, prepared.containerId, prepared.command, 0, stdin);
  }
}
