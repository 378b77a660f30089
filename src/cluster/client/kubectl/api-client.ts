/**
 * kubectl's side of the connection: requests under one identity, and their responses.
 *
 * Models client-go's rest.Config with impersonation, and the warning handler that kubectl installs
 * (k8s.io/client-go rest/warnings.go). In: calls. Out: bodies, or the failure to print.
 */
import { defined } from '#base/defined';
import { err, ok } from '#base/result';
import type { SimTime } from '#base/sim-time';
import { escapedPart } from '#base/well-formed-text';
import type { Status } from '#k8s.io/apimachinery/meta/v1';
import type { HttpResponse } from '#k8s.io/client-go/rest/http';
import { type Resource, resourcePath } from '#k8s.io/client-go/rest/resource';
import type { Call, Query, RestClient } from '#k8s.io/client-go/rest/rest-client';
import type { OpenStream, WatchStream } from '#k8s.io/client-go/rest/watch-stream';
import type { Process } from '#sim/simulation';
import type { ObjectRef } from '#trace/fact';
import type { Outcome } from './failure.ts';
import type { RequestLog } from './request-log.ts';

export interface ApiClientOptions {
  readonly rest: RestClient;
  /** `https://172.30.0.1:6443` */
  readonly server: string;
  /** Impersonation and the like, names in lower case. */
  readonly headers: Readonly<Record<string, string>>;
  /** The `timeout` parameter of every request (`--request-timeout`); empty for none. */
  readonly timeout: string;
  readonly onWarning: (text: string) => void;
  /** Prints requests and answers (`-v=6` and more). */
  readonly log?: RequestLog;
  readonly now: () => SimTime;
  /** Hears of each stream that is opened, so that somebody can end it. */
  readonly onOpened?: (stream: OpenStream) => void;
}

/** The object, collection or subresource of a resource. */
export interface At {
  readonly namespace: string;
  readonly name?: string;
  readonly subresource?: string;
  readonly query?: Query;
  readonly accept?: string;
  readonly contentType?: string;
}

/** Kinds of bodies that `kubectl get` asks for first. Source: get.go transformRequests. */
export const acceptTable =
  'application/json;as=Table;v=v1;g=meta.k8s.io,' +
  'application/json;as=Table;v=v1beta1;g=meta.k8s.io,application/json';

/** What typed clients send. Source: rest/request.go UseProtobufAsDefault. */
export const protobuf = 'application/vnd.kubernetes.protobuf';
export const acceptProtobuf = `${protobuf},application/json`;

export class ApiClient {
  readonly #options: ApiClientOptions;
  readonly #warned = new Set<string>();

  constructor(options: ApiClientOptions) {
    this.#options = options;
  }

  /** How many warnings the server sent. */
  get warnings(): number {
    return this.#warned.size;
  }

  get server(): string {
    return this.#options.server;
  }

  *get<T>(resource: Resource, at: At): Process<Outcome<T>> {
    return yield* this.#body<T>('GET', resource, at);
  }

  *create<T>(resource: Resource, at: At, body: unknown): Process<Outcome<T>> {
    return yield* this.#body<T>('POST', resource, at, body);
  }

  *update<T>(resource: Resource, at: At, body: unknown): Process<Outcome<T>> {
    return yield* this.#body<T>('PUT', resource, at, body);
  }

  *patch<T>(resource: Resource, at: At, body: unknown): Process<Outcome<T>> {
    return yield* this.#body<T>('PATCH', resource, at, body);
  }

  *delete<T>(resource: Resource, at: At, body: unknown): Process<Outcome<T>> {
    return yield* this.#body<T>('DELETE', resource, at, body);
  }

  /** Opens a watch. */
  *watch(resource: Resource, at: At): Process<Outcome<WatchStream>> {
    const query = { ...at.query, watch: true };
    const answer = yield* this.send(this.#call('GET', resource, { ...at, query }));
    if (!answer.ok) return answer;
    const { stream } = answer.value;
    if (stream === undefined) return err({ kind: 'error', message: 'the server sent no stream' });
    return ok(stream);
  }

  *#body<T>(
    method: Call['method'],
    resource: Resource,
    at: At,
    body?: unknown,
  ): Process<Outcome<T>> {
    const wrong = invalidAddress(at);
    if (wrong !== undefined) return err({ kind: 'error', message: wrong });
    const answer = yield* this.send(this.#call(method, resource, at, body));
    return answer.ok ? ok(answer.value.body as T) : answer;
  }

  #call(method: Call['method'], resource: Resource, at: At, body?: unknown): Call {
    const { namespace, name = '', subresource = '', query, accept, contentType } = at;
    return {
      method,
      path: resourcePath(resource, namespace, name, subresource),
      ref: refOf(resource, namespace, name),
      ...defined({ query, accept, contentType, body }),
    };
  }

