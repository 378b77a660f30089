/**
 * What a kubelet says when its runtime answers wrong: the runtime is a stand-in that each case
 * makes fail in one way, and the texts are looked for in what the kubelet sends.
 */

import { describe, expect, it } from 'vitest';
import { createPrng } from '#base/prng';
import { ok } from '#base/result';
import { seconds } from '#base/sim-time';
import { hostOf } from '#cluster/node/kernel/host-resources';
import type { Container, Node, Pod, PodSpec } from '#k8s.io/api/core/v1';
import { RequestIds } from '#k8s.io/client-go/rest/request-ids';
import type { ContainerStatus } from '#k8s.io/cri-api/runtime';
import { clusterOf, node } from '#scenarios/clusters';
import { Simulation } from '#sim/simulation';
import { Tracer } from '#trace/tracer';
import { FakeApiserver } from './kubelet/fake-apiserver.fixture.ts';
import { FakeRuntime } from './kubelet/fake-runtime.fixture.ts';
import { Kubelet } from './kubelet/kubelet.ts';

const podsPath = '/api/v1/namespaces/default/pods';

/** A kubelet over a runtime that is changed before it starts. */
function newBed(prepare: (runtime: FakeRuntime) => void = () => undefined) {
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
  const kubelet = new Kubelet(env, {
    node: node(1),
    rest,
    runtime,
    config: clusterOf(1),
    host: hostOf(node(1)),
  });
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
  const said = (): string =>
    JSON.stringify(apiserver.requests.map(({ body }) => body)).replaceAll('\\"', '"');
  /** The containers as the runtime has them become something else. */
  const become = (change: (status: ContainerStatus) => ContainerStatus | undefined): void => {
    for (const [id, status] of [...runtime.containers]) {
      const changed = change(status);
      if (changed === undefined) runtime.containers.delete(id);
      else runtime.containers.set(id, changed);
    }
    runtime.relistVersion++;
  };
  return { runtime, apiserver, wait, put, pod, live, said, become };
}

const unknown = (message: string) => ({ ok: false, error: { code: 2, message } }) as const;

describe('a kubelet whose runtime is not ready', () => {
  it('tells of the network in the node, and does not sync pods that need it', () => {
    const { apiserver, pod, wait, said } = newBed((runtime) => {
      runtime.status = function* () {
        const message = 'Network plugin returns error: cni plugin not initialized';
        return ok({ runtimeReady: true, networkReady: false, message });
      };
    });
    pod('web');
    wait(15);
    const text =
      'container runtime network not ready: NetworkReady=false reason:NetworkPluginNotReady ' +
      'message:Network plugin returns error: cni plugin not initialized';
    const ready = apiserver
      .get<Node>('/api/v1/nodes/node-1')
      ?.status?.conditions?.find(({ type }) => type === 'Ready');
    expect(ready).toMatchObject({ status: 'False', reason: 'KubeletNotReady', message: text });
    expect(said()).toContain(
      `"reason":"NetworkNotReady","message":"network is not ready: ${text}"`,
    );
  });

  it('tells of the runtime itself', () => {
    const { said } = newBed((runtime) => {
      runtime.status = function* () {
        return ok({ runtimeReady: false, networkReady: true, message: '' });
      };
    });
    expect(said()).toContain('container runtime status check may not have completed yet');
    expect(said()).toContain('container runtime not ready: RuntimeReady=false reason: message:');
  });
});

describe('a kubelet that cannot have an image', () => {
  it('waits with ImageInspectError when the runtime cannot look for it', () => {
    const { pod, wait, said } = newBed((runtime) => {
      runtime.imageStatus = function* () {
        return unknown('content store is broken');
      };
    });
    pod('web');
    wait(3);
    const text =
      'Failed to inspect image "nginx:latest": rpc error: code = Unknown desc = ' +
      'content store is broken';
    expect(said()).toContain(`"reason":"InspectFailed","message":"${text}"`);
    expect(said()).toContain(`{"waiting":{"reason":"ImageInspectError","message":"${text}"}}`);
  });

  it('waits with RegistryUnavailable when the runtime says so, then with ImagePullBackOff', () => {
    const { pod, wait, said } = newBed((runtime) => {
      runtime.pullImage = function* () {
        return unknown('RegistryUnavailable: 503 from the mirror');
      };
    });
    pod('web');
    wait(30);
    const text =
      'image pull failed for nginx because the registry is unavailable: 503 from the mirror';
    expect(said()).toContain('"message":"Error: RegistryUnavailable"');
    expect(said()).toContain(`{"waiting":{"reason":"RegistryUnavailable","message":"${text}"}}`);
    expect(said()).toContain(`Back-off pulling image "nginx": RegistryUnavailable: ${text}`);
  });
});

