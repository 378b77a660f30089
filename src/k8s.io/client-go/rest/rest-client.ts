/**
 * A client of the API server: builds requests from verbs, sends them, reads answers.
 *
 * Models k8s.io/client-go rest.Request and the generated typed clients in one class. Every call
 * leaves `RequestSent` and `ResponseReceived` (or `ConnectionFailed`) in the trace. Answers that
 * are not 2xx come back as `Status` values.
 */

import type { Building } from '#base/building';
import { err, ok, type Result } from '#base/result';
import type { Duration } from '#base/sim-time';
import { escapedPart } from '#base/well-formed-text';
import type { DeleteOptions, KubeList, KubeObject, Status } from '#k8s.io/apimachinery/meta/v1';
import { firstOf } from '#sim/signal';
import type { Process, Simulation } from '#sim/simulation';
import type { ComponentId, Draft, ObjectRef } from '#trace/fact';
import type { RequestSent } from '#trace/facts/client-go';
import type { Tracer } from '#trace/tracer';
import type {
  ClientCertificate,
  ConnectionError,
  HttpRequest,
  HttpResponse,
  RoundTripper,
} from './http.ts';
import type { RequestIds } from './request-ids.ts';
import { groupResource, type Resource, resourcePath } from './resource.ts';
import { statusOfResponse } from './server-response.ts';
import { WatchStream } from './watch-stream.ts';

export type ClientCredential =
  | { readonly kind: 'certificate'; readonly certificate: ClientCertificate }
  | { readonly kind: 'token'; readonly user: string; readonly token: () => string }
  | { readonly kind: 'none' };

/** Who a client is, and how its requests travel. */
export interface RestConfig {
  readonly component: ComponentId;
  /** `kubelet/v1.36.3 (linux/amd64) kubernetes/…` */
  readonly userAgent: string;
  readonly credential: ClientCredential;
  readonly transport: RoundTripper;
  readonly requestIds: RequestIds;
  /** The media type that the client sends and accepts; components use protobuf, kubectl JSON. */
  readonly contentType: 'application/vnd.kubernetes.protobuf' | 'application/json';
  /** What a request waits for before it is built: the client's rate limit, a fresh token. */
  readonly beforeRequest?: () => Process;
  /** The client gives up on an answer after this long. Source: rest.Config Timeout. */
  readonly timeout?: Duration;
}

export type PatchType =
  | 'application/json-patch+json'
  | 'application/merge-patch+json'
  | 'application/strategic-merge-patch+json'
  | 'application/apply-patch+yaml';

/** Query parameters, in the order in which they are written. */
export type Query = Readonly<Record<string, string | number | boolean | undefined>>;

export interface Call {
  readonly method: HttpRequest['method'];
  readonly path: string;
  readonly ref: ObjectRef;
  readonly query?: Query;
  readonly body?: unknown;
  readonly contentType?: string;
  readonly accept?: string;
  /** More headers, names in lower case. */
  readonly headers?: Readonly<Record<string, string>>;
  /** Upgrades the connection; the answer has streams for both ways. */
  readonly upgrade?: true;
  /** What is sent after the answer, on a port-forward. */
  readonly frames?: HttpRequest['frames'];
}

export type ApiResult<T> = Result<T, Status>;

/** Where an object or collection is addressed. */
export interface Target {
  readonly namespace?: string;
  readonly name?: string;
  readonly subresource?: string;
  readonly query?: Query;
}

export class RestClient {
  readonly #sim: Simulation;
  readonly #tracer: Tracer;
  readonly config: RestConfig;

  constructor(sim: Simulation, tracer: Tracer, config: RestConfig) {
    this.#sim = sim;
    this.#tracer = tracer;
    this.config = config;
  }

  /** The same identity acting as another part of the process (`…/deployment-controller`). */
  as(component: ComponentId, userAgent = this.config.userAgent): RestClient {
    return new RestClient(this.#sim, this.#tracer, { ...this.config, component, userAgent });
  }

  get<T = KubeObject>(resource: Resource, target: Target): Process<ApiResult<T>> {
    return this.#resourceCall<T>('GET', resource, target);
  }

  list<T extends KubeObject>(resource: Resource, target: Target): Process<ApiResult<KubeList<T>>> {
    return this.#resourceCall<KubeList<T>>('GET', resource, target);
  }

  /** Opens a watch. The answer carries the stream. */
  watch(resource: Resource, target: Target): Process<ApiResult<HttpResponse>> {
    const query = { ...target.query, watch: true };
    return this.send(this.#call('GET', resource, { ...target, query }));
  }

  /** POST to the collection, or to a subresource of a named object. */
  create<T = KubeObject>(
    resource: Resource,
    body: unknown,
    target: Target = {},
  ): Process<ApiResult<T>> {
    return this.#resourceCall<T>('POST', resource, target, body);
  }

  /** PUT. */
  update<T = KubeObject>(resource: Resource, body: T, target: Target): Process<ApiResult<T>> {
    return this.#resourceCall<T>('PUT', resource, target, body);
  }

  patch<T = KubeObject>(
    resource: Resource,
    type: PatchType,
    body: unknown,
    target: Target,
  ): Process<ApiResult<T>> {
    return this.#resourceCall<T>('PATCH', resource, target, body, type);
  }

  delete<T = KubeObject | Status>(
    resource: Resource,
    target: Target,
    options?: DeleteOptions,
  ): Process<ApiResult<T>> {
    return this.#resourceCall<T>('DELETE', resource, target, options);
  }

  *#resourceCall<T>(
    method: HttpRequest['method'],
    resource: Resource,
    target: Target,
    body?: unknown,
    contentType?: string,
  ): Process<ApiResult<T>> {
    const call = this.#call(method, resource, target, body, contentType);
    const answer = yield* this.send(call);
    return answer.ok ? ok(answer.value.body as T) : answer;
  }

  #call(
    method: HttpRequest['method'],
    resource: Resource,
    target: Target,
    body?: unknown,
    contentType?: string,
  ): Call {
    const { namespace = '', name = '', subresource = '', query } = target;
    const call: Building<Call> = {
      method,
      path: resourcePath(resource, namespace, name, subresource),
      ref: {
        resource: groupResource(resource),
        namespace,
        name: name === '' ? nameOf(body) : name,
      },
    };
    if (query !== undefined) call.query = query;
    if (body !== undefined) call.body = body;
    if (contentType !== undefined) call.contentType = contentType;
    return call;
  }

