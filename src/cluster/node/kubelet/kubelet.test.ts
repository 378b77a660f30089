import { describe, expect, it } from 'vitest';
import { createPrng } from '#base/prng';
import { seconds } from '#base/sim-time';
import { hostOf } from '#cluster/node/kernel/host-resources';
import { NodeBed } from '#cluster/node/node-bed.fixture';
import type { Pod, PodSpec } from '#k8s.io/api/core/v1';
import { RequestIds } from '#k8s.io/client-go/rest/request-ids';
import { clusterOf } from '#scenarios/clusters';
import { Simulation } from '#sim/simulation';
import { Tracer } from '#trace/tracer';
import { FakeApiserver } from './fake-apiserver.fixture.ts';
import { FakeRuntime } from './fake-runtime.fixture.ts';
import { Kubelet } from './kubelet.ts';

const podsPath = '/api/v1/namespaces/default/pods';

const kubeApiAccess = {
  name: 'kube-api-access',
  projected: {
    sources: [
      { serviceAccountToken: { expirationSeconds: 3607, path: 'token' } },
      { configMap: { name: 'kube-root-ca.crt', items: [{ key: 'ca.crt', path: 'ca.crt' }] } },
    ],
  },
} as const;

/** A node with its kubelet, an API server and a runtime; the clock has run for five seconds. */
function startNode() {
  const sim = new Simulation();
  const tracer = new Tracer(sim);
  const apiserver = new FakeApiserver(sim);
  const runtime = new FakeRuntime(sim);
  const meta = { namespace: 'default', creationTimestamp: '2026-01-01T00:00:00Z' };
  apiserver.put('/api/v1/namespaces/default/configmaps/kube-root-ca.crt', {
    apiVersion: 'v1',
    kind: 'ConfigMap',
    metadata: { ...meta, name: 'kube-root-ca.crt' },
    data: { 'ca.crt': 'x' },
  });
  const node = {
    name: 'node-1',
    cpu: '2',
    memory: '8Gi',
    pods: 110,
    memoryReserved: '100Mi',
    labels: {},
    taints: [],
    podCIDR: '10.244.0.0/24',
    address: '172.30.0.11',
  };
  const rest = {
    component: 'node-1/kubelet',
    userAgent: 'kubelet/v1.36.3 (linux/amd64) kubernetes/0000000',
    credential: { kind: 'none' },
    transport: apiserver,
    requestIds: new RequestIds(),
    contentType: 'application/vnd.kubernetes.protobuf',
  } as const;
  const config = {
    nodes: [node],
    users: [],
    images: [],
    podCIDR: '10.244.0.0/16',
    serviceCIDR: '10.96.0.0/16',
    authorizationModes: [],
    enableAdmissionPlugins: [],
  };
  const env = { sim, tracer, prng: createPrng(7) };
  const kubelet = new Kubelet(env, { node, rest, runtime, config, host: hostOf(node) });
  sim.spawn('kubelet', kubelet.run());
  sim.run(seconds(5));
  const run = (time: number) => sim.run(sim.now + seconds(time));
  const pod = (name: string) => apiserver.get<Pod>(`${podsPath}/${name}`);
  /** A person's action is the root of a chain of causes. */
  const person = (line: string) => {
    tracer.emitRoot({ type: 'CommandEntered', component: 'person', input: 0, line, user: 'admin' });
  };
  const create = (name: string, spec: Partial<PodSpec> = {}) => {
    person(`create ${name}`);
    apiserver.put(`${podsPath}/${name}`, {
      apiVersion: 'v1',
      kind: 'Pod',
      metadata: { ...meta, name, generation: 1 },
      spec: {
        nodeName: 'node-1',
        restartPolicy: 'Always',
        terminationGracePeriodSeconds: 30,
        volumes: [kubeApiAccess],
        containers: [
          {
            name: 'app',
            image: 'nginx',
            imagePullPolicy: 'Always',
            volumeMounts: [
              { name: 'kube-api-access', mountPath: '/var/run/secrets', readOnly: true },
            ],
          },
        ],
        ...spec,
      },
      status: { phase: 'Pending', qosClass: 'BestEffort' },
    });
  };
  const remove = (name: string) => {
    const live = pod(name) as Pod;
    person(`delete ${name}`);
    apiserver.put(`${podsPath}/${name}`, {
      ...live,
      metadata: {
        ...live.metadata,
        generation: 2,
        deletionTimestamp: '2026-01-01T00:00:30Z',
        deletionGracePeriodSeconds: 30,
      },
    });
  };
  return { apiserver, runtime, sim, tracer, run, pod, create, remove };
}

