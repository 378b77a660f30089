import { describe, expect, it } from 'vitest';
import { createPrng } from '#base/prng';
import { ok } from '#base/result';
import { second } from '#base/sim-time';
import { expired } from '#k8s.io/apimachinery/errors';
import type { KubeObject, WatchEvent } from '#k8s.io/apimachinery/meta/v1';
import { Simulation } from '#sim/simulation';
import { Tracer } from '#trace/tracer';
import type { HttpRequest, HttpResponse, RoundTripper } from '../../rest/http.ts';
import { RequestIds } from '../../rest/request-ids.ts';
import { pods } from '../../rest/resource.ts';
import { RestClient } from '../../rest/rest-client.ts';
import { WatchStream } from '../../rest/watch-stream.ts';
import { runningCaches } from './running-caches.ts';
import { SharedInformer } from './shared-informer.ts';

const pod = (name: string, resourceVersion: string): KubeObject => ({
  apiVersion: 'v1',
  kind: 'Pod',
  metadata: { name, namespace: 'default', uid: name, resourceVersion, creationTimestamp: '' },
});

const initialEnd = (resourceVersion: string): WatchEvent => ({
  type: 'BOOKMARK',
  object: {
    apiVersion: 'v1',
    kind: 'Pod',
    metadata: { resourceVersion, annotations: { 'k8s.io/initial-events-end': 'true' } },
  },
});

/** A server that remembers its watch requests and lets the test speak on the last stream. */
class FakeServer implements RoundTripper {
  readonly sim: Simulation;
  readonly urls: string[] = [];
  stream: WatchStream | undefined;

  constructor(sim: Simulation) {
    this.sim = sim;
  }

  *roundTrip({ url, id }: HttpRequest) {
    this.urls.push(url.replace(/&timeoutSeconds=\d+/, ''));
    this.stream = new WatchStream(this.sim, id);
    const response: HttpResponse = { code: 200, headers: {}, stream: this.stream };
    return ok(response);
  }

  send(...events: readonly WatchEvent[]): void {
    const start = 1; // of the process
    this.sim.under(start, () => {
      for (const event of events) this.stream?.send(event);
    });
    this.sim.run(this.sim.now + second / 10);
  }
}

function prepared() {
  const sim = new Simulation();
  const tracer = new Tracer(sim);
  const server = new FakeServer(sim);
  const client = new RestClient(sim, tracer, {
    component: 'test',
    userAgent: 'test',
    credential: { kind: 'none' },
    transport: server,
    requestIds: new RequestIds(),
    contentType: 'application/json',
  });
  const informer = new SharedInformer(sim, tracer, client, createPrng(1), { resource: pods });
  const seen: string[] = [];
  informer.addEventHandler({
    onAdd: ({ metadata }, isInitial) =>
      seen.push(`${isInitial ? 'initial' : 'add'} ${metadata.name}`),
    onUpdate: (old, { metadata }) =>
      seen.push(
        `update ${metadata.name} ${old.metadata.resourceVersion}→${metadata.resourceVersion}`,
      ),
    onDelete: ({ metadata }) => seen.push(`delete ${metadata.name}`),
  });
  tracer.emitRoot({ type: 'ComponentStarted', component: 'test', version: '', flags: [] });
  const process = sim.spawn('informer', informer.run());
  sim.run(1);
  return { sim, server, informer, seen, process };
}

describe('a shared informer', () => {
  it('has its cache complete when the initial events end, and not before', () => {
    const { server, informer, seen } = prepared();
    expect(server.urls[0]).toContain('sendInitialEvents=true');
    server.send({ type: 'ADDED', object: pod('a', '3') });
    expect([informer.synced, seen]).toEqual([false, []]);
    server.send(initialEnd('7'));
    expect([informer.synced, seen]).toEqual([true, ['initial a']]);
    expect(informer.lastSyncResourceVersion).toBe('7');
  });

  it('tells handlers of each change once, with the object as it was before', () => {
    const { server, informer, seen } = prepared();
    server.send(
      initialEnd('1'),
      { type: 'ADDED', object: pod('a', '2') },
      { type: 'MODIFIED', object: pod('a', '3') },
      { type: 'DELETED', object: pod('a', '4') },
    );
    expect(seen).toEqual(['add a', 'update a 2→3', 'delete a']);
    expect(informer.lister.size).toBe(0);
  });

  it('goes on at the last version when the watch ends', () => {
    const { sim, server, seen } = prepared();
    server.send(initialEnd('5'), { type: 'ADDED', object: pod('a', '6') });
    server.stream?.close();
    sim.run(sim.now + 3 * second);
    expect(server.urls[1]).toContain('resourceVersion=6');
    expect(server.urls[1]).not.toContain('sendInitialEvents');
    server.send({ type: 'MODIFIED', object: pod('a', '8') });
    expect(seen).toEqual(['add a', 'update a 6→8']);
  });

  it('starts over when its version has expired, and notices what was deleted meanwhile', () => {
    const { sim, server, seen } = prepared();
    server.send(
      { type: 'ADDED', object: pod('a', '2') },
      { type: 'ADDED', object: pod('b', '3') },
      initialEnd('3'),
      { type: 'ERROR', object: expired('too old resource version: 3 (9)') },
    );
    sim.run(sim.now + 3 * second);
    expect(server.urls[1]).toContain('sendInitialEvents=true');
    server.send({ type: 'ADDED', object: pod('b', '3') }, initialEnd('12'));
    expect(seen).toEqual(['initial a', 'initial b', 'delete a']);
  });

  it('is among the running caches until its process ends', () => {
    const { sim, server, process } = prepared();
    server.send({ type: 'ADDED', object: pod('a', '3') }, initialEnd('3'));
    const shown = [...runningCaches(sim)].map((cache) => [cache.resource, cache.list()]);
    expect(shown).toEqual([['pods', [pod('a', '3')]]]);
    process.cancel();
    expect([...runningCaches(sim)]).toEqual([]);
  });
});