  /** Sends any call; warnings of any answer are printed as they come. */
  *send(call: Call): Process<Outcome<HttpResponse>> {
    const { rest, headers, timeout, log, now } = this.#options;
    const query = timeout === '' ? call.query : { ...call.query, timeout };
    const sent = {
      ...call,
      ...defined({ query }),
      headers: { ...headers, ...call.headers },
    };
    const started = now();
    const url = log === undefined ? '' : this.#url(sent);
    log?.request(sent, url, this.#shownHeaders(sent));
    let warning: string | undefined;
    const answer = yield* rest.send(sent, (header) => {
      warning = header;
    });
    if (!answer.ok) {
      const failure = this.#failure(sent, answer.error);
      log?.failure(sent, url, failure, started);
      this.#warn(warning);
      return err(failure);
    }
    const { stream, text, frames } = answer.value;
    const opened = stream ?? text ?? frames;
    if (opened !== undefined) this.#options.onOpened?.(opened);
    log?.response(sent, url, answer.value, started);
    this.#warn(warning);
    return answer;
  }

  #url({ path, query = {} }: Call): string {
    const pairs = Object.entries(query)
      .filter(([, value]) => value !== undefined)
      .sort(([a], [b]) => (a < b ? -1 : 1))
      .map(([name, value]) => `${name}=${escapedPart(String(value))}`);
    return `${this.#options.server}${path}${pairs.length === 0 ? '' : `?${pairs.join('&')}`}`;
  }

  /** What the log shows; a token is masked. */
  #shownHeaders({ accept, contentType, body, headers = {} }: Call) {
    const { config } = this.#options.rest;
    const type = contentType ?? config.contentType;
    return {
      accept: accept ?? 'application/json',
      ...(body === undefined ? {} : { 'content-type': type }),
      'user-agent': config.userAgent,
      ...headers,
      ...(config.credential.kind === 'token' ? { authorization: 'Bearer <masked>' } : {}),
    };
  }

  #failure(call: Call, status: Status) {
    if (status.code !== 0) return { kind: 'status', status } as const;
    const host = this.#options.server.replace(/^https?:\/\//, '');
    const verb = call.method.charAt(0) + call.method.slice(1).toLowerCase();
    return {
      kind: 'connection',
      host,
      request: `${verb} "${this.#url(call)}"`,
      // It dials the address of its kubeconfig, whatever listens there.
      message: (status.message ?? '').replace(/^dial tcp [\d.]+:\d+:/, `dial tcp ${host}:`),
    } as const;
  }

  /** Prints each warning once per command. Source: rest/warnings.go warningWriter. */
  #warn(header: string | undefined): void {
    if (header === undefined) return;
    for (const [, quoted = ''] of header.matchAll(/299 \S+ "((?:[^"\\]|\\.)*)"/g)) {
      const text = quoted.replace(/\\(.)/g, '$1');
      if (this.#warned.has(text)) continue;
      this.#warned.add(text);
      this.#options.onWarning(text);
    }
  }
}

/**
 * Names that are not valid in a path. Source: rest/request.go Name, Namespace,
 * IsValidPathSegmentName.
 */
function invalidAddress({ namespace, name }: At): string | undefined {
  if (name === '') return 'resource name may not be empty';
  for (const [what, text] of [
    ['resource name', name ?? ''],
    ['namespace', namespace],
  ] as const) {
    const problems =
      text === '.' || text === '..'
        ? [`may not be '${text}'`]
        : ['/', '%']
            .filter((sign) => text.includes(sign))
            .map((sign) => `may not contain '${sign}'`);
    if (problems.length > 0) {
      return `invalid ${what} ${JSON.stringify(text)}: [${problems.join(', ')}]`;
    }
  }
  return undefined;
}

const refOf = (resource: Resource, namespace: string, name: string): ObjectRef => ({
  resource: resource.group === '' ? resource.resource : `${resource.resource}.${resource.group}`,
  namespace: resource.namespaced ? namespace : '',
  name,
});
