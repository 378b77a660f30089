/**
 * How the API server checks the health of the scheduler, the controller manager and etcd.
 *
 * Models kubernetes pkg/registry/core/componentstatus/validator.go HttpServer, EtcdServer. In: the
 * open ports of this machine, and a client of each etcd server. Out: a result, with a message or
 * error.
 */
import type { Prng } from '#base/prng';
import { type Duration, ms, second } from '#base/sim-time';
import { type EtcdClient, EtcdError, type EtcdServer } from '#cluster/control-plane/etcd/client';
import { firstOf } from '#sim/signal';
import type { Process, Simulation } from '#sim/simulation';

/** Source: pkg/probe probe.Result with the message and the error of DoServerCheck. */
export interface CheckResult {
  readonly healthy: boolean;
  readonly message: string;
  readonly error: string;
}

export type ServerCheck = () => Process<CheckResult>;

export interface ServerCheckParts {
  readonly sim: Simulation;
  readonly prng: Prng;
  readonly etcd: EtcdClient;
  /** Whether a process listens on a port of 127.0.0.1. */
  readonly listens: (port: number) => boolean;
}

/** Source: kubernetes pkg/cluster/ports KubeControllerManagerPort, DefaultKubeSchedulerPort. */
const controllerManagerPort = 10257;
const schedulerPort = 10259;
/** A refused connection returns at once; an answer takes a TLS handshake. */
const refusal = { least: ms(0.1), most: ms(0.3) };
const answer = { least: ms(1.5), most: ms(4) };
/** Source: validator.go probeTimeOut and storagebackend factory etcd3.go dialTimeout. */
const probeTimeout: Duration = 20 * second;
/** Source: google.golang.org/grpc backoff DefaultConfig. */
const backoff = { first: second, factor: 1.6 };

const well: CheckResult = { healthy: true, message: 'ok', error: '' };
const failed = (error: string): CheckResult => ({ healthy: false, message: '', error });

/** All checked servers by name. Source: core/rest storage_core.go serversToValidate. */
export function serversToValidate(parts: ServerCheckParts): ReadonlyMap<string, ServerCheck> {
  const { etcd } = parts;
  const servers: readonly EtcdServer[] = etcd.members ?? [etcd];
  return new Map<string, ServerCheck>([
    ['controller-manager', () => checkHealthz(parts, controllerManagerPort)],
    ['scheduler', () => checkHealthz(parts, schedulerPort)],
    ...servers.map((server, n) => [`etcd-${n}`, () => checkEtcd(parts, server)] as const),
  ]);
}

/**
 * GET of /healthz. A refused connection is a failed probe and not an error: its text becomes the
 * message. Source: pkg/probe/http DoHTTPProbe.
 */
function* checkHealthz({ prng, listens }: ServerCheckParts, port: number): Process<CheckResult> {
  const up = listens(port);
  const { least, most } = up ? answer : refusal;
  yield prng.between(least, most);
  if (up) return well;
  const address = `127.0.0.1:${port}`;
  const why = `Get "https://${address}/healthz": dial tcp ${address}: connect: connection refused`;
  return { healthy: false, message: why, error: '' };
}

/** Connects to one server and reads a key. Source: factory etcd3.go etcd3ProberMonitor Probe. */
function* checkEtcd({ sim, prng }: ServerCheckParts, server: EtcdServer): Process<CheckResult> {
  const start = sim.now;
  for (let wait = backoff.first; server.serving === false; wait *= backoff.factor) {
    const left = start + probeTimeout - sim.now;
    yield Math.round(Math.min(wait, left));
    if (sim.now >= start + probeTimeout) return failed('context deadline exceeded');
  }
  yield prng.between(answer.least, answer.most);
  const reading = sim.spawn('etcd probe', readUntilAnswered(server));
  try {
    yield* firstOf(sim, [reading], probeTimeout);
    if (reading.done) return well;
    return failed('error getting data from etcd: context deadline exceeded');
  } finally {
    if (!reading.done) reading.cancel();
  }
}

/** Repeats the read while the server has no leader. Source: client/v3 retry_interceptor.go. */
function* readUntilAnswered(server: EtcdServer): Process {
  for (;;) {
    try {
      yield* server.range({ key: '/registry/health' });
      return;
    } catch (error) {
      if (!(error instanceof EtcdError)) throw error;
      yield ms(25);
    }
  }
}
