/**
 * Runs the postStart and preStop hooks of a container.
 * Models kubernetes/pkg/kubelet/lifecycle/handlers.go: exec, httpGet and sleep; tcpSocket was never
 * implemented for hooks.
 */
import { err, ok, type Result } from '#base/result';
import { type Duration, second } from '#base/sim-time';
import type { Container, HTTPGetAction, LifecycleHandler, Pod } from '#k8s.io/api/core/v1';
import { goQuote } from '#k8s.io/apimachinery/field-error';
import { type Process, sleep } from '#sim/simulation';
import { podDescription, podKey } from '../container/names.ts';
import type { KubeletContext } from '../kubelet-context.ts';
import { httpOptions, type PodNetwork, plainAnswer, resolvePort } from '../prober/pod-network.ts';
import { grpcErrorText } from '../util/grpc.ts';

const hookTimeout: Duration = 30 * second;

export class HandlerRunner {
  readonly #context: KubeletContext;
  readonly #network: PodNetwork;
  readonly #podIP: (uid: string) => string;

  constructor(context: KubeletContext, network: PodNetwork, podIP: (uid: string) => string) {
    this.#context = context;
    this.#network = network;
    this.#podIP = podIP;
  }

  /**
   * Returns the hook's error. A starting pod passes its address, because its status does not have
   * it yet. Source: handlerRunner.Run.
   */
  *run(
    pod: Pod,
    container: Container,
    containerId: string,
    handler: LifecycleHandler,
    podIP = this.#podIP(pod.metadata.uid),
  ): Process<Result<undefined, string>> {
    if (handler.exec !== undefined) {
      const command = handler.exec.command ?? [];
      return yield* this.#exec(pod, container, containerId, command);
    }
    if (handler.sleep !== undefined) {
      yield* sleep(handler.sleep.seconds * second);
      return ok(undefined);
    }
    if (handler.httpGet !== undefined) {
      const error = yield* this.#http(pod, container, handler.httpGet, podIP);
      if (error === undefined) return ok(undefined);
      return err(
        `HTTP lifecycle hook (${handler.httpGet.path ?? '/'}) for Container "${container.name}"` +
          ` in Pod "${podDescription(pod)}" failed - error: ${error}`,
      );
    }
    return err(`Cannot run handler: invalid handler: ${JSON.stringify(handler)}`);
  }

  /**
   * Any HTTP answer is a success. A server without TLS is asked again over plain HTTP. Source:
   * runHTTPHandler.
   */
  *#http(
    pod: Pod,
    container: Container,
    httpGet: HTTPGetAction,
    podIP: string,
  ): Process<string | undefined> {
    const { path = '/' } = httpGet;
    const host = httpGet.host ?? podIP;
    const port = resolvePort(container, httpGet.port);
    if (port === undefined) return `couldn't find port: ${httpGet.port} in ${container.name}`;
    const options = httpOptions(httpGet);
    const first = yield* this.#network.httpGet(host, port, path, hookTimeout, options);
    if (first.ok) return undefined;
    if (!first.error.endsWith(plainAnswer)) return first.error;
    const plain = { ...options, https: false };
    const again = yield* this.#network.httpGet(host, port, path, hookTimeout, plain);
    if (!again.ok) return again.error;
    const text =
      `request to HTTPS lifecycle hook ${host}:${port} got HTTP response,` +
      ' retry with HTTP succeeded';
    this.#context.events.pod(pod, 'Warning', 'LifecycleHTTPFallback', text);
    return undefined;
  }

  *#exec(
    pod: Pod,
    container: Container,
    containerId: string,
    command: readonly string[],
  ): Process<Result<undefined, string>> {
    const result = yield* this.#context.cri.execSync(podKey(pod), containerId, command, 0);
    const failed = (error: string, output: string): Result<undefined, string> =>
      err(
        `Exec lifecycle hook ([${command.join(' ')}]) for Container "${container.name}" in Pod` +
          ` "${podDescription(pod)}" failed - error: ${error}, message: ${goQuote(output)}`,
      );
    if (!result.ok) return failed(grpcErrorText(result.error), '');
    const { exitCode, stdout, stderr } = result.value;
    if (exitCode === 0) return ok(undefined);
    const error = `command '${command.join(' ')}' exited with ${exitCode}: ${stderr}`;
    return failed(error, `${stdout}${stderr}`);
  }
}
