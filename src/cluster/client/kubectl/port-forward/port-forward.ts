/**
 * `kubectl port-forward TYPE/NAME [LOCAL:]REMOTE…`: listens on ports of the person's machine and
 * carries each connection to a port of a Pod, through the API server, until Ctrl-C.
 *
 * Models k8s.io/kubectl pkg/cmd/portforward and k8s.io/client-go tools/portforward, over the
 * tunnel that k8s.io/client-go dials first (a WebSocket). The machine has no IPv6, so of localhost
 * only 127.0.0.1 is listened on.
 */
import { err, ok } from '#base/result';
import type { Pod, Service } from '#k8s.io/api/core/v1';
import { pods, resourcePath } from '#k8s.io/client-go/rest/resource';
import { WatchStream } from '#k8s.io/client-go/rest/watch-stream';
import { Channel } from '#sim/signal';
import type { Process } from '#sim/simulation';
import type { Task } from '#sim/task';
import type { PortForwardFrame } from '#trace/port-forward-frame';
import type { Command, Invocation } from '../command.ts';
import { durationFlag, sliceFlag } from '../command-line/flag-spec.ts';
import { type Failure, fail, failureMessage, type Outcome, usageError } from '../failure.ts';
import { logHeader } from '../request-log.ts';
import { namedObject, podsBehind } from '../resource/pick-pod.ts';
import type { Session } from '../session.ts';
import { type LocalConnection, type LocalPort, listenLimit } from './local-port.ts';
import { type ForwardedPort, parsePorts, portsOfPod, portsOfService } from './ports.ts';

export const portForward: Command = {
  name: 'port-forward',
  short: 'Forward one or more local ports to a pod',
  usage: 'TYPE/NAME [options] [LOCAL_PORT:]REMOTE_PORT [...[LOCAL_PORT_N:]REMOTE_PORT_N]',
  flags: [
    durationFlag('pod-running-timeout', 'How long to wait until a pod runs', { default: '1m0s' }),
    sliceFlag('address', 'The address to listen on: localhost or an IP', { default: 'localhost' }),
  ],
  run,
};

const upgrade = {
  connection: 'Upgrade',
  upgrade: 'websocket',
  'sec-websocket-protocol': 'SPDY/3.1+portforward.k8s.io',
};

function* run(invocation: Invocation): Process<Outcome> {
  const { session, args, flags, path } = invocation;
  const [word = '', ...words] = args;
  if (words.length === 0) {
    return usageError(path, 'TYPE/NAME and list of ports are required for port-forward');
  }
  const chosen = yield* choose(invocation, word, words);
  if (!chosen.ok) return chosen;
  const { pod: name, texts } = chosen.value;
  const { namespace } = session.config;
  const got = yield* session.client.get<Pod>(pods, { namespace, name });
  if (!got.ok) return got;
  const phase = got.value.status?.phase;
  if (phase !== 'Running') {
    return fail(`unable to forward port because pod is not running. Current status=${phase}`);
  }
  const addresses = flags.list('address');
  if (addresses.length !== 1) return fail('more than one --address is not simulated');
  const [address = ''] = addresses;
  if (address !== 'localhost' && !/^\d+(\.\d+){3}$/.test(address)) {
    return fail(`${address} is not a valid IP`);
  }
  const ports = parsePorts(texts);
  if (!ports.ok) return fail(ports.error);
  return yield* forward(session, name, address, ports.value);
}

/** The Pod, and the ports as numbers of it. */
function* choose(
  { session, flags }: Invocation,
  word: string,
  words: readonly string[],
): Process<Outcome<{ readonly pod: string; readonly texts: readonly string[] }>> {
  const found = yield* namedObject(session, word);
  if (!found.ok) return found;
  const behind = yield* podsBehind(session, found.value, 'session', flags);
  if (!behind.ok) return behind;
  const [pod] = behind.value;
  if (pod === undefined) return fail('pod name or resource type/name must be specified');
  const { object } = found.value;
  const texts =
    object.kind === 'Service' && object.apiVersion === 'v1'
      ? portsOfService(words, object as Service, pod)
      : portsOfPod(words, pod);
  return texts.ok ? ok({ pod: pod.metadata.name, texts: texts.value }) : fail(texts.error);
}

