/**
 * The node's error messages: each case creates pods or breaks a machine, and looks for the texts in
 * events, statuses and conditions.
 */

import { describe, expect, it } from 'vitest';
import { defined } from '#base/defined';
import { seconds } from '#base/sim-time';
import { clusterOf, node } from '#scenarios/clusters';
import type { Fact } from '#trace/facts';
import { readHostAction } from '#trace/host-words';
import type { ClusterConfig } from '../config/cluster-config.ts';
import { allParts } from '../parts/all-parts.ts';
import { ClusterSimulation } from '../run/cluster-simulation.ts';

interface Bed {
  readonly simulation: ClusterSimulation;
  apply(object: object): void;
  /** A pod of one container, bound to a node by default. */
  pod(name: string, container: object, spec?: object): void;
  kubectl(line: string): string;
  host(action: string): void;
  wait(time: number): void;
  /** All messages so far: events and the values written to etcd. */
  messages(): string;
}

function newBed(config: ClusterConfig = clusterOf(1)): Bed {
  const simulation = new ClusterSimulation(config, 3, allParts);
  const { sim, tracer } = simulation;
  sim.run(seconds(25));
  let seen = 0;
  let text = '';
  const run = (argv: readonly string[], stdin?: string): string => {
    const input = defined({ stdin });
    const result = simulation.runCommand({ argv, user: 'admin', ...input }, seconds(200));
    return `${result?.stdout}${result?.stderr}`;
  };
  const bed: Bed = {
    simulation,
    apply: (object) => {
      run(['apply', '-f', '-'], JSON.stringify(object));
    },
    pod: (name, container, spec = {}) => {
      const app = { name: 'app', image: 'busybox:1.36', command: ['sleep', '1000'], ...container };
      bed.apply({
        apiVersion: 'v1',
        kind: 'Pod',
        metadata: { name, labels: { app: name } },
        spec: { nodeName: 'node-1', terminationGracePeriodSeconds: 1, containers: [app], ...spec },
      });
    },
    kubectl: (line) => run(line.split(' ')),
    host: (action) => {
      expect(simulation.hostAction(readHostAction(action))).toEqual({ ok: true, value: '' });
    },
    wait: (time) => {
      sim.run(sim.now + seconds(time));
    },
    messages: () => {
      for (; seen < tracer.facts.length; seen++) text += wordsOf(tracer.facts[seen]);
      return text;
    },
  };
  return bed;
}

