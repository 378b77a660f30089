/**
 * `node scripts/generate/go-printers.mjs`: writes how the API server of Kubernetes v1.36.3 prints
 * random objects for `kubectl get -o wide`, as a table that our own printers are held against.
 *
 * In: a fixed seed; Go, and the modules that `go-printers/go.mod` names. Out: `fixtures/go-rows.json`
 * beside the printers: a list of `[object, cells]`. No object has a time: ages follow the clock.
 */
import fc from 'fast-check';
import { askGo, writeTable } from './ask-go.mjs';

const seed = 136;
const perKind = 40;

const pick = (words) => fc.constantFrom(...words.split(' '));
const few = (arbitrary, maxLength = 2) => fc.array(arbitrary, { maxLength });
/** Each field may be missing. */
const some = (fields) => fc.record(fields, { requiredKeys: [] });
const count = fc.constantFrom(0, 0, 1, 1, 2, 3, 12);
const name = pick('web db cache a-b');
const labels = fc.dictionary(pick('app tier a.example/b'), pick('x y web'), { maxKeys: 2 });
const selector = some({
  matchLabels: labels,
  matchExpressions: few(
    fc.oneof(
      fc.record({ key: pick('a b'), operator: pick('Exists DoesNotExist') }),
      fc.record({
        key: pick('a b'),
        operator: pick('In NotIn'),
        values: fc.array(pick('x y'), { minLength: 1, maxLength: 2 }),
      }),
    ),
    1,
  ),
});
const container = fc.record({ name, image: pick('nginx nginx:1.28 a.example/b:c') });
const containers = fc.array(container, { minLength: 1, maxLength: 3 });
const template = fc.record({ spec: fc.record({ containers }) });
// As an API server stores them.
const quantity = pick('1 500m 1Gi 10Mi 0 1e3 1500m');
const ip = pick('10.0.0.1 172.30.0.11 fd00::1');
/** Each type once, as in every list of conditions. */
const conditions = (types, reasons = '') =>
  fc.uniqueArray(
    fc.record({
      type: pick(types),
      status: pick('True False Unknown'),
      reason: fc.constantFrom('', ...reasons.split(' ').filter(Boolean)),
    }),
    { maxLength: 3, selector: ({ type }) => type },
  );

const reason = fc.constantFrom('', 'Error', 'Completed', 'CrashLoopBackOff', 'ErrImagePull');
const state = fc.oneof(
  fc.constant({}),
  fc.record({ waiting: some({ reason }) }),
  fc.record({ running: fc.constant({}) }),
  fc.record({
    terminated: some({
      reason,
      exitCode: fc.constantFrom(0, 1, 137),
      signal: fc.constantFrom(0, 0, 9),
    }),
  }),
);
const statusOf = fc.record({
  ...{ name, ready: fc.boolean(), restartCount: count, state },
  lastState: fc.constant({}),
  ...{ image: fc.constant(''), imageID: fc.constant('') },
});
const pod = {
  metadata: some({ deletionTimestamp: fc.constant('2026-01-01T00:00:00Z') }),
  spec: fc.record(
    {
      containers,
      initContainers: few(
        fc.record(
          { name, image: pick('busybox'), restartPolicy: fc.constant('Always') },
          { requiredKeys: ['name', 'image'] },
        ),
      ),
      nodeName: pick('node-1 node-2'),
      readinessGates: few(fc.record({ conditionType: pick('a.example/g b.example/h') })),
    },
    { requiredKeys: ['containers'] },
  ),
  status: some({
    phase: pick('Pending Running Succeeded Failed Unknown'),
    reason: pick('Evicted NodeLost Terminated NodeAffinity'),
    podIPs: few(fc.record({ ip })),
    nominatedNodeName: pick('node-3'),
    conditions: conditions(
      'Ready PodScheduled Initialized a.example/g',
      'SchedulingGated Unschedulable',
    ),
    initContainerStatuses: few(statusOf),
    containerStatuses: few(statusOf, 3),
  }),
};

const port = fc.record(
  {
    ...{ name: pick('http dns'), protocol: pick('TCP UDP') },
    ...{ port: fc.constantFrom(80, 443), nodePort: fc.constantFrom(0, 30080) },
  },
  { requiredKeys: ['port', 'protocol'] },
);
const ingresses = few(some({ ip, hostname: pick('lb.example') }));
const rules = few(
  some({
    host: pick('a.example b.example'),
    http: fc.record({
      paths: fc.array(
        fc.record({
          path: pick('/ /x'),
          pathType: fc.constant('Prefix'),
          backend: fc.constant({}),
        }),
        { minLength: 1, maxLength: 1 },
      ),
    }),
  }),
  4,
);

