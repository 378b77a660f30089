import { describe, expect, it } from 'vitest';
import { readFileSync } from 'node:fs';
import { createPrng } from '#base/prng';
import { ms, seconds } from '#base/sim-time';
import { Link } from '#sim/network';
import { Simulation } from '#sim/simulation';
import { TaskGroup } from '#sim/task';
import { Tracer } from '#trace/tracer';
import { RequestIds } from '#k8s.io/client-go/rest/request-ids';
import { RestClient } from '#k8s.io/client-go/rest/rest-client';
import { NetworkTransport } from '#k8s.io/client-go/rest/transport';
import * as r from '#k8s.io/client-go/rest/resource';
import { Etcd } from '../etcd/etcd.ts';
import { KubeApiserver } from './kube-apiserver.ts';
import { clusterOf } from '#scenarios/clusters';
describe('boot', () => {
  it('boots', () => {
    const sim = new Simulation(); const tracer = new Tracer(sim); const prng = createPrng(1);
    const env = { sim, tracer, prng };
    const etcd = new Etcd(env);
    sim.spawn('etcd', etcd.run(), new TaskGroup('etcd'));
    const requestIds = new RequestIds();
    const group = new TaskGroup('kube-apiserver');
    const server = new KubeApiserver(env, { address: 'https://172.30.0.1:6443', etcd, config: clusterOf(3), requestIds, kubelet: () => undefined });
    sim.spawn('apiserver', server.run(), group);
    const t0 = performance.now();
    sim.run(seconds(5), () => server.listening);
    console.log('listening', server.listening, 'at', sim.now / 1000, 'facts', tracer.facts.length, 'rev', etcd.revision, 'cpu', performance.now() - t0);
    const transport = new NetworkTransport(sim, new Link({ latency: ms(0.1), jitter: 0 }, prng.fork('l')), { server, group });
    const client = new RestClient(sim, tracer, { component: 'kubectl', userAgent: 'kubectl/v1.36.3', credential: { kind: 'certificate', certificate: { commonName: 'kubernetes-admin', organizations: ['system:masters'], issuer: 'kubernetes-ca' } }, transport, requestIds, contentType: 'application/json' });
    const out: unknown[] = [];
    function* main() {
      tracer.emitRoot({ type: 'CommandEntered', component: 'person', input: 0, line: 'x', user: 'admin' });
      const w = yield* client.watch(r.pods, { namespace: 'default', query: { allowWatchBookmarks: true, sendInitialEvents: true, resourceVersionMatch: 'NotOlderThan' } });
      out.push(['watch', w.ok ? w.value.code : w.error]);
      const sa = yield* client.create(r.serviceAccounts, { apiVersion: 'v1', kind: 'ServiceAccount', metadata: { name: 'default' } }, { namespace: 'default' });
      out.push(['sa', sa]);
      for (const file of ['create-deployment', 'run-pod']) {
        for (const line of readFileSync(`/work/shared/recordings/${file}/writes.jsonl`, 'utf8').trim().split('\n')) {
          const write = JSON.parse(line);
          if (write.verb !== 'create' || write.code !== 201 || write.subresource) continue;
          const [path] = write.uri.split('?');
          const got = yield* client.send({ method: 'POST', path, ref: { resource: 'x', namespace: '', name: '' }, body: write.request });
          out.push([write.resource, got.ok ? JSON.stringify(got.value.body) : got.error, JSON.stringify(write.response)]);
        }
      }
      if (w.ok) for (let i = 0; i < 3; i++) out.push(yield* w.value.stream!.receive());
    }
    sim.spawn('main', main());
    const f0 = tracer.facts.length;
    const t1 = performance.now();
    sim.run(sim.now + seconds(3));
    console.log('cpu', performance.now() - t1, tracer.facts.length - f0);
    for (const o of out) console.log(o);
    for (const f of tracer.facts.slice(f0, f0 + 60)) console.log(JSON.stringify(f).slice(0, 200));
    expect(1).toBe(1);
  });
});
