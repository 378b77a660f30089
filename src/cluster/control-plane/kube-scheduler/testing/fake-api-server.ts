/**
 * An API server as small as the scheduler's tests need: watches with their initial events, leases,
 * bindings that move the pod, patches and deletes that are only recorded.
 */
import { ok, type Result } from '#base/result';
import { ms } from '#base/sim-time';
import type { Pod } from '#k8s.io/api/core/v1';
import type { KubeObject } from '#k8s.io/apimachinery/meta/v1';
import type {
  ConnectionError,
  HttpRequest,
  HttpResponse,
  RoundTripper,
} from '#k8s.io/client-go/rest/http';
import { WatchStream } from '#k8s.io/client-go/rest/watch-stream';
import { type Process, type Simulation, sleep } from '#sim/simulation';

export class FakeApiServer implements RoundTripper {
  readonly #sim: Simulation;
  readonly #objects = new Map<string, Map<string, KubeObject>>();
  readonly #streams = new Map<string, WatchStream>();
  readonly writes: { readonly method: string; readonly url: string; readonly body: unknown }[] = [];
  #version = 100;

  constructor(sim: Simulation) {
    this.#sim = sim;
  }

  /** Creates or replaces an object of a plural resource; watchers get the event. */
  put(resource: string, object: KubeObject): void {
    const { metadata } = object;
    const key = `${metadata.namespace ?? ''}/${metadata.name}`;
    const objects = this.#objects.get(resource) ?? new Map<string, KubeObject>();
    this.#objects.set(resource, objects);
    const type = objects.has(key) ? 'MODIFIED' : 'ADDED';
    const stored = { ...object, metadata: { ...metadata, resourceVersion: `${++this.#version}` } };
    objects.set(key, stored);
    this.#streams.get(resource)?.send({ type, object: stored });
  }

  delete(resource: string, key: string): void {
    const objects = this.#objects.get(resource);
    const object = objects?.get(key);
    if (objects === undefined || object === undefined) return;
    objects.delete(key);
    const metadata = { ...object.metadata, resourceVersion: `${++this.#version}` };
    this.#streams.get(resource)?.send({ type: 'DELETED', object: { ...object, metadata } });
  }

  pod(key: string): Pod | undefined {
    return this.#objects.get('pods')?.get(key) as Pod | undefined;
  }

  *roundTrip(request: HttpRequest): Process<Result<HttpResponse, ConnectionError>> {
    yield* sleep(ms(3));
    if (request.url.includes('watch=true')) return ok(this.#watch(request));
    if (request.method === 'GET') return ok({ code: 404, headers: {}, body: missing });
    this.writes.push({ method: request.method, url: request.url, body: request.body });
    const bound = /\/namespaces\/([^/]+)\/pods\/([^/]+)\/binding/.exec(request.url);
    if (bound !== null) this.#bind(`${bound[1]}/${bound[2]}`, request.body);
    return ok({ code: request.method === 'POST' ? 201 : 200, headers: {}, body: request.body });
  }

  #bind(key: string, body: unknown): void {
    const pod = this.pod(key);
    const { target } = body as { readonly target: { readonly name: string } };
    if (pod !== undefined)
      this.put('pods', { ...pod, spec: { ...pod.spec, nodeName: target.name } });
  }

  #watch(request: HttpRequest): HttpResponse {
    const resource = /\/([a-z]+)\?/.exec(request.url)?.[1] ?? '';
    const stream = new WatchStream(this.#sim, request.id);
    this.#streams.set(resource, stream);
    for (const object of this.#objects.get(resource)?.values() ?? []) {
      stream.send({ type: 'ADDED', object });
    }
    stream.send({
      type: 'BOOKMARK',
      object: {
        apiVersion: 'v1',
        kind: 'Bookmark',
        metadata: {
          resourceVersion: `${this.#version}`,
          annotations: { 'k8s.io/initial-events-end': 'true' },
        },
      },
    });
    return { code: 200, headers: {}, stream };
  }
}

const missing = {
  apiVersion: 'v1',
  kind: 'Status',
  metadata: {},
  status: 'Failure',
  reason: 'NotFound',
  code: 404,
};
