/**
 * Runs one probe against a container.
 * Models kubernetes/pkg/kubelet/prober/prober.go: exec, httpGet, tcpSocket and grpc, three tries on
 * errors; a failure becomes an event.
 */
import { type Duration, second } from '#base/sim-time';
import type { Container, GRPCAction, Pod, Probe } from '#k8s.io/api/core/v1';
import { goDurationString } from '#k8s.io/apimachinery/duration';
import { goQuote } from '#k8s.io/apimachinery/field-error';
import { type Process, sleep } from '#sim/simulation';
import { podKey } from '../container/names.ts';
import type { KubeletContext } from '../kubelet-context.ts';
import { grpcErrorText } from '../util/grpc.ts';
import { type HttpOptions, httpOptions, type PodNetwork, resolvePort } from './pod-network.ts';

export type ProbeKind = 'startup' | 'liveness' | 'readiness';
export type ProbeResult = 'success' | 'failure' | 'unknown';

interface Output {
  readonly result: ProbeResult;
  readonly output: string;
  /** The probe itself failed to run. */
  readonly error?: string;
}

const maxProbeRetries = 3;

export class Prober {
  readonly #context: KubeletContext;
  readonly #network: PodNetwork;

  constructor(context: KubeletContext, network: PodNetwork) {
    this.#context = context;
    this.#network = network;
  }

  /** Whether the container is healthy; `unknown` when the probe could not run. */
  *probe(
    kind: ProbeKind,
    probe: Probe,
    on: {
      readonly pod: Pod;
      readonly container: Container;
      readonly containerId: string;
      readonly podIP: string;
    },
  ): Process<ProbeResult> {
    const { tracer, component, events } = this.#context;
    const { pod, container } = on;
    let out: Output = { result: 'unknown', output: '' };
    for (let tries = 0; tries < maxProbeRetries; tries++) {
      out = yield* this.#run(probe, on);
      if (out.error === undefined) break;
    }
    tracer.emit({
      type: 'ProbeRan',
      component,
      pod: podKey(pod),
      uid: pod.metadata.uid,
      container: container.name,
      probe: kind,
      result: out.result,
      detail: out.error ?? out.output,
    });
    if (out.result === 'success') return 'success';
    const title = `${kind.charAt(0).toUpperCase()}${kind.slice(1)}`;
    const message =
      out.error === undefined
        ? `${title} probe failed: ${out.output}`
        : `${title} probe errored and resulted in ${out.result} state: ${out.error}`;
    events.container(pod, container.name, 'Warning', 'Unhealthy', message);
    return out.result;
  }

  *#run(
    probe: Probe,
    {
      pod,
      container,
      containerId,
      podIP,
    }: {
      readonly pod: Pod;
      readonly container: Container;
      readonly containerId: string;
      readonly podIP: string;
    },
  ): Process<Output> {
    const timeoutSeconds = probe.timeoutSeconds ?? 1;
    if (probe.exec !== undefined) {
      const command = probe.exec.command ?? [];
      return yield* this.#exec(pod, containerId, command, timeoutSeconds);
    }
    const timeout: Duration = timeoutSeconds * second;
    if (probe.httpGet !== undefined) {
      const { host = podIP, path = '/', port } = probe.httpGet;
      const number = resolvePort(container, port);
      if (number === undefined) return invalidPort(port);
      return yield* this.#http(host, number, path, timeout, httpOptions(probe.httpGet));
    }
    if (probe.tcpSocket !== undefined) {
      const { host = podIP, port } = probe.tcpSocket;
      const number = resolvePort(container, port);
      if (number === undefined) return invalidPort(port);
      const answer = yield* this.#network.dial(host, number, timeout);
      return answer.ok
        ? { result: 'success', output: '' }
        : { result: 'failure', output: answer.error };
    }
    if (probe.grpc !== undefined) return yield* this.#grpc(podIP, probe.grpc, timeoutSeconds);
    const error = `missing probe handler for ${podKey(pod)}:${container.name}`;
    return { result: 'unknown', output: '', error };
  }

  *#exec(
    pod: Pod,
    containerId: string,
    command: readonly string[],
    timeout: number,
  ): Process<Output> {
    const answer = yield* this.#context.cri.execSync(podKey(pod), containerId, command, timeout);
    if (!answer.ok) {
      // A timeout is a failed probe; any other error is not the container's fault.
      if (answer.error.code !== 4) {
        return { result: 'unknown', output: '', error: grpcErrorText(answer.error) };
      }
      const words = goQuote(command.join(' '));
      const output = `command timed out: ${words} timed out after ${goDurationString(timeout * second)}`;
      return { result: 'failure', output };
    }
    const { exitCode, stdout, stderr } = answer.value;
    return { result: exitCode === 0 ? 'success' : 'failure', output: stdout + stderr };
  }

  /** Source: pkg/probe/grpc/grpc.go. */
  *#grpc(host: string, { port, service }: GRPCAction, timeout: number): Process<Output> {
    const { sim } = this.#context;
    const startedAt = sim.now;
    const within = timeout * second;
    const answer = yield* this.#network.grpcHealth(host, port, service ?? '', within);
    if (!answer.ok) {
      // The dial blocks until the connection is ready, however often it is refused.
      yield* sleep(Math.max(0, startedAt + within - sim.now));
      const where = `"${host}:${port}" within ${timeout}s`;
      const output = `timeout: failed to connect service ${where}: ${answer.error}`;
      return { result: 'failure', output };
    }
    if ('code' in answer.value) {
      const text = grpcErrorText(answer.value);
      return { result: 'failure', output: `error: health rpc probe failed: ${text}` };
    }
    const { status } = answer.value;
    if (status === 'SERVING') return { result: 'success', output: 'service healthy' };
    return { result: 'failure', output: `service unhealthy (responded with "${status}")` };
  }

  *#http(
    host: string,
    port: number,
    path: string,
    timeout: Duration,
    options: HttpOptions,
  ): Process<Output> {
    const answer = yield* this.#network.httpGet(host, port, path, timeout, options);
    if (!answer.ok) return { result: 'failure', output: answer.error };
    const { code, body } = answer.value;
    if (code >= 200 && code < 400) return { result: 'success', output: body };
    return { result: 'failure', output: `HTTP probe failed with statuscode: ${code}` };
  }
}

const invalidPort = (port: string | number): Output => ({
  result: 'unknown',
  output: '',
  error: `invalid port: ${port}`,
});