const metric = fc.oneof(
  fc.record({
    type: fc.constant('Resource'),
    resource: fc.record({
      name: pick('cpu memory'),
      target: fc.oneof(
        fc.record({
          type: fc.constant('Utilization'),
          averageUtilization: fc.constantFrom(50, 80),
        }),
        fc.record({ type: fc.constant('AverageValue'), averageValue: quantity }),
      ),
    }),
  }),
  fc.record({
    type: fc.constant('Pods'),
    pods: fc.record({
      metric: fc.record({ name: pick('hits') }),
      target: fc.record({ type: fc.constant('AverageValue'), averageValue: quantity }),
    }),
  }),
);
const current = fc.record({
  type: fc.constant('Resource'),
  resource: fc.record({
    name: pick('cpu memory'),
    current: fc.record(
      { averageUtilization: fc.constantFrom(0, 7, 120), averageValue: quantity },
      { requiredKeys: ['averageValue'] },
    ),
  }),
});

const kinds = {
  'v1 Pod': pod,
  'apps/v1 Deployment': {
    spec: fc.record({ replicas: count, selector, template }),
    status: some({
      ...{ replicas: count, readyReplicas: count, updatedReplicas: count },
      availableReplicas: count,
    }),
  },
  'apps/v1 ReplicaSet': {
    spec: fc.record({ replicas: count, selector, template }),
    status: some({ replicas: count, readyReplicas: count }),
  },
  'apps/v1 StatefulSet': {
    spec: fc.record({ replicas: count, selector, template }),
    status: some({ replicas: count, readyReplicas: count }),
  },
  'apps/v1 DaemonSet': {
    spec: fc.record(
      { selector, template: fc.record({ spec: fc.record({ containers, nodeSelector: labels }) }) },
      {},
    ),
    status: some({
      ...{ desiredNumberScheduled: count, currentNumberScheduled: count, numberReady: count },
      ...{ updatedNumberScheduled: count, numberAvailable: count },
    }),
  },
  'v1 ReplicationController': {
    spec: fc.record({ replicas: count, selector: labels, template }),
    status: some({ replicas: count, readyReplicas: count }),
  },
  'batch/v1 Job': {
    spec: fc.record(
      {
        ...{ completions: count, parallelism: count, suspend: fc.boolean() },
        ...{ selector, template },
      },
      { requiredKeys: ['template'] },
    ),
    status: some({
      ...{ succeeded: count, active: count },
      conditions: conditions('Complete Failed Suspended SuccessCriteriaMet FailureTarget'),
    }),
  },
  'batch/v1 CronJob': {
    spec: fc.record(
      {
        ...{ schedule: fc.constantFrom('* * * * *', '@daily'), timeZone: pick('Asia/Tokyo') },
        ...{ suspend: fc.boolean() },
        jobTemplate: fc.record({ spec: fc.record({ selector, template }) }),
      },
      { requiredKeys: ['schedule', 'jobTemplate'] },
    ),
    status: some({ active: few(fc.record({ name })) }),
  },
  'v1 Service': {
    spec: some({
      ...{ clusterIP: pick('10.96.0.1 None'), externalName: pick('x.example') },
      type: pick('ClusterIP NodePort LoadBalancer ExternalName'),
      ...{ externalIPs: few(ip), ports: few(port, 3), selector: labels },
    }),
    status: some({ loadBalancer: some({ ingress: ingresses }) }),
  },
  'discovery.k8s.io/v1 EndpointSlice': {
    addressType: pick('IPv4 IPv6'),
    endpoints: few(fc.record({ addresses: fc.array(ip, { minLength: 1, maxLength: 2 }) }), 5),
    ports: few(
      some({ name: pick('http'), port: fc.constantFrom(80, 53), protocol: fc.constant('TCP') }),
      5,
    ),
  },
  'v1 Node': {
    metadata: some({
      labels: fc.dictionary(
        pick(
          'node-role.kubernetes.io/control-plane node-role.kubernetes.io/b kubernetes.io/role x',
        ),
        pick('worker x'),
        { maxKeys: 3 },
      ),
    }),
    spec: some({ unschedulable: fc.boolean() }),
    status: some({
      conditions: conditions('Ready MemoryPressure'),
      addresses: few(fc.record({ type: pick('InternalIP ExternalIP Hostname'), address: ip }), 3),
      nodeInfo: some({
        ...{ kubeletVersion: pick('v1.36.3'), osImage: fc.constantFrom('Debian 13', '') },
        ...{ kernelVersion: pick('6.1.0'), containerRuntimeVersion: pick('containerd://2.1.0') },
      }),
    }),
  },
  'v1 Namespace': { status: some({ phase: pick('Active Terminating') }) },
  'v1 ConfigMap': {
    ...{ data: fc.dictionary(name, pick('x')), binaryData: fc.dictionary(name, pick('eA==')) },
  },
  'v1 Secret': {
    ...{ type: pick('Opaque kubernetes.io/tls'), data: fc.dictionary(name, pick('eA==')) },
  },
  'v1 ServiceAccount': { secrets: few(fc.record({ name })) },
  'v1 PersistentVolume': {
    spec: some({
      capacity: some({ storage: quantity }),
      accessModes: few(pick('ReadWriteOnce ReadOnlyMany ReadWriteMany ReadWriteOncePod'), 3),
      persistentVolumeReclaimPolicy: pick('Retain Delete'),
      claimRef: fc.record({ namespace: pick('default'), name }),
      ...{ storageClassName: name, volumeMode: pick('Filesystem Block') },
      volumeAttributesClassName: name,
    }),
    status: some({ phase: pick('Available Bound Released Failed'), reason: pick('x') }),
  },
  'v1 PersistentVolumeClaim': {
    spec: some({
      ...{ volumeName: name, storageClassName: name, volumeMode: pick('Filesystem Block') },
      volumeAttributesClassName: name,
    }),
    status: some({
      phase: pick('Pending Bound Lost'),
      capacity: some({ storage: quantity }),
      accessModes: few(pick('ReadWriteOnce ReadOnlyMany ReadWriteMany'), 3),
    }),
  },
  'storage.k8s.io/v1 StorageClass': {
    metadata: some({
      annotations: fc.dictionary(
        pick('storageclass.kubernetes.io/is-default-class x'),
        pick('true false'),
      ),
    }),
    ...{ provisioner: pick('a.example/b'), allowVolumeExpansion: fc.boolean() },
    ...{ reclaimPolicy: pick('Retain Delete') },
    volumeBindingMode: pick('Immediate WaitForFirstConsumer'),
  },
  'autoscaling/v2 HorizontalPodAutoscaler': {
    spec: fc.record(
      {
        scaleTargetRef: fc.record({ kind: pick('Deployment'), name, apiVersion: pick('apps/v1') }),
        ...{ minReplicas: count, maxReplicas: count, metrics: few(metric, 4) },
      },
      { requiredKeys: ['scaleTargetRef', 'maxReplicas'] },
    ),
    status: fc.record(
      { currentReplicas: count, desiredReplicas: count, currentMetrics: few(current, 3) },
      { requiredKeys: ['desiredReplicas'] },
    ),
  },
  'policy/v1 PodDisruptionBudget': {
    spec: some({
      minAvailable: fc.constantFrom(0, 2, '50%'),
      maxUnavailable: fc.constantFrom(1, '10%'),
    }),
    status: some({ disruptionsAllowed: count }),
  },
  'networking.k8s.io/v1 Ingress': {
    spec: some({
      ...{ ingressClassName: name, rules },
      tls: few(some({ secretName: name })),
      defaultBackend: fc.record({
        service: fc.record({ name, port: fc.record({ number: fc.constantFrom(80) }) }),
      }),
    }),
    status: some({ loadBalancer: some({ ingress: ingresses }) }),
  },
  'networking.k8s.io/v1 IngressClass': {
    spec: some({
      controller: pick('a.example/c'),
      parameters: fc.record(
        { apiGroup: pick('a.example'), kind: pick('Params'), name },
        { requiredKeys: ['kind', 'name'] },
      ),
    }),
  },
  'networking.k8s.io/v1 NetworkPolicy': { spec: some({ podSelector: selector }) },
  'rbac.authorization.k8s.io/v1 RoleBinding': {
    roleRef: fc.record({ kind: pick('Role ClusterRole'), name, apiGroup: fc.constant('') }),
    subjects: few(
      fc.record(
        { kind: pick('User Group ServiceAccount'), name, namespace: pick('default') },
        { requiredKeys: ['kind', 'name'] },
      ),
      4,
    ),
  },
  'scheduling.k8s.io/v1 PriorityClass': {
    value: fc.constantFrom(0, 1000, -5),
    globalDefault: fc.boolean(),
    preemptionPolicy: pick('Never PreemptLowerPriority'),
  },
  'coordination.k8s.io/v1 Lease': { spec: some({ holderIdentity: name }) },
};

const objects = Object.entries(kinds).flatMap(([kind, { metadata = fc.constant({}), ...rest }]) => {
  const [apiVersion, named] = kind.split(' ');
  const made = fc.sample(fc.record({ metadata, ...rest }), { seed, numRuns: perKind });
  return made.map((object) => ({
    ...{ apiVersion, kind: named, ...object },
    metadata: { name: 'it', namespace: 'default', ...object.metadata },
  }));
});

const rows = askGo('go-printers', objects);
const failed = rows.find(({ error }) => error !== undefined);
if (failed !== undefined) throw new Error(failed.error);
writeTable(
  'src/cluster/control-plane/kube-apiserver/printers/fixtures/go-rows.json',
  objects.map((object, index) => [object, rows[index].cells]),
);