describe('a kubelet that must not run a container as root', () => {
  const refuse = (user: { readonly uid?: number; readonly username?: string }): string => {
    const { pod, wait, said } = newBed((runtime) => {
      runtime.imageStatus = function* () {
        return ok({
          id: 'sha256:1',
          repoTags: [],
          repoDigests: [],
          size: 1,
          pinned: false,
          ...user,
        });
      };
    });
    pod('web', { securityContext: { runAsNonRoot: true } });
    wait(3);
    return said();
  };
  const where = '(pod: "web_default(uid-web)", container: app)';

  it('refuses an image that names no user, or user 0', () => {
    const text = `container has runAsNonRoot and image will run as root ${where}`;
    expect(text).toBe(
      'container has runAsNonRoot and image will run as root ' +
        '(pod: "web_default(uid-web)", container: app)',
    );
    for (const user of [{}, { uid: 0 }]) {
      expect(refuse(user)).toContain(
        `{"waiting":{"reason":"CreateContainerConfigError","message":"${text}"}}`,
      );
    }
  });

  it('refuses an image whose user is a name, and takes one whose user is a number', () => {
    expect(refuse({ username: 'web' })).toContain(
      'container has runAsNonRoot and image has non-numeric user (web), cannot verify user is ' +
        'non-root (pod: "web_default(uid-web)", container: app)',
    );
    expect(refuse({ uid: 101 })).not.toContain('runAsNonRoot and image');
  });
});

describe('a kubelet whose runtime fails at one step', () => {
  it('tells that a container could not be created', () => {
    const { pod, wait, said } = newBed((runtime) => {
      runtime.createContainer = function* () {
        return unknown('failed to reserve container name');
      };
    });
    pod('web');
    wait(3);
    const text = 'failed to reserve container name';
    expect(said()).toContain(`{"waiting":{"reason":"CreateContainerError","message":"${text}"}}`);
    expect(said()).toContain(`"reason":"Failed","message":"Error: ${text}"`);
  });

  it('tells that it cannot see the sandbox that it made', () => {
    const { pod, wait, said } = newBed((runtime) => {
      runtime.podSandboxStatus = function* () {
        return unknown('sandbox store is closed');
      };
    });
    pod('web');
    wait(3);
    expect(said()).toContain(
      '"reason":"FailedPodSandBoxStatus","message":"Unable to get pod sandbox status: rpc error: ' +
        'code = Unknown desc = sandbox store is closed"',
    );
  });

  it('tells that a resize was not carried out, once, and when it was', () => {
    const { runtime, put, pod, live, wait, said } = newBed();
    pod('web', { resources: { requests: { cpu: '100m' } } });
    wait(5);
    const update = runtime.updateContainerResources;
    runtime.updateContainerResources = function* () {
      return unknown('cgroup is frozen');
    };
    const { metadata, spec } = live('web');
    const resources = { requests: { cpu: '200m' } };
    put(`${podsPath}/web`, {
      ...live('web'),
      metadata: { ...metadata, generation: 2 },
      spec: { ...spec, containers: spec.containers.map((one) => ({ ...one, resources })) },
    });
    wait(40);
    const error = 'rpc error: code = Unknown desc = cgroup is frozen';
    const text =
      'Pod resize error: {"containers":[{"name":"app","resources":{"requests":{"cpu":"200m"}}}],' +
      `"generation":2,"error":"${error}"}`;
    expect(said().split(`"reason":"ResizeError","message":"${text}"`)).toHaveLength(2);
    const { conditions = [] } = live('web').status ?? {};
    expect(conditions.find(({ type }) => type === 'PodResizeInProgress')).toMatchObject({
      status: 'True',
      reason: 'Error',
      message: error,
    });
    runtime.updateContainerResources = update;
    wait(20);
    expect(said()).toContain('Pod resize completed: ');
  });
});

describe('a kubelet whose containers are not as it left them', () => {
  it('kills one whose state is unknown before it starts another', () => {
    const { pod, wait, said, become } = newBed();
    pod('web');
    wait(5);
    become((status) => ({ ...status, state: 'CONTAINER_UNKNOWN' }));
    wait(100);
    expect(said()).toContain(
      '"reason":"Killing","message":"Container is in "unknown" state, try killing it before restart"',
    );
    expect(said()).toContain('"reason":"ContainerStatusUnknown"');
  });

  it('tells that one is nowhere any more, and starts it again', () => {
    const { pod, live, wait, said, become } = newBed();
    pod('web');
    wait(5);
    become(() => undefined);
    wait(100);
    expect(said()).toContain(
      '"lastState":{"terminated":{"exitCode":137,"reason":"ContainerStatusUnknown","message":' +
        '"The container could not be located when the pod was deleted.  ' +
        'The container used to be Running"',
    );
    expect(live('web').status?.containerStatuses?.[0]?.state?.running).toBeDefined();
  });
});