function wordsOf(fact: Fact | undefined): string {
  if (fact?.type === 'EventRecorded') return `${fact.reason}: ${fact.message}\n`;
  if (fact?.type !== 'TxnCommitted' || !/^\/registry\/(pods|minions)\//.test(fact.key)) return '';
  return `${JSON.stringify(fact.value ?? {}).replaceAll('\\"', '"')}\n`;
}

const expectAll = (messages: string, texts: readonly (string | RegExp)[]): void => {
  for (const text of texts) {
    if (typeof text === 'string') expect(messages).toContain(text);
    else expect(messages).toMatch(text);
  }
};

describe('a kubelet that starts pods', () => {
  const bed = newBed();
  bed.pod('gone', { image: 'nope:1' });
  bed.pod('never', { image: 'nginx:1.29', imagePullPolicy: 'Never' });
  bed.pod('badname', { image: 'Nginx:1:2' });
  bed.pod('secret', {}, { imagePullSecrets: [{ name: 'reg' }] });
  bed.pod('crash', { command: ['sh', '-c', 'exit 3'] });
  bed.pod('noconfig', {
    env: [{ name: 'A', valueFrom: { configMapKeyRef: { name: 'x', key: 'a' } } }],
  });
  bed.pod('nocommand', { command: ['/no/such'] });
  bed.pod('poststart', { lifecycle: { postStart: { exec: { command: ['false'] } } } });
  bed.pod('prestop', { lifecycle: { preStop: { exec: { command: ['false'] } } } });
  bed.pod('nonroot', { securityContext: { runAsNonRoot: true } });
  bed.pod('oom', { command: ['tail', '/dev/zero'], resources: { limits: { memory: '20Mi' } } });
  bed.pod('deadline', {}, { activeDeadlineSeconds: 5 });
  bed.pod('done', { command: ['true'] }, { restartPolicy: 'Never' });
  bed.pod('failed', { command: ['false'] }, { restartPolicy: 'Never' });
  bed.apply({
    apiVersion: 'node.k8s.io/v1',
    kind: 'RuntimeClass',
    metadata: { name: 'gvisor' },
    handler: 'runsc',
  });
  bed.pod('class', {}, { runtimeClassName: 'gvisor' });
  const hold = [{ name: 'v', secret: { secretName: 'missing' } }];
  bed.pod('mount', { volumeMounts: [{ name: 'v', mountPath: '/v' }] }, { volumes: hold });
  bed.pod('gates', {}, { readinessGates: [{ conditionType: 'example.com/ok' }] });
  const init = { name: 'init', image: 'busybox:1.36', command: ['sh', '-c', 'sleep 2; exit 1'] };
  bed.pod('init', {}, { initContainers: [init] });
  bed.pod(
    'dns',
    {},
    { dnsConfig: { nameservers: ['1.1.1.1', '1.1.1.2', '1.1.1.3'], searches: searches() } },
  );
  bed.wait(30);
  bed.kubectl('set image pod/gates app=busybox:latest');
  const refused = { status: { conditions: [{ type: 'example.com/ok', status: 'False' }] } };
  bed.kubectl(`patch pod gates --subresource=status -p ${JSON.stringify(refused)}`);
  bed.kubectl('delete pod prestop --wait=false');
  bed.wait(40);

  it('tells of images that cannot be had', () => {
    expectAll(bed.messages(), [
      'Pulling image "nope:1"',
      'Failed to pull image "nope:1": rpc error: code = NotFound',
      'Error: ErrImagePull',
      'Back-off pulling image "nope:1"',
      'Error: ImagePullBackOff',
      '"reason":"ErrImagePull"',
      'Back-off pulling image "nope:1": ErrImagePull: ',
      'Container image "nginx:1.29" is not present with pull policy of Never',
      '"reason":"ErrImageNeverPull"',
      'Failed to apply default image tag "Nginx:1:2": ',
      '"reason":"InvalidImageName"',
      /Unable to retrieve some image pull secrets \(reg\); attempting to pull the image may not/,
      /Successfully pulled image "busybox:1.36" in \S+ \(\S+ including waiting\). Image size: /,
      'Container image "busybox:1.36" already present on machine and can be accessed by the pod',
    ]);
  });

  it('tells of containers that do not start, and of those that end', () => {
    expectAll(bed.messages(), [
      'Container created',
      'Container started',
      /Back-off restarting failed container app in pod crash_default\(\S+\)/,
      /back-off 10s restarting failed container=app pod=crash_default\(\S+\)/,
      '"reason":"CrashLoopBackOff"',
      'Error: configmap "x" not found',
      '"reason":"CreateContainerConfigError"',
      '"reason":"RunContainerError"',
      '"reason":"StartError"',
      'FailedPostStartHook: PostStartHook failed',
      'Killing: FailedPostStartHook',
      '"reason":"PostStartHookError"',
      'FailedPreStopHook: PreStopHook failed',
      'Stopping container app',
      /container has runAsNonRoot and image will run as root \(pod: "nonroot_default\(\S+\)", /,
      '"reason":"OOMKilled"',
      '"reason":"Completed"',
      '"reason":"Error"',
      'DeadlineExceeded: Pod was active on the node longer than the specified deadline',
      'Container app definition changed, will be restarted',
    ]);
  });

  it('tells of what a pod waits for, in its conditions', () => {
    expectAll(bed.messages(), [
      '"reason":"ContainerCreating"',
      '"reason":"PodInitializing"',
      '"reason":"ContainersNotInitialized"',
      'containers with incomplete status: [init]',
      'containers with unready status: [app]',
      'corresponding condition of pod readiness gate "example.com/ok" does not exist.',
      'the status of pod readiness gate "example.com/ok" is not "True", but False',
      '"reason":"PodCompleted"',
      '"reason":"PodFailed"',
      'MountVolume.SetUp failed for volume "v" : secret "missing" not found',
      'failed to get sandbox runtime: no runtime for "runsc" is configured',
      /Nameserver limits were exceeded, some .+, the applied nameserver line is: /,
      /Search Line limits were exceeded, some .+, the applied search line is: /,
    ]);
  });
});

const searches = (): readonly string[] =>
  Array.from({ length: 31 }, (_, index) => `zone-${index}.example.com`);

describe('a kubelet that probes', () => {
  const bed = newBed();
  const fast = { periodSeconds: 1, failureThreshold: 2 };
  const web = { image: 'nginx:1.28', command: undefined };
  bed.pod('live', { livenessProbe: { exec: { command: ['false'] }, ...fast } });
  bed.pod('startup', { startupProbe: { exec: { command: ['false'] }, ...fast } });
  bed.pod('http', { ...web, readinessProbe: { httpGet: { path: '/none', port: 80 }, ...fast } });
  bed.pod('refused', { readinessProbe: { tcpSocket: { port: 81 }, ...fast } });
  bed.pod('grpc', { readinessProbe: { grpc: { port: 82 }, ...fast } });
  const init = {
    name: 'side',
    image: 'busybox:1.36',
    command: ['sleep', '1000'],
    restartPolicy: 'Always',
  };
  const liveness = { livenessProbe: { exec: { command: ['false'] }, ...fast } };
  bed.pod('sidecar', {}, { initContainers: [{ ...init, ...liveness }] });
  bed.pod('error', { readinessProbe: { exec: { command: ['/no/such'] }, ...fast } });
  bed.pod('slow', { readinessProbe: { exec: { command: ['sleep', '5'] }, ...fast } });
  bed.wait(25);

  it('tells how they failed and what follows', () => {
    expectAll(bed.messages(), [
      'Unhealthy: Liveness probe failed: ',
      'Unhealthy: Startup probe failed: ',
      'Readiness probe failed: HTTP probe failed with statuscode: 404',
      /Readiness probe failed: dial tcp 10\.244\.0\.\d+:81: connect: connection refused/,
      /timeout: failed to connect service "\S+:82" within 1s: context deadline exceeded/,
      'Container app failed liveness probe, will be restarted',
      'Container app failed startup probe, will be restarted',
      'Init container side failed liveness probe',
      'Readiness probe errored and resulted in unknown state: ',
    ]);
  });
});

describe('a kubelet that admits pods', () => {
  const bed = newBed({ ...clusterOf(1), nodes: [{ ...node(1), pods: 6 }] });
  const ask = (resources: object) => ({ resources: { requests: resources } });
  bed.pod('cpu', ask({ cpu: '3' }));
  bed.pod('memory', ask({ memory: '90Gi' }));
  bed.pod('affinity', {}, { nodeSelector: { disk: 'ssd' } });
  bed.pod('os', {}, { nodeSelector: { 'kubernetes.io/os': 'windows' } });
  bed.pod('windows', {}, { os: { name: 'windows' } });
  const port = { ports: [{ containerPort: 80, hostPort: 8080 }] };
  bed.pod('port-1', port);
  bed.pod('port-2', port);
  const sysctls = [{ name: 'kernel.msgmax', value: '1' }];
  bed.pod('sysctl', {}, { securityContext: { sysctls } });
  bed.wait(5);
  bed.kubectl('taint node node-1 stop=now:NoExecute');
  bed.wait(5);
  bed.pod('taint', {});
  bed.wait(3);
  bed.kubectl('taint node node-1 stop-');
  for (let i = 0; i < 7; i++) bed.pod(`many-${i}`, {});
  bed.wait(5);

  it('refuses what does not fit, and says why', () => {
    expectAll(bed.messages(), [
      "Node didn't have enough resource: cpu, requested: 3000, used: 0, capacity: 2000",
      "Node didn't have enough resource: memory, requested: ",
      "Node didn't have enough resource: pods, requested: 1, used: 6, capacity: 6",
      '"reason":"OutOfcpu"',
      'Pod was rejected: ',
      "Predicate NodeAffinity failed: node(s) didn't match Pod's node affinity/selector",
      "Predicate NodePorts failed: node(s) didn't have free ports for the requested pod ports",
      "Predicate TaintToleration failed: node(s) had taints that the pod didn't tolerate",
      "Failed to admit pod as the OS field doesn't match node OS",
      "Failed to admit pod as the `kubernetes.io/os` label doesn't match node label",
      'forbidden sysctl: "kernel.msgmax" not allowlisted',
    ]);
  });
});

describe('a node on which something runs short', () => {
  const bed = newBed();
  const dd = (path: string, size: number) => ({
    command: ['sh', '-c', `sleep 3; dd if=/dev/zero of=${path} bs=1M count=${size}; sleep 1000`],
  });
  const volume = (sizeLimit: string) => ({ volumes: [{ name: 'd', emptyDir: { sizeLimit } }] });
  bed.pod('shm', dd('/dev/shm/x', 40));
  bed.pod(
    'empty',
    { ...dd('/d/x', 40), volumeMounts: [{ name: 'd', mountPath: '/d' }] },
    volume('10Mi'),
  );
  const limits = (size: string) => ({ resources: { limits: { 'ephemeral-storage': size } } });
  const both = { volumeMounts: [{ name: 'd', mountPath: '/d' }], ...limits('30Mi') };
  bed.pod('total', { ...dd('/d/x', 40), ...both }, { volumes: [{ name: 'd', emptyDir: {} }] });
  bed.pod('layer', { ...dd('/x', 40), ...limits('10Mi') });
  bed.wait(20);
  bed.host('use_memory 1 24050Mi');
  bed.wait(25);
  bed.pod('late', {});
  bed.wait(3);
  bed.host('use_memory 1 0');
  bed.host('use_disk 1 96Gi');
  bed.wait(330);
  bed.host('use_disk 1 0');
  bed.wait(330);

  it('evicts the pod that takes most, and tells the node so', () => {
    expectAll(bed.messages(), [
      'EvictionThresholdMet: Attempting to reclaim memory',
      'EvictionThresholdMet: Attempting to reclaim ephemeral-storage',
      /The node was low on resource: memory. Threshold quantity: 100Mi, available: \S+\. /,
      /Container app was using \S+, request is 0, has larger consumption of memory\. /,
      'Usage of EmptyDir volume "d" exceeds the limit "10Mi". ',
      'Pod ephemeral local storage usage exceeds the total limit of containers 30Mi. ',
      'Container app exceeded its local ephemeral storage limit "10Mi". ',
      '"reason":"Evicted"',
      '"reason":"TerminationByKubelet"',
      'The node had condition: [MemoryPressure]. ',
      'Node node-1 status is now: NodeHasInsufficientMemory',
      'Node node-1 status is now: NodeHasSufficientMemory',
      'Node node-1 status is now: NodeHasDiskPressure',
      'Node node-1 status is now: NodeHasNoDiskPressure',
      'kubelet has insufficient memory available',
      'kubelet has sufficient memory available',
      'kubelet has disk pressure',
      'kubelet has no disk pressure',
      'kubelet has sufficient PID available',
      'node.kubernetes.io/memory-pressure',
      'node.kubernetes.io/disk-pressure',
    ]);
  });

  it('frees images first when the disk is full', () => {
    expectAll(bed.messages(), [
      /FreeDiskSpaceFailed: Insufficient free disk space on the node's image filesystem \(\d+% of/,
      /Failed to free sufficient space by deleting unused images \(freed \d+ bytes\)\./,
      'ImageGCFailed: Failed to garbage collect required amount of images.',
    ]);
  });
});

describe('a pod whose resources are changed in place', () => {
  const bed = newBed();
  const resources = (cpu: string) => ({ requests: { cpu }, limits: { cpu: '2' } });
  bed.pod('a', { resources: resources('200m') });
  bed.pod('b', { resources: { requests: { cpu: '1' } } });
  bed.wait(5);
  const resize = (cpu: string): void => {
    const patch = JSON.stringify({
      spec: { containers: [{ name: 'app', resources: resources(cpu) }] },
    });
    bed.kubectl(`patch pod a --subresource=resize -p ${patch}`);
    bed.wait(3);
  };
  resize('300m');
  resize('1500m');
  const large = { requests: { cpu: '3' }, limits: { cpu: '3' } };
  const patch = JSON.stringify({ spec: { containers: [{ name: 'app', resources: large }] } });
  bed.kubectl(`patch pod a --subresource=resize -p ${patch}`);
  bed.wait(3);

  it('is told what became of it', () => {
    expectAll(bed.messages(), [
      'ResizeStarted: Pod resize started: {"containers":[{"name":"app"',
      'ResizeCompleted: Pod resize completed: {"containers":[{"name":"app"',
      'ResizeDeferred: Pod resize Deferred: ',
      "Node didn't have enough resource: cpu, requested: 1500, used: 1000, capacity: 2000",
      '"type":"PodResizePending"',
      'ResizeInfeasible: Pod resize Infeasible: ',
      "Node didn't have enough capacity: cpu, requested: 3000, capacity: 2000",
    ]);
  });
});

describe('a machine whose processes end', () => {
  const two = clusterOf(2);
  const oldCgroups = { cgroupVersion: 1, kubelet: { failCgroupV1: false } } as const;
  const bed = newBed({ ...two, nodes: two.nodes.map((one) => ({ ...one, ...oldCgroups })) });
  bed.pod('web', { image: 'nginx:1.28', command: undefined }, { nodeName: 'node-2' });
  bed.wait(5);
  bed.host('stop_component node-2-containerd');
  bed.kubectl('delete pod web --wait=false');
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
    expectAll(bed.messages(), [
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

describe('a node with a critical pod', () => {
  const bed = newBed();
  bed.pod('big', { resources: { requests: { cpu: '1500m' } } });
  bed.wait(5);
  const critical = { priorityClassName: 'system-node-critical' };
  const request = JSON.stringify({ resources: { requests: { cpu: '1' } } });
  bed.apply({
    apiVersion: 'v1',
    kind: 'Pod',
    metadata: { name: 'critical', namespace: 'kube-system' },
    spec: {
      nodeName: 'node-1',
      containers: [
        { name: 'app', image: 'busybox:1.36', command: ['sleep', '9'], ...JSON.parse(request) },
      ],
      ...critical,
    },
  });
  bed.wait(5);
  bed.host('use_memory 1 24000Mi');
  bed.pod('eater', { command: ['tail', '/dev/zero'] });
  bed.wait(8);

  it('makes room for it, and tells of memory that is used up', () => {
    expectAll(bed.messages(), [
      'Preempting: Preempted in order to admit critical pod',
      'Pod was preempted by Kubelet to accommodate a critical pod.',
      /SystemOOM: System OOM encountered, victim process: tail, pid: \d+/,
    ]);
  });
});

describe('a node whose pod range is used up', () => {
  const bed = newBed({ ...clusterOf(1), nodes: [{ ...node(1), podCIDR: '10.244.0.0/30' }] });
  for (const name of ['a', 'b', 'c']) bed.pod(name, {});
  bed.wait(10);

  it('cannot make a sandbox', () => {
    expectAll(bed.messages(), [
      /Failed to create pod sandbox: .+ failed to setup network for sandbox "[0-9a-f]{64}"/,
      'plugin type="bridge" failed (add): ',
      /failed to allocate for range 0: no IP addresses available in range set: 10.244.0.1/,
    ]);
  });
});