/** Source: PortForwarder.ForwardPorts. */
function* forward(
  session: Session,
  pod: string,
  address: string,
  ports: readonly ForwardedPort[],
): Process<Outcome> {
  const { client, config, sim, terminal } = session;
  const { namespace } = config;
  const frames = new WatchStream<PortForwardFrame>(sim, 0);
  const path = resourcePath(pods, namespace, pod, 'portforward');
  const ref = { resource: 'pods', namespace, name: pod };
  const answer = yield* client.send({ method: 'GET', path, ref, headers: upgrade, frames });
  if (!answer.ok) return notUpgraded(answer.error);
  const { frames: down } = answer.value;
  if (down === undefined) return fail('error upgrading connection: the server sent no streams');
  if (terminal !== undefined) terminal.interruptedWith = 0;
  const forwarder = new Forwarder(session, frames);
  try {
    if (!forwarder.listen(address, ports)) {
      const list = ports.map(({ local, remote }) => `{${local} ${remote}}`).join(' ');
      return fail(`unable to listen on any of the requested ports: [${list}]`);
    }
    let isOver = false;
    if (terminal === undefined) {
      sim.after(listenLimit, () => {
        isOver = true;
        down.close();
      });
    }
    for (;;) {
      const frame = yield* down.receive();
      if (frame === undefined || forwarder.isLost) break;
      forwarder.take(frame);
    }
    return isOver ? ok(undefined) : fail('lost connection to pod');
  } finally {
    forwarder.close();
    frames.close();
    down.close();
  }
}

const notUpgraded = (failure: Failure): Outcome =>
  err({ kind: 'error', message: `error upgrading connection: ${failureMessage(failure)}` });

class Forwarder {
  readonly #session: Session;
  readonly #up: WatchStream<PortForwardFrame>;
  readonly #listeners: LocalPort[] = [];
  readonly #tasks = new Set<Task<unknown>>();
  /** By the number of a connection: what comes for it. */
  readonly #streams = new Map<number, Channel<PortForwardFrame>>();
  #next = 0;
  /** An error of one connection ends all. */
  isLost = false;

  constructor(session: Session, up: WatchStream<PortForwardFrame>) {
    this.#session = session;
    this.#up = up;
  }

  /** Whether at least one port is listened on. Source: listenOnPort. */
  listen(address: string, ports: readonly ForwardedPort[]): boolean {
    const { listen, out, err: complain, sim } = this.#session;
    const ip = address === 'localhost' ? '127.0.0.1' : address;
    for (const { local, remote } of ports) {
      const opened = listen(ip, local);
      if (!opened.ok) {
        const errors = [`listen tcp4 ${ip}:${local}: bind: ${opened.error}`];
        if (address === 'localhost') {
          errors.push(`listen tcp6 [::1]:${local}: bind: cannot assign requested address`);
        }
        const list = errors.map((each) => `unable to create listener: Error ${each}`).join(' ');
        const why = `Listeners failed to create with the following errors: [${list}]`;
        complain(`Unable to listen on port ${local}: ${why}\n`);
        continue;
      }
      const { value: listener } = opened;
      this.#listeners.push(listener);
      out(`Forwarding from ${ip}:${listener.port} -> ${remote}\n`);
      const port = { local: listener.port, remote };
      this.#tasks.add(sim.spawn('port-forward', this.#wait(listener, port)));
    }
    return this.#listeners.length > 0;
  }

  /** Something came from the Pod. */
  take(frame: PortForwardFrame): void {
    this.#streams.get(frame.stream)?.send(frame);
  }

  close(): void {
    for (const listener of this.#listeners) listener.close();
    for (const task of [...this.#tasks]) if (!task.done) task.cancel();
  }

  *#wait(listener: LocalPort, port: ForwardedPort): Process {
    for (;;) {
      const connection = yield* listener.accept();
      const { sim } = this.#session;
      this.#tasks.add(sim.spawn('port-forward', this.#handle(connection, port)));
    }
  }

  /** Source: handleConnection. */
  *#handle(connection: LocalConnection, { local, remote }: ForwardedPort): Process {
    const { sim, out, err: complain } = this.#session;
    out(`Handling connection for ${local}\n`);
    const stream = this.#next++;
    const incoming = new Channel<PortForwardFrame>(sim);
    this.#streams.set(stream, incoming);
    this.#up.send({ kind: 'open', stream, port: remote });
    const sending = sim.spawn('port-forward', this.#sendAll(connection, stream));
    let error: string | undefined;
    try {
      for (;;) {
        const frame = yield* incoming.receive();
        if (frame?.kind === 'data') connection.send(frame.text);
        else if (frame?.kind === 'error') error = frame.text;
        else break;
        if (error !== undefined) break;
      }
    } finally {
      if (!sending.done) sending.cancel();
      connection.close();
      this.#streams.delete(stream);
    }
    if (error === undefined) return;
    const text = `an error occurred forwarding ${local} -> ${remote}: ${error}`;
    const header = logHeader(sim.now, 'portforward.go:522', 'E');
    complain(`${header}"Unhandled Error" err=${JSON.stringify(text)}\n`);
    this.isLost = true;
    this.#up.close();
  }

  *#sendAll(connection: LocalConnection, stream: number): Process {
    for (;;) {
      const text = yield* connection.receive();
      if (text === undefined) break;
      this.#up.send({ kind: 'data', stream, text });
    }
    this.#up.send({ kind: 'close', stream });
  }
}
