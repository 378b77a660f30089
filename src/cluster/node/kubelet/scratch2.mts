import { createPrng } from '#base/prng';
import { seconds, ms } from '#base/sim-time';
import { RequestIds } from '#k8s.io/client-go/rest/request-ids';
import { RestClient } from '#k8s.io/client-go/rest/rest-client';
import { NetworkTransport } from '#k8s.io/client-go/rest/transport';
import { pods, configMaps, serviceAccounts, services } from '#k8s.io/client-go/rest/resource';
import { Link } from '#sim/network';
import { Simulation, sleep } from '#sim/simulation';
import { TaskGroup } from '#sim/task';
import { Tracer } from '#trace/tracer';
import { Etcd } from '#cluster/control-plane/etcd/etcd';
import { KubeApiserver } from '#cluster/control-plane/kube-apiserver/kube-apiserver';
import { Containerd } from '#cluster/node/containerd/containerd';
import { ImageRegistry } from '#cluster/node/containerd/registry';
import { BridgeNetwork } from '#cluster/node/cni/bridge-network';
import { Kubelet } from './kubelet.ts';
import { clusterOf } from '#scenarios/clusters';

const config = clusterOf(10);
const sim = new Simulation(); const tracer = new Tracer(sim); const env = { sim, tracer, prng: createPrng(1) };
const requestIds = new RequestIds();
const etcd = new Etcd(env);
const go = (name: string, p: any) => { const g = new TaskGroup(name); sim.spawn(name, p, g); return g; };
go('etcd', etcd.run());
const nodes = new Map<string, any>();
const apiserver = new KubeApiserver(env, { address: 'https://172.30.0.1:6443', etcd, config, requestIds, kubelet: (n: string) => nodes.get(n) });
const group = go('kube-apiserver', apiserver.run());
const connect = (name: string) => new NetworkTransport(sim, new Link({ latency: ms(0.1), jitter: ms(0.1) }, env.prng.fork(name)), { server: apiserver, group });
const cert = (commonName: string, organizations: string[]) => ({ kind: 'certificate' as const, certificate: { commonName, organizations, issuer: 'kubernetes-ca' } });
const registry = new ImageRegistry(env, { images: config.images });
for (const node of config.nodes) {
  const cni = new BridgeNetwork(env, { node });
  const containerd = new Containerd(env, { node, cni, registry });
  go('containerd', containerd.run());
  const kubelet = new Kubelet(env, { node, runtime: containerd, config, rest: { component: `${node.name}/kubelet`, userAgent: 'kubelet/v1.36.3 (linux/amd64) kubernetes/0000000', credential: cert(`system:node:${node.name}`, ['system:nodes']), transport: connect(node.name), requestIds, contentType: 'application/vnd.kubernetes.protobuf' } });
  const g = go('kubelet', kubelet.run());
  nodes.set(node.name, new NetworkTransport(sim, new Link({ latency: ms(0.1), jitter: ms(0.1) }, env.prng.fork('to' + node.name)), { server: kubelet.server, group: g }));
}
const admin = new RestClient(sim, tracer, { component: 'admin', userAgent: 'admin', credential: cert('admin', ['system:masters']), transport: connect('admin'), requestIds, contentType: 'application/json' });
const specs: Record<string, any> = {
  nginx: { containers: [{ name: 'nginx', image: 'nginx' }] },
  crash: { containers: [{ name: 'app', image: 'busybox:1.36', command: ['sh', '-c', 'exit 3'] }] },
  init: { terminationGracePeriodSeconds: 2, volumes: [{ name: 'work', emptyDir: {} }], initContainers: [{ name: 'setup', image: 'busybox:1.36', command: ['sh', '-c', 'echo hi > /data/x'], volumeMounts: [{ name: 'work', mountPath: '/data' }] }, { name: 'logger', image: 'busybox:1.36', restartPolicy: 'Always', command: ['sh', '-c', 'sleep 3600'] }], containers: [{ name: 'app', image: 'busybox:1.36', command: ['sh', '-c', 'sleep 3600'] }] },
  hooks: { terminationGracePeriodSeconds: 10, containers: [{ name: 'app', image: 'busybox:1.36', command: ['sh', '-c', 'trap "exit 0" TERM; while true; do sleep 1; done'], lifecycle: { postStart: { exec: { command: ['sh', '-c', 'echo started > /tmp/s'] } }, preStop: { exec: { command: ['sleep', '3'] } } } }] },
  probes: { terminationGracePeriodSeconds: 1, containers: [{ name: 'app', image: 'busybox:1.36', command: ['sh', '-c', 'touch /tmp/live; (sleep 8; touch /tmp/ready) & (sleep 20; rm /tmp/live) & httpd -f -p 80 -h /www'], readinessProbe: { exec: { command: ['cat', '/tmp/ready'] }, periodSeconds: 2 }, livenessProbe: { exec: { command: ['cat', '/tmp/live'] }, periodSeconds: 2, failureThreshold: 2 } }] },
  job: { restartPolicy: 'Never', containers: [{ name: 'w', image: 'busybox:1.36', command: ['sh', '-c', 'sleep 1; exit 0'] }] },
  nope: { containers: [{ name: 'nginx', image: 'nginx:nope' }] },
  env: { terminationGracePeriodSeconds: 1, volumes: [{ name: 's', configMap: { name: 'settings' } }], containers: [{ name: 'app', image: 'busybox:1.36', command: ['sh', '-c', 'env | grep COLOR; sleep 3600'], volumeMounts: [{ name: 's', mountPath: '/etc/settings' }], env: [{ name: 'COLOR', valueFrom: { configMapKeyRef: { name: 'settings', key: 'color' } } }] }] },
};
const which = process.argv[2] ?? 'nginx'; const life = Number(process.argv[3] ?? 10); const after = Number(process.argv[4] ?? 10);
let mark = 0;
function* main(): any {
  yield* sleep(seconds(3));
  tracer.emitRoot({ type: 'CommandEntered', component: 'person', input: 0, line: 'x', user: 'admin' });
  let r: any = yield* admin.create(serviceAccounts, { apiVersion: 'v1', kind: 'ServiceAccount', metadata: { name: 'default', namespace: 'default' } }, { namespace: 'default' }); if (!r.ok) console.log(r.error);
  r = yield* admin.create(configMaps, { apiVersion: 'v1', kind: 'ConfigMap', metadata: { name: 'kube-root-ca.crt', namespace: 'default' }, data: { 'ca.crt': 'x' } }, { namespace: 'default' }); if (!r.ok) console.log(r.error);
  r = yield* admin.create(configMaps, { apiVersion: 'v1', kind: 'ConfigMap', metadata: { name: 'settings', namespace: 'default' }, data: { color: 'blue' } }, { namespace: 'default' }); if (!r.ok) console.log(r.error);
  mark = tracer.facts.length;
  for (let i = 0; i < 100; i++) r = yield* admin.create(pods, { apiVersion: 'v1', kind: 'Pod', metadata: { name: which + '-' + i, namespace: 'default' }, spec: { ...specs[which], nodeName: 'node-' + (1 + i % 10) } }, { namespace: 'default' }); if (!r.ok) { console.log(r.error); return; }
  yield* sleep(seconds(life));
  tracer.emitRoot({ type: 'CommandEntered', component: 'person', input: 0, line: 'delete', user: 'admin' });


}
const g = new TaskGroup('main'); sim.spawn('main', main(), g);
sim.run(seconds(2.99)); const t0 = performance.now();
sim.run(seconds(3 + life + after));
const t1 = performance.now();
const facts = tracer.facts as any[];
const show = process.argv[5] ?? 'w';
const code = new Map<number, number>();
for (const f of facts) if (f.type === 'ResponseReceived') code.set(f.request, f.code);
const list = show.includes('n') ? facts : facts.slice(mark);
const by: any = {}; for (const f of facts.slice(mark)) { const k = f.component.replace(/node-\d+/, "N") + " " + f.type; by[k] = (by[k] ?? 0) + 1; } for (const [k, v] of Object.entries(by).sort((a: any, b: any) => b[1] - a[1]).slice(0, 40)) console.log(v, k); for (const f of [] as any[]) {
  const t = (f.at / 1e6).toFixed(4);
  if (f.type === 'RequestSent' && f.component.includes('kubelet')) { if (f.method !== 'GET' || show.includes('g')) console.log(t, 'W', f.method, f.url, code.get(f.request), JSON.stringify(f.body ?? '').slice(0, show.includes('b') ? 4000 : 160)); }
  else if (f.type === 'CriReturned') console.log(t, 'CRI', f.method, f.error ?? '');
  else if (f.type === 'EventRecorded') console.log(t, 'EV', f.reason, f.message);
  else if (show.includes('k') && f.component.endsWith('/kubelet') && !['RequestSent', 'ResponseReceived', 'CriCalled', 'WatchEventReceived'].includes(f.type)) { const { id, at, cause, type, component, ...rest } = f; console.log(t, id, cause, type, JSON.stringify(rest).slice(0, 200)); }
}
console.log('facts', facts.length, 'events', sim.eventCount, 'ms', (t1 - t0).toFixed(0));