const conditionStatus = (pod: Pod | undefined, type: string): string | undefined =>
  pod?.status?.conditions?.find((condition) => condition.type === type)?.status;

describe('kubelet', () => {
  it('registers its node and says when it became ready', () => {
    const { apiserver } = startNode();
    const node = apiserver.get<{ status: { conditions: { type: string; status: string }[] } }>(
      '/api/v1/nodes/node-1',
    );
    expect(node?.status.conditions.find(({ type }) => type === 'Ready')?.status).toBe('True');
    expect(
      apiserver.get('/apis/coordination.k8s.io/v1/namespaces/kube-node-lease/leases/node-1'),
    ).toBeDefined();
    expect(apiserver.eventReasons()).toContain('NodeReady');
  });

  it('brings a pod to Running in the order of SyncPod', () => {
    const { apiserver, runtime, create, run, pod } = startNode();
    create('web');
    run(3);
    expect(runtime.calls).toEqual([
      'RunPodSandbox',
      'PullImage nginx:latest',
      'CreateContainer app',
      'StartContainer',
    ]);
    expect(apiserver.writes()).toEqual([
      'DELETE /apis/resource.k8s.io/v1/resourceslices',
      'POST /apis/storage.k8s.io/v1/csinodes',
      'PATCH /api/v1/namespaces/default/pods/web/status',
      'POST /api/v1/namespaces/default/serviceaccounts/default/token',
      'PATCH /api/v1/namespaces/default/pods/web/status',
      'PATCH /api/v1/namespaces/default/pods/web/status',
    ]);
    expect(pod('web')?.status?.phase).toBe('Running');
    expect(conditionStatus(pod('web'), 'Ready')).toBe('True');
    const reasons = apiserver.eventReasons();
    expect(reasons.slice(-4)).toEqual(['Pulling', 'Pulled', 'Created', 'Started']);
  });

  it('stops containers, then the sandbox, and deletes the pod with grace 0', () => {
    const { apiserver, runtime, create, remove, run, pod } = startNode();
    create('web');
    run(3);
    remove('web');
    run(5);
    expect(runtime.calls.slice(4, 7)).toEqual([
      'StopContainer 30',
      'StopPodSandbox',
      'RemoveContainer',
    ]);
    expect(pod('web')).toBeUndefined();
    expect(
      apiserver.requests.find(({ method, path }) => method === 'DELETE' && path.includes('/pods/'))
        ?.body,
    ).toMatchObject({
      gracePeriodSeconds: 0,
      preconditions: { uid: 'uid-web' },
    });
  });

  it('restarts a crashed container at once, then backs off', () => {
    const { runtime, create, run, pod } = startNode();
    create('crash');
    run(3);
    runtime.exit('app', 3);
    run(2);
    expect(pod('crash')?.status?.containerStatuses?.[0]?.restartCount).toBe(1);
    runtime.exit('app', 3);
    run(3);
    // The back-off ends 10 s after the exit; the worker comes back between 1 and 1.5 times later.
    expect(runtime.calls.filter((call) => call === 'StartContainer')).toHaveLength(2);
    run(14);
    expect(runtime.calls.filter((call) => call === 'StartContainer')).toHaveLength(3);
  });

  it('does not restart a container whose pod never restarts, and the pod succeeds', () => {
    const { runtime, create, run, pod } = startNode();
    create('job', { restartPolicy: 'Never' });
    run(3);
    runtime.exit('app', 0);
    run(4);
    expect(pod('job')?.status?.phase).toBe('Succeeded');
    expect(runtime.calls).toContain('StopPodSandbox');
  });

  it('deletes a pod that had ended before its deletion was asked for in its next round', () => {
    const { runtime, create, remove, run, pod } = startNode();
    create('job', { restartPolicy: 'Never' });
    run(3);
    runtime.exit('app', 0);
    run(6);
    remove('job');
    run(1);
    expect(pod('job')?.metadata.deletionTimestamp).toBeDefined();
    run(10);
    expect(pod('job')).toBeUndefined();
  });

  it('says why an image could not be pulled', () => {
    const { apiserver, runtime, create, run, pod } = startNode();
    runtime.pullable.clear();
    create('bad');
    run(3);
    expect(pod('bad')?.status?.phase).toBe('Pending');
    expect(apiserver.eventReasons()).toContain('Failed');
    run(14);
    const waiting = pod('bad')?.status?.containerStatuses?.[0]?.state?.waiting;
    expect(['ErrImagePull', 'ImagePullBackOff']).toContain(waiting?.reason);
  });

  it('rejects a pod that asks for more than the node has', () => {
    const { runtime, create, run, pod } = startNode();
    const resources = { requests: { cpu: '3' } };
    create('big', { containers: [{ name: 'app', image: 'nginx', resources }] });
    run(2);
    expect(pod('big')?.status).toMatchObject({
      phase: 'Failed',
      reason: 'OutOfcpu',
      message:
        "Pod was rejected: Node didn't have enough resource: cpu, requested: 3000, used: 0," +
        ' capacity: 2000',
    });
    expect(runtime.calls).toEqual([]);
  });

  it('does nothing that shows while nothing happens', () => {
    const { tracer, create, run } = startNode();
    create('web');
    run(8);
    const before = tracer.facts.length;
    run(30);
    const types = new Set(tracer.facts.slice(before).map(({ type }) => type));
    // Only the lease is renewed.
    expect([...types].sort()).toEqual(['RequestSent', 'ResponseReceived', 'TimerFired']);
  });
});

