/**
 * A kubelet with a faulty runtime: each test makes the stand-in fail in one way and looks for the
 * texts in what the kubelet sends.
 */
import { createPrng } from '#base/prng';
import { seconds } from '#base/sim-time';
import { hostOf } from '#cluster/node/kernel/host-resources';
import type { Container, Pod, PodSpec } from '#k8s.io/api/core/v1';
import { RequestIds } from '#k8s.io/client-go/rest/request-ids';
import type { ContainerStatus } from '#k8s.io/cri-api/runtime';
import { clusterOf, node } from '#scenarios/clusters';
import { Simulation } from '#sim/simulation';
import { Tracer } from '#trace/tracer';
import { FakeApiserver } from './fake-apiserver.fixture.ts';
import { FakeRuntime } from './fake-runtime.fixture.ts';
import { Kubelet } from './kubelet.ts';

export const podsPath = '/api/v1/namespaces/default/pods';

/** A kubelet over a runtime that is changed before it starts. */
export function kubeletOver(prepare: (runtime: FakeRuntime) => void = () => undefined) {
  const sim = new Simulation();
  const tracer = new Tracer(sim);
  const apiserver = new FakeApiserver(sim);
  const runtime = new FakeRuntime(sim);
  prepare(runtime);
  const rest = {
    component: 'node-1/kubelet',
    userAgent: 'kubelet/v1.36.3 (linux/amd64) kubernetes/0000000',
    credential: { kind: 'none' },
    transport: apiserver,
    requestIds: new RequestIds(),
    contentType: 'application/vnd.kubernetes.protobuf',
  } as const;
  const env = { sim, tracer, prng: createPrng(7) };
  const host = hostOf(node(1));
  const kubelet = new Kubelet(env, { node: node(1), rest, runtime, config: clusterOf(1), host });
  sim.spawn('kubelet', kubelet.run());
  const wait = (time: number): void => {
    sim.run(sim.now + seconds(time));
  };
  wait(5);
  const put = (path: string, object: object): void => {
    tracer.emitRoot({
      type: 'CommandEntered',
      component: 'person',
      input: 0,
      line: 'test',
      user: 'admin',
    });
    apiserver.put(path, object);
  };
  const pod = (name: string, container: Partial<Container> = {}, spec: Partial<PodSpec> = {}) =>
    put(`${podsPath}/${name}`, {
      apiVersion: 'v1',
      kind: 'Pod',
      metadata: { name, namespace: 'default', generation: 1 },
      spec: {
        nodeName: 'node-1',
        restartPolicy: 'Always',
        terminationGracePeriodSeconds: 1,
        containers: [
          { name: 'app', image: 'nginx', imagePullPolicy: 'IfNotPresent', ...container },
        ],
        ...spec,
      },
      status: { phase: 'Pending', qosClass: 'BestEffort' },
    });
  const live = (name: string) => apiserver.get<Pod>(`${podsPath}/${name}`) as Pod;
  const messages = (): string =>
    JSON.stringify(apiserver.requests.map(({ body }) => body)).replaceAll('\\"', '"');
  /** Changes the containers that the runtime reports. */
  const become = (change: (status: ContainerStatus) => ContainerStatus | undefined): void => {
    for (const [id, status] of [...runtime.containers]) {
      const changed = change(status);
      if (changed === undefined) runtime.containers.delete(id);
      else runtime.containers.set(id, changed);
    }
    runtime.relistVersion++;
  };
  return { runtime, apiserver, wait, put, pod, live, messages, become };
}

/** A runtime error without a specific gRPC code. */
export const unknown = (message: string) => ({ ok: false, error: { code: 2, message } }) as const;
