/**
 * Port-forward in two steps: the CRI call answers with an address, and connections are made once it
 * is opened: from the loopback of the sandbox's own network, so that a program that listens on
 * 127.0.0.1 alone is reached too.
 *
 * Models containerd internal/cri/server sandbox_portforward.go, sandbox_portforward_linux.go and
 * k8s.io/cri-streaming portforward httpstream.go.
 */
import { err, ok, type Result } from '#base/result';
import { ms, second } from '#base/sim-time';
import type { Connection } from '#cluster/node/os/sockets';
import type { CriResult, ForwardedStreams } from '#k8s.io/cri-api/runtime';
import type { Process } from '#sim/simulation';
import type { ContainerdContext } from '../containerd-context.ts';
import type { Sandbox } from '../node-state.ts';
import { notFound, unknownError } from '../runtime-error.ts';

const address = 'http://127.0.0.1:43659/portforward/';
const tokenLength = 8;
/** Once one side has ended, the other has this long to do so. */
const gracePeriod = second;

export class PortForwardServer {
  readonly #context: ContainerdContext;
  readonly #prepared = new Map<string, Sandbox>();
  readonly #running = new Map<PortForward, string>();

  constructor(context: ContainerdContext) {
    this.#context = context;
  }

  *prepare(podSandboxId: string): Process<CriResult<{ readonly url: string }>> {
    yield* this.#context.work(ms(0.3), ms(0.4));
    const { state } = this.#context;
    const sandbox = state.sandboxes.get(podSandboxId);
    if (sandbox === undefined) {
      return err(notFound(`failed to find sandbox "${podSandboxId}": not found`));
    }
    if (sandbox.status.state !== 'SANDBOX_READY') {
      return err(unknownError('sandbox container is not running'));
    }
    const url = address + state.newId().slice(0, tokenLength);
    this.#prepared.set(url, sandbox);
    return ok({ url });
  }

  /** An address works once. */
  *serve(url: string, streams: ForwardedStreams): Process<CriResult<undefined>> {
    const sandbox = this.#prepared.get(url);
    if (sandbox === undefined) return err(notFound('page not found'));
    this.#prepared.delete(url);
    const forward = new PortForward(this.#context, sandbox, streams);
    this.#running.set(forward, sandbox.id);
    try {
      yield* forward.run();
    } finally {
      this.#running.delete(forward);
    }
    return ok(undefined);
  }

  /** The programs of the sandbox have ended, and with them their connections. */
  stopped(podSandboxId: string): void {
    for (const [forward, id] of this.#running) if (id === podSandboxId) forward.cutOff();
  }
}

/** One client's connections to one sandbox. */
class PortForward {
  readonly #context: ContainerdContext;
  readonly #sandbox: Sandbox;
  readonly #streams: ForwardedStreams;
  readonly #open = new Map<number, Connection>();
  /** What came before the connection was made. */
  readonly #early = new Map<number, string[]>();

  constructor(context: ContainerdContext, sandbox: Sandbox, streams: ForwardedStreams) {
    this.#context = context;
    this.#sandbox = sandbox;
    this.#streams = streams;
  }

  *run(): Process {
    const { fromClient, toClient } = this.#streams;
    toClient.onClose(() => this.#closeAll());
    const { sim } = this.#context.env;
    for (;;) {
      const frame = yield* fromClient.receive();
      if (frame === undefined) break;
      const { kind, stream } = frame;
      if (kind === 'open') {
        this.#early.set(stream, []);
        sim.spawn('forward port', this.#forward(stream, frame.port));
      } else if (kind === 'data') {
        const early = this.#early.get(stream);
        if (early !== undefined) early.push(frame.text);
        else this.#open.get(stream)?.send(frame.text);
      } else if (kind === 'close') sim.spawn('forward port', this.#endLater(stream));
    }
    this.#closeAll();
    toClient.close();
  }

  /** The other ends of all connections are gone. */
  cutOff(): void {
    for (const [stream, connection] of [...this.#open]) {
      connection.close();
      this.#end(stream);
    }
  }

  #closeAll(): void {
    for (const connection of this.#open.values()) connection.close();
    this.#open.clear();
  }

  /** The client sends no more; what the program still answers has a moment to come. */
  *#endLater(stream: number): Process {
    yield gracePeriod;
    this.#open.get(stream)?.close();
    this.#end(stream);
  }

  *#forward(stream: number, port: number): Process {
    const dialled = yield* this.#dial(port);
    if (!dialled.ok) {
      const { id } = this.#sandbox;
      this.#fail(stream, `error forwarding port ${port} to pod ${id}, uid : ${dialled.error}`);
      return;
    }
    const connection = dialled.value;
    for (const text of this.#early.get(stream) ?? []) connection.send(text);
    this.#early.delete(stream);
    this.#open.set(stream, connection);
    for (;;) {
      const text = yield* connection.receive();
      if (text === undefined) break;
      this.#streams.toClient.send({ kind: 'data', stream, text });
    }
    connection.close();
    this.#end(stream);
  }

  *#dial(port: number): Process<Result<Connection, string>> {
    const { network, id } = this.#sandbox;
    const namespace = network?.netns ?? '';
    if (!this.#context.state.sandboxes.has(id)) {
      return err(`failed to find sandbox "${id}" in store: not found`);
    }
    const found = this.#context.network?.namespace(namespace);
    if (found === undefined) return err(`network namespace for sandbox "${id}" is closed`);
    const dialled = yield* found.connect({ ip: '127.0.0.1', port });
    if (dialled.ok) return dialled;
    const refused = 'connect: connection refused';
    return err(
      `failed to execute portforward in network namespace "${namespace || 'host'}": ` +
        `failed to connect to localhost:${port} inside namespace "${id}", ` +
        `IPv4: dial tcp4 127.0.0.1:${port}: ${refused} ` +
        `IPv6 dial tcp6 [::1]:${port}: ${refused}`,
    );
  }

  #fail(stream: number, text: string): void {
    this.#early.delete(stream);
    this.#streams.toClient.send({ kind: 'error', stream, text });
    this.#streams.toClient.send({ kind: 'close', stream });
  }

  #end(stream: number): void {
    if (this.#open.delete(stream)) this.#streams.toClient.send({ kind: 'close', stream });
  }
}
