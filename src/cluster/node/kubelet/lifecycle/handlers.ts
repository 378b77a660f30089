/**
 * Runs the postStart and preStop hooks of a container.
 * Models kubernetes/pkg/kubelet/lifecycle/handlers.go: exec, httpGet and sleep; tcpSocket never was
 * implemented for hooks.
 */
import { err, ok, type Result } from '#base/result';
import { second } from '#base/sim-time';
import type { Container, LifecycleHandler, Pod } from '#k8s.io/api/core/v1';
import { type Process, sleep } from '#sim/simulation';
import { podKey } from '../container/names.ts';
import type { KubeletContext } from '../kubelet-context.ts';
import { type PodNetwork, resolvePort } from '../prober/pod-network.ts';
import { grpcErrorText } from '../util/grpc.ts';

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
   * The error is what the hook said. A pod that starts gives its address, which its status does
   * not have yet. Source: handlerRunner.Run.
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
      const { httpGet } = handler;
      const host = httpGet.host ?? podIP;
      const port = resolvePort(container, httpGet.port);
      if (port === undefined)
        return err(`couldn't find port: ${httpGet.port} in ${container.name}`);
      const answer = yield* this.#network.httpGet(host, port, httpGet.path ?? '/', 30 * second);
      return answer.ok ? ok(undefined) : err(answer.error);
    }
    return err(`invalid handler: ${JSON.stringify(handler)}`);
  }

  *#exec(
    pod: Pod,
    container: Container,
    containerId: string,
    command: readonly string[],
  ): Process<Result<undefined, string>> {
    const result = yield* this.#context.cri.execSync(podKey(pod), containerId, command, 0);
    if (!result.ok) return err(grpcErrorText(result.error));
    const { exitCode, stdout, stderr } = result.value;
    if (exitCode === 0) return ok(undefined);
    const said = `${stdout}${stderr}`;
    return err(
      `Exec lifecycle hook (${command.join(' ')}) for Container "${container.name}" in Pod` +
        ` "${podKey(pod)}" failed - error: command '${command.join(' ')}' exited with` +
        ` ${exitCode}: ${said}, message: ${JSON.stringify(said)}`,
    );
  }
}