describe('a machine with cgroup v1', () => {
  it('is refused by the kubelet unless it is told otherwise', () => {
    const refused = new NodeBed({ cgroupVersion: 1 });
    expect(refused.facts('ComponentStopped')).toMatchObject([
      { component: 'node-1/kubelet', reason: expect.stringContaining('using cgroup v1') },
    ]);
    expect(refused.run('get nodes')).toBe('No resources found\n');
  });

  it('is warned of', () => {
    const bed = new NodeBed({ cgroupVersion: 1, kubelet: { failCgroupV1: false } });
    expect(bed.events('CgroupV1')[0]).toMatch(/^cgroup v1 detected\. cgroup v1 support is/);
  });
});

describe('a machine whose processes end', () => {
  const two = clusterOf(2);
  const oldCgroups = { cgroupVersion: 1, kubelet: { failCgroupV1: false } } as const;
  const bed = new NodeBed({}, { nodes: two.nodes.map((one) => ({ ...one, ...oldCgroups })) });
  bed.pod('web', {}, { nodeName: 'node-2' });
  bed.wait(5);
  bed.host('stop_component node-2-containerd');
  bed.run('delete pod web --wait=false');
  bed.wait(10);
  bed.pod('late', {}, { nodeName: 'node-2' });
  bed.wait(250);
  bed.host('stop_kubelet 2');
  bed.host('start_kubelet 2');
  bed.wait(20);
  bed.host('start_component node-2-containerd');
  bed.wait(30);
  bed.host('stop_kubelet 2');
  bed.wait(70);
  bed.host('start_kubelet 2');
  bed.wait(20);
  bed.host('stop_component registry');
  bed.pod('unpulled', { image: 'nginx:1.27' });
  bed.wait(3);
  bed.host('start_component registry');
  bed.host('reboot_node 2');
  bed.wait(60);
  bed.host('shutdown_node 1');
  bed.pod('too-late', {});
  bed.wait(40);
  bed.host('cancel_shutdown 1');
  bed.wait(15);

  it('is told by the node, the controllers and the runtime', () => {
    bed.expectTold([
      'Starting: Starting kubelet.',
      'NodeAllocatableEnforced: Updated Node Allocatable limit across pods',
      'InvalidDiskCapacity: invalid capacity 0 on image filesystem',
      'CgroupV1: cgroup v1 detected.',
      'Node node-2 status is now: NodeNotReady',
      'Node node-2 status is now: NodeReady',
      'container runtime is down',
      'container runtime status check may not have completed yet',
      'FailedKillPod: error killing pod: [failed to "KillContainer" for "app" with',
      /PLEG is not healthy: pleg was last seen active \S+ ago; threshold is 3m0s/,
      'ContainerGCFailed: rpc error: code = Unavailable',
      'kubelet is posting ready status',
      'Kubelet stopped posting node status.',
      'NodeNotReady: Node is not ready',
      /failed to resolve reference "\S+nginx:1.27": failed to do request: .+ connection refused/,
      'Pod sandbox changed, it will be killed and re-created.',
      'Shutdown: Shutdown manager detected shutdown event',
      'Shutdown: Shutdown manager detected shutdown cancellation',
      'node is shutting down',
      'Pod was terminated in response to imminent node shutdown.',
      'Pod was rejected as the node is shutting down.',
    ]);
  });
});