  /**
   * Sends any request and waits for the answer; a code of 400 or more is an error. `warned` gets
   * the warnings of any answer. Source: rest/request.go handleWarnings.
   */
  *send(call: Call, warned?: (header: string) => void): Process<ApiResult<HttpResponse>> {
    if (this.config.beforeRequest !== undefined) yield* this.config.beforeRequest();
    const request = this.#request(call);
    const sent: Building<Draft<RequestSent>> = {
      type: 'RequestSent',
      component: this.config.component,
      request: request.id,
      method: request.method,
      url: request.url,
      headers: masked(request.headers),
      userAgent: this.config.userAgent,
      user: userOf(this.config.credential),
      ref: call.ref,
    };
    if (call.body !== undefined) sent.body = call.body;
    this.#tracer.emit(sent);
    const { component, timeout, transport } = this.config;
    const answer =
      timeout === undefined
        ? yield* transport.roundTrip(request)
        : yield* this.#roundTripWithin(timeout, request, call);
    if (!answer.ok) {
      const { message } = answer.error;
      this.#tracer.emit({ type: 'ConnectionFailed', component, request: request.id, message });
      return err(connectionStatus(message));
    }
    const { code, body, headers } = answer.value;
    const warning = headers['warning'];
    if (warning !== undefined) warned?.(warning);
    this.#tracer.emit({ type: 'ResponseReceived', component, request: request.id, code });
    const { up } = request;
    if (code < 400) return ok(up === undefined ? answer.value : { ...answer.value, up });
    return err(statusOfResponse(code, body, call.method, call.ref));
  }

  /** Source: net/http Client.Timeout. */
  *#roundTripWithin(
    timeout: Duration,
    request: HttpRequest,
    { ref }: Call,
  ): Process<Result<HttpResponse, ConnectionError>> {
    const task = this.#sim.spawn('round trip', this.config.transport.roundTrip(request));
    try {
      if (!task.done) yield* firstOf(this.#sim, [task], timeout);
    } finally {
      if (!task.done) task.cancel();
    }
    // Two timers race for the message; a list shows the one, a request for an object the other.
    const cause = ref.name === '' ? 'net/http: request canceled' : 'context deadline exceeded';
    const message = `${cause} (Client.Timeout exceeded while awaiting headers)`;
    return task.cancelled ? err({ message }) : ((yield* task.join()) ?? err({ message }));
  }

  #request(call: Call): HttpRequest {
    const { credential, contentType, userAgent, requestIds } = this.config;
    const headers: Record<string, string> = {
      accept: call.accept ?? acceptOf(contentType),
      'user-agent': userAgent,
    };
    if (call.headers !== undefined) Object.assign(headers, call.headers);
    if (call.body !== undefined) headers['content-type'] = call.contentType ?? contentType;
    if (credential.kind === 'token') headers['authorization'] = `Bearer ${credential.token()}`;
    const request: Building<HttpRequest> = {
      id: requestIds.next(),
      method: call.method,
      url: call.path + queryString(call.query),
      headers,
    };
    if (call.body !== undefined) request.body = call.body;
    if (call.frames !== undefined) request.frames = call.frames;
    if (credential.kind === 'certificate') request.peerCertificate = credential.certificate;
    if (call.upgrade === true) request.up = new WatchStream(this.#sim, request.id);
    return request;
  }
}

const acceptProtobuf = 'application/vnd.kubernetes.protobuf,application/json';

const acceptOf = (contentType: RestConfig['contentType']): string =>
  contentType === 'application/json' ? contentType : acceptProtobuf;

function queryString(query: Query | undefined): string {
  if (query === undefined) return '';
  let text = '';
  for (const name in query) {
    const value = query[name];
    if (value === undefined) continue;
    text += `${text === '' ? '?' : '&'}${name}=${escapedPart(String(value))}`;
  }
  return text;
}

function masked(headers: Readonly<Record<string, string>>): Readonly<Record<string, string>> {
  return headers['authorization'] === undefined
    ? headers
    : { ...headers, authorization: 'Bearer <masked>' };
}

function userOf(credential: ClientCredential): string {
  if (credential.kind === 'certificate') return credential.certificate.commonName;
  return credential.kind === 'token' ? credential.user : 'system:anonymous';
}

function nameOf(body: unknown): string {
  const metadata = (body as { metadata?: { name?: string; generateName?: string } } | undefined)
    ?.metadata;
  return metadata?.name ?? metadata?.generateName ?? '';
}

/** A failed connection in the shape of a Status; `code` 0 tells it from the server's answers. */
const connectionStatus = (message: string): Status => ({
  apiVersion: 'v1',
  kind: 'Status',
  metadata: {},
  status: 'Failure',
  message,
  code: 0,
});
