/**
 * A small trace written by hand, for tests of the interface: a cluster of three nodes, and `kubectl
 * create deployment nginx --image=nginx --replicas=3`. It has the shape of a real run but few of
 * its details; the engine is tested with real runs elsewhere.
 */

import type { ObjectRef } from '#trace/fact';
import type { Fact, FactDraft } from '#trace/facts';
import type { CriMethod } from '#trace/facts/node';

class Script {
  readonly facts: Fact[] = [];
  #at = 0;
  #requests = 0;
  #calls = 0;
  #revision = 1000;

  emit(draft: FactDraft, cause: number = this.facts.length, microseconds = 120): number {
    this.#at += microseconds;
    const id = this.facts.length + 1;
    this.facts.push({ id, at: this.#at, cause, ...draft } as Fact);
    return id;
  }

  wait(microseconds: number): void {
    this.#at += microseconds;
  }

  /** A write through the whole API server; returns the ids of the commit and of the answer. */
  write(options: {
    readonly client: string;
    readonly user: string;
    readonly method: string;
    readonly url: string;
    readonly ref: ObjectRef;
    readonly key: string;
    readonly value: object;
    readonly body?: object;
    readonly cause: number;
  }): { readonly committed: number; readonly answered: number } {
    const { client, user, method, url, ref, key, value, cause } = options;
    const request = ++this.#requests;
    const of = { component: 'kube-apiserver', request } as const;
    const userAgent = `${client}/v1.36.3`;
    const body = options.body ?? value;
    const sent = { request, method, url, headers: {}, userAgent, user, ref, body };
    this.emit({ type: 'RequestSent', component: client, ...sent }, cause);
    this.emit({ type: 'RequestReceived', ...of, method, url, auditId: 'a', passed: [] });
    const tried = [
      { authenticator: 'x509', outcome: 'authenticated' as const, detail: `CN=${user}` },
    ];
    this.emit({ type: 'Authenticated', ...of, user, groups: [], tried, succeeded: true });
    const level = { flowSchema: 'exempt', priorityLevel: 'exempt', seatsInUse: 1, seats: 0 };
    const flow = { ...level, outcome: 'executing' as const };
    this.emit({ type: 'FlowControlled', ...of, ...flow });
    const asked = [{ authorizer: 'RBAC', decision: 'allow' as const, reason: 'by a role' }];
    this.emit({ type: 'Authorized', ...of, allowed: true, reason: 'by a role', tried: asked });
    const plugins = [
      { plugin: 'NamespaceLifecycle', outcome: 'passed' as const, detail: '' },
      { plugin: 'ServiceAccount', outcome: 'changed' as const, detail: 'default' },
    ];
    this.emit({ type: 'Mutated', ...of, plugins, object: body });
    this.emit({ type: 'Validated', ...of, errors: [] });
    this.emit({ type: 'Admitted', ...of, plugins: [] });
    const store = { key, storageVersion: 'v1', expectedRevision: 0 };
    this.emit({ type: 'StorageWriteStarted', ...of, ...store });
    const revision = ++this.#revision;
    const stored = { revision, op: 'put' as const, key, version: 1, createRevision: revision };
    const txn = { type: 'TxnCommitted', component: 'etcd', ...stored, lease: 0, value } as const;
    const committed = this.emit(txn, this.facts.length, 1500);
    const resourceVersion = String(revision);
    const change = { event: 'ADDED' as const, ref, resourceVersion };
    const cached = { type: 'WatchCacheUpdated', component: 'kube-apiserver', watchers: 1 } as const;
    this.emit({ ...cached, ...change }, committed);
    const answer = { code: 201, reason: '', message: '', ref, body: value };
    this.emit({ type: 'ResponseSent', ...of, ...answer }, committed);
    const received = { type: 'ResponseReceived', component: client, request, code: 201 } as const;
    return { committed, answered: this.emit(received) };
  }

  /** A watch event for an informer, caused by a commit. */
  hear(component: string, ref: ObjectRef, cause: number): number {
    const resourceVersion = String(this.#revision);
    const heard = { event: 'ADDED' as const, ref, resourceVersion, request: 0 };
    return this.emit({ type: 'WatchEventReceived', component, ...heard }, cause, 300);
  }

  call(node: string, pod: string, method: CriMethod, took: number, between?: () => void): void {
    const call = ++this.#calls;
    const of = { component: `${node}/kubelet`, call, node, pod, method } as const;
    const service = method === 'PullImage' ? 'ImageService' : 'RuntimeService';
    const request = method === 'PullImage' ? { image: { image: 'nginx:latest' } } : {};
    this.emit({ type: 'CriCalled', ...of, service, request });
    between?.();
    this.emit({ type: 'CriReturned', ...of, response: {} }, this.facts.length, took);
  }
}

const meta = (kind: string, name: string, owner?: { kind: string; name: string }): object => ({
  kind,
  metadata: {
    name,
    namespace: 'default',
    uid: `uid-${name}`,
    ...(owner === undefined ? {} : { ownerReferences: [owner] }),
  },
});

const manager = 'kube-controller-manager';
const hash = 'nginx-7f8fbb96d';
const suffixes = ['drc52', '6hkp7', '4l6j7'];
const refOf = (resource: string, name: string): ObjectRef => ({
  resource,
  namespace: 'default',
  name,
});

function startCluster(script: Script): void {
  const version = 'v1.36.3';
  const start = (component: string): number =>
    script.emit({ type: 'ComponentStarted', component, version, flags: [] }, 0, 1000);
  for (const component of ['etcd', 'kube-apiserver', manager, 'kube-scheduler']) start(component);
  for (const [index, node] of ['node-1', 'node-2', 'node-3'].entries()) {
    start(`${node}/containerd`);
    const cause = start(`${node}/kubelet`);
    const value = {
      kind: 'Node',
      metadata: { name: node, uid: node },
      spec: { podCIDR: `10.244.${index}.0/24` },
      status: { conditions: [{ type: 'Ready', status: 'True' }] },
    };
    const ref = { resource: 'nodes', namespace: '', name: node };
    const client = `${node}/kubelet`;
    const user = `system:node:${node}`;
    const key = `/registry/minions/${node}`;
    script.write({ client, user, method: 'POST', url: '/api/v1/nodes', ref, key, value, cause });
    script.emit({ type: 'NodeRegistered', component: client, node });
  }
}

function enterCommand(script: Script): number {
  const line = 'kubectl create deployment nginx --image=nginx --replicas=3';
  const of = { component: 'kubectl', input: 0 } as const;
  script.emit({ type: 'CommandEntered', component: 'person', input: 0, line, user: 'admin' }, 0);
  const flags = { image: 'nginx', replicas: '3' };
  const parsed = { command: 'create deployment', args: ['nginx'], flags };
  script.emit({ type: 'CommandParsed', ...of, ...parsed });
  script.emit({
    type: 'KubeconfigLoaded',
    ...of,
    files: [{ path: '~/.kube/config', found: true }],
    context: 'admin@cluster',
    server: 'https://172.30.0.1:6443',
    user: 'admin',
    namespace: 'default',
    credential: 'client-certificate',
  });
  const value = meta('Deployment', 'nginx');
  const cause = script.emit({ type: 'ManifestGenerated', ...of, object: value as never });
  const { committed } = script.write({
    client: 'kubectl',
    user: 'kubernetes-admin',
    method: 'POST',
    url: '/apis/apps/v1/namespaces/default/deployments?fieldManager=kubectl-create',
    ref: refOf('deployments.apps', 'nginx'),
    key: '/registry/deployments/default/nginx',
    value,
    cause,
  });
  const text = 'deployment.apps/nginx created\n';
  script.emit({ type: 'OutputPrinted', ...of, stream: 'stdout', text });
  script.emit({ type: 'CommandExited', ...of, exitCode: 0 });
  return committed;
}

/** A controller hears of an object, takes its key and writes a child for it. */
function reconcile(
  script: Script,
  controller: string,
  ref: ObjectRef,
  committed: number,
  children: () => void,
): void {
  const component = `${manager}/${controller}-controller`;
  const key = `default/${ref.name}`;
  const queue = controller;
  script.hear(manager, ref, committed);
  script.emit({ type: 'KeyAdded', component, queue, key, delay: 0, merged: false });
  script.emit({ type: 'KeyTaken', component, queue, key });
  script.emit({ type: 'SyncStarted', component, key });
  const decision =
    controller === 'deployment' ? 'deployment.create-replica-set' : 'replicaset.create-pods';
  script.emit({ type: 'DecisionMade', component, key, decision, params: { count: 3 } });
  children();
  script.emit({ type: 'SyncFinished', component, key });
  script.emit({ type: 'KeyDone', component, queue, key, again: false });
}

function podObject(name: string, node?: string, running = false): object {
  const owner = { kind: 'ReplicaSet', name: hash };
  const state = running ? { running: {} } : { waiting: { reason: 'ContainerCreating' } };
  return {
    ...meta('Pod', name, owner),
    spec: {
      containers: [{ name: 'nginx', image: 'nginx' }],
      ...(node === undefined ? {} : { nodeName: node }),
    },
    status: {
      phase: running ? 'Running' : 'Pending',
      ...(node === undefined
        ? {}
        : { containerStatuses: [{ name: 'nginx', ready: running, state }] }),
      ...(running ? { podIP: '10.244.0.5', conditions: [{ type: 'Ready', status: 'True' }] } : {}),
    },
  };
}

function schedule(script: Script, name: string, node: string, cause: number): number {
  const pod = `default/${name}`;
  const component = 'kube-scheduler';
  const of = { component, pod } as const;
  script.hear(component, refOf('pods', name), cause);
  script.emit({ type: 'PodQueued', ...of, queue: 'activeQ', event: 'EventUnscheduledPodAdd' });
  script.emit({ type: 'PodPopped', ...of, attempts: 1 });
  const nodes = ['node-1', 'node-2', 'node-3'];
  const filtered = nodes.map((each) => ({ node: each, feasible: true, plugin: '', reasons: [] }));
  const plugins = ['NodeUnschedulable', 'NodeName', 'TaintToleration', 'NodeResourcesFit'];
  script.emit({ type: 'NodesFiltered', ...of, plugins, nodes: filtered });
  const scored = nodes.map((each) => ({
    node: each,
    total: each === node ? 597 : 494,
    plugins: [
      { plugin: 'TaintToleration', raw: 0, normalized: 100, weight: 3, weighted: 300 },
      { plugin: 'NodeResourcesFit', raw: 97, normalized: 97, weight: 1, weighted: 97 },
      { plugin: 'PodTopologySpread', raw: 0, normalized: 100, weight: 2, weighted: 200 },
    ],
  }));
  script.emit({ type: 'NodesScored', ...of, nodes: scored });
  script.emit({ type: 'HostSelected', ...of, node, total: 597, ties: 1 });
  script.emit({ type: 'PodAssumed', ...of, node });
  const bind = { type: 'ExtensionPointRan', ...of, node, plugins: [] } as const;
  const sent = script.emit({ ...bind, point: 'Permit' });
  const { committed } = script.write({
    client: component,
    user: 'system:kube-scheduler',
    method: 'POST',
    url: `/api/v1/namespaces/default/pods/${name}/binding`,
    ref: refOf('pods', name),
    key: `/registry/pods/default/${name}`,
    value: podObject(name, node),
    cause: sent,
  });
  script.emit({ type: 'PodBound', ...of, node });
  script.emit({ ...bind, point: 'PostBind' });
  return committed;
}

function runOnNode(script: Script, name: string, node: string, cause: number): void {
  const pod = `default/${name}`;
  const uid = `uid-${name}`;
  const of = { component: `${node}/kubelet`, pod, uid } as const;
  const below = { component: `${node}/containerd`, pod } as const;
  script.hear(`${node}/kubelet`, refOf('pods', name), cause);
  const picked = { channel: 'config' as const, pods: [pod] };
  script.emit({ type: 'SyncLoopPicked', component: `${node}/kubelet`, ...picked });
  script.emit({
    type: 'PodAdmitted',
    ...of,
    admitted: true,
    handlers: [],
    reason: '',
    message: '',
  });
  script.emit({ type: 'PodSyncStarted', ...of, update: 'create', state: 'sync' });
  for (const step of ['status', 'cgroups', 'wait-for-volumes', 'runtime-sync'] as const) {
    script.emit({ type: 'PodSyncStep', ...of, step, params: {} });
  }
  script.call(node, pod, 'RunPodSandbox', 150_000, () => {
    const path = '/var/run/netns/cni-1';
    const step = 'network-namespace-created';
    script.emit({ type: 'RuntimeStep', ...below, step, params: { path } });
    const result = { ip: '10.244.0.5/24', interface: 'eth0', bridge: 'cni0' };
    const cni = { component: `${node}/cni`, plugin: 'bridge', command: 'ADD', pod } as const;
    script.emit({ type: 'CniStep', ...cni, result });
    const process = { container: '', pid: 4711, argv: ['/pause'], namespaces: {} };
    script.emit({ type: 'ProcessStarted', ...below, ...process });
  });
  script.call(node, pod, 'PullImage', 85_000);
  script.call(node, pod, 'CreateContainer', 20_000);
  script.call(node, pod, 'StartContainer', 60_000, () => {
    const process = { container: 'nginx', pid: 4720, argv: ['nginx'], namespaces: {} };
    script.emit({ type: 'ProcessStarted', ...below, ...process });
  });
  script.emit({ type: 'PodSyncFinished', ...of, state: 'sync' });
  script.wait(400_000);
  const timer = { timer: 'pleg-relist', firedAt: 0 };
  script.emit({ type: 'TimerFired', component: `${node}/kubelet`, ...timer }, 0);
  const event = { event: 'ContainerStarted' as const, container: 'nginx' };
  script.emit({ type: 'PodLifecycleEventSeen', ...of, ...event });
  const status = { phase: 'Running', version: 2, containers: { nginx: 'running' } };
  const conditions = { Ready: 'True', ContainersReady: 'True' };
  const set = script.emit({ type: 'PodStatusSet', ...of, ...status, conditions });
  script.write({
    client: `${node}/kubelet`,
    user: `system:node:${node}`,
    method: 'PATCH',
    url: `/api/v1/namespaces/default/pods/${name}/status`,
    ref: refOf('pods', name),
    key: `/registry/pods/default/${name}`,
    value: podObject(name, node, true),
    body: {},
    cause: set,
  });
}

/** The facts of the whole run, numbered from 1. */
export function createDeploymentFacts(): readonly Fact[] {
  const script = new Script();
  startCluster(script);
  const deployment = enterCommand(script);
  const pods: { name: string; committed: number }[] = [];
  let set = 0;
  reconcile(script, 'deployment', refOf('deployments.apps', 'nginx'), deployment, () => {
    const { committed } = script.write({
      client: `${manager}/deployment-controller`,
      user: 'system:serviceaccount:kube-system:deployment-controller',
      method: 'POST',
      url: '/apis/apps/v1/namespaces/default/replicasets',
      ref: refOf('replicasets.apps', hash),
      key: `/registry/replicasets/default/${hash}`,
      value: {
        ...meta('ReplicaSet', hash, { kind: 'Deployment', name: 'nginx' }),
        spec: { replicas: suffixes.length },
      },
      cause: script.facts.length,
    });
    set = committed;
  });
  reconcile(script, 'replicaset', refOf('replicasets.apps', hash), set, () => {
    for (const suffix of suffixes) {
      const name = `${hash}-${suffix}`;
      const { committed } = script.write({
        client: `${manager}/replicaset-controller`,
        user: 'system:serviceaccount:kube-system:replicaset-controller',
        method: 'POST',
        url: '/api/v1/namespaces/default/pods',
        ref: refOf('pods', ''),
        key: `/registry/pods/default/${name}`,
        value: podObject(name),
        cause: script.facts.length,
      });
      pods.push({ name, committed });
    }
  });
  const bound = pods.map(({ name, committed }, index) => {
    const node = `node-${index + 1}`;
    return { name, node, committed: schedule(script, name, node, committed) };
  });
  for (const { name, node, committed } of bound) runOnNode(script, name, node, committed);
  return script.facts;
}

/** The facts that come before the command. */
export const clusterStartFacts: number = createDeploymentFacts().findIndex(
  ({ type }) => type === 'CommandEntered',
);
