/**
 * A stand-in for the API server in tests of the kubelet: keeps objects by path, answers watches,
 * applies strategic merge patches. No admission, no validation.
 */
import { err, ok, type Result } from '#base/result';
import { ms } from '#base/sim-time';
import { asJson, type JsonObject } from '#k8s.io/apimachinery/json-value';
import type { KubeObject, WatchEvent } from '#k8s.io/apimachinery/meta/v1';
import { applyStrategicMergePatch } from '#k8s.io/apimachinery/patch/strategic-merge';
import { schemaForKind } from '#k8s.io/apimachinery/schema/schema';
import type {
  ConnectionError,
  HttpRequest,
  HttpResponse,
  RoundTripper,
} from '#k8s.io/client-go/rest/http';
import { WatchStream } from '#k8s.io/client-go/rest/watch-stream';
import { type Process, type Simulation, sleep } from '#sim/simulation';

interface SeenRequest {
  readonly method: string;
  readonly path: string;
  readonly body: unknown;
}

interface Watcher {
  readonly collection: string;
  readonly name: string | undefined;
  readonly stream: WatchStream;
}

const latency = ms(2);

export class FakeApiserver implements RoundTripper {
  readonly requests: SeenRequest[] = [];
  readonly #sim: Simulation;
  readonly #objects = new Map<string, KubeObject>();
  readonly #watchers: Watcher[] = [];
  #revision = 1;

  constructor(sim: Simulation) {
    this.#sim = sim;
  }

  /** Writes as `METHOD path`, without events, leases and the node. */
  writes(): readonly string[] {
    return this.requests
      .filter(({ method, path }) => method !== 'GET' && !/\/(events|leases|nodes)/.test(path))
      .map(({ method, path }) => `${method} ${path}`);
  }

  eventReasons(): readonly string[] {
    return this.requests
      .filter(({ method, path }) => method === 'POST' && path.endsWith('/events'))
      .map(({ body }) => (body as { reason: string }).reason);
  }

  get<T>(path: string): T | undefined {
    return this.#objects.get(path) as T | undefined;
  }

  put(path: string, object: unknown): KubeObject {
    const given = object as KubeObject;
    const known = this.#objects.get(path);
    const stored: KubeObject = {
      ...given,
      metadata: {
        ...given.metadata,
        uid: given.metadata.uid ?? `uid-${given.metadata.name}`,
        resourceVersion: String(++this.#revision),
      },
    };
    this.#objects.set(path, stored);
    this.#notify(path, { type: known === undefined ? 'ADDED' : 'MODIFIED', object: stored });
    return stored;
  }

  remove(path: string): void {
    const object = this.#objects.get(path);
    this.#objects.delete(path);
    if (object !== undefined) this.#notify(path, { type: 'DELETED', object });
  }

  *roundTrip(request: HttpRequest): Process<Result<HttpResponse, ConnectionError>> {
    yield* sleep(latency);
    const [path = '', query = ''] = request.url.split('?');
    this.requests.push({ method: request.method, path, body: request.body });
    const response = this.#answer(request, path, new URLSearchParams(query));
    yield* sleep(latency);
    return response === undefined ? err({ message: 'EOF' }) : ok(response);
  }

  #answer(request: HttpRequest, path: string, query: URLSearchParams): HttpResponse | undefined {
    if (query.get('watch') === 'true') return this.#watch(request, path, query);
    switch (request.method) {
      case 'GET': {
        const found = this.#objects.get(path);
        return found === undefined ? missing(path) : reply(200, found);
      }
      case 'POST':
        return this.#create(path, request.body as KubeObject);
      case 'PUT':
        return reply(200, this.put(path, request.body));
      case 'PATCH':
        return this.#patch(path, request.body as JsonObject);
      case 'DELETE':
        this.remove(path);
        return reply(200, {});
      case 'OPTIONS':
        return undefined;
    }
  }

  #create(path: string, body: KubeObject): HttpResponse {
    if (path.endsWith('/token')) {
      const status = { token: 'a.b.c', expirationTimestamp: '2026-01-01T01:00:00Z' };
      return reply(201, { ...body, status });
    }
    return reply(201, this.put(`${path}/${body.metadata.name}`, body));
  }

  #patch(path: string, patch: JsonObject): HttpResponse {
    const target = path.replace(/\/status$/, '');
    const known = this.#objects.get(target);
    const schema = known && schemaForKind(known.apiVersion, known.kind);
    if (known === undefined || schema === undefined) return missing(path);
    const patched = applyStrategicMergePatch(asJson(known), patch, schema);
    if (!patched.ok) throw new Error(`patch of ${path}: ${JSON.stringify(patched.error)}`);
    return reply(200, this.put(target, patched.value));
  }

  #watch(request: HttpRequest, collection: string, query: URLSearchParams): HttpResponse {
    const stream = new WatchStream(this.#sim, request.id);
    const name = /metadata\.name=(.+)/.exec(query.get('fieldSelector') ?? '')?.[1];
    this.#watchers.push({ collection, name, stream });
    for (const [path, object] of this.#objects) {
      if (inCollection(path, collection) && (name === undefined || object.metadata.name === name)) {
        stream.send({ type: 'ADDED', object });
      }
    }
    const annotations = { 'k8s.io/initial-events-end': 'true' };
    const metadata = { resourceVersion: String(this.#revision), annotations };
    stream.send({ type: 'BOOKMARK', object: { apiVersion: 'v1', kind: 'Bookmark', metadata } });
    return { code: 200, headers: {}, stream };
  }

  #notify(path: string, event: WatchEvent & { object: KubeObject }): void {
    for (const { collection, name, stream } of this.#watchers) {
      if (!inCollection(path, collection)) continue;
      if (name === undefined || event.object.metadata.name === name) stream.send(event);
    }
  }
}

/** `/api/v1/pods` holds what lies under `/api/v1/namespaces/NAME/pods`, too. */
function inCollection(path: string, collection: string): boolean {
  const parent = path.slice(0, path.lastIndexOf('/'));
  return parent === collection || parent.replace(/\/namespaces\/[^/]+/, '') === collection;
}

const reply = (code: number, body: unknown): HttpResponse => ({ code, headers: {}, body });

const missing = (path: string): HttpResponse =>
  reply(404, { kind: 'Status', reason: 'NotFound', message: `${path} not found`, code: 404 });
