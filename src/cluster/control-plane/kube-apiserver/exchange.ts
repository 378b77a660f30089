/**
 * One request on its way through the server, with what the filters have determined so far.
 *
 * Models what upstream keeps in the request's context (RequestInfo, user, audit event, warning
 * recorder). It is the only mutable state of a request, and it ends with the request.
 */
import type { SimTime } from '#base/sim-time';
import type { HttpRequest } from '#k8s.io/client-go/rest/http';
import type { DownStream } from '#k8s.io/client-go/rest/remote-command';
import type { WatchStream } from '#k8s.io/client-go/rest/watch-stream';
import type { ObjectRef } from '#trace/fact';
import type { PortForwardFrame } from '#trace/port-forward-frame';
import type { UserInfo } from './authenticator/user-info.ts';
import type { RequestInfo } from './filters/request-info.ts';

/** The response before it becomes HTTP. */
export interface Reply {
  readonly code: number;
  readonly contentType: 'application/json' | 'text/plain; charset=utf-8' | string;
  readonly body?: unknown;
  readonly stream?: WatchStream;
  /** Text that continues: a log that is followed. */
  readonly text?: WatchStream<string>;
  /** What comes through an upgraded connection. */
  readonly down?: DownStream;
  /** What goes to the client on a port-forward. */
  readonly frames?: WatchStream<PortForwardFrame>;
  /** Headers besides those of every response. Names in lower case. */
  readonly headers?: Readonly<Record<string, string>>;
}

const noAnnotations: Readonly<Record<string, string>> = {};

export class Exchange {
  readonly http: HttpRequest;
  readonly receivedAt: SimTime;
  auditId = '';
  #info: RequestInfo | undefined;
  #ref: ObjectRef | undefined;
  #user: UserInfo | undefined;
  /** The authenticated user, when the request impersonates another one. */
  originalUser: UserInfo | undefined;
  /** The decoded object in the body; for the audit log. */
  requestObject: unknown;
  /** The name in the body of a create; the URL does not have it. */
  objectName = '';
  annotations: Readonly<Record<string, string>> = noAnnotations;
  warnings: string[] | undefined;
  /** Headers that filters add to the response. */
  responseHeaders: Record<string, string> | undefined;
  /** It has passed all filters. */
  handled = false;
  /** The handler threw: the response is that of the panic recovery. */
  panicked = false;
  /** Releases the seat that flow control granted. */
  releaseSeat: (() => void) | undefined;

  constructor(http: HttpRequest, receivedAt: SimTime) {
    this.http = http;
    this.receivedAt = receivedAt;
  }

  get info(): RequestInfo {
    if (this.#info === undefined) throw new Error('request info is not known yet');
    return this.#info;
  }

  set info(info: RequestInfo) {
    this.#info = info;
  }

  get user(): UserInfo {
    if (this.#user === undefined) throw new Error('the user is not known yet');
    return this.#user;
  }

  set user(user: UserInfo) {
    this.#user = user;
  }

  get authenticated(): boolean {
    return this.#user !== undefined;
  }

  get userAgent(): string {
    return this.http.headers['user-agent'] ?? '';
  }

  warn(text: string): void {
    if (this.warnings === undefined) this.warnings = [text];
    else if (!this.warnings.includes(text)) this.warnings.push(text);
  }

  annotate(key: string, value: string): void {
    this.annotations = { ...this.annotations, [key]: value };
  }

  /** The object of the request; for a path that is no resource, the path as a name. */
  get ref(): ObjectRef {
    const { info } = this;
    const name = info.name === '' ? this.objectName : info.name;
    if (this.#ref?.name === name && name !== '') return this.#ref;
    this.#ref = info.isResourceRequest
      ? {
          resource: info.group === '' ? info.resource : `${info.resource}.${info.group}`,
          namespace: info.namespace,
          name,
        }
      : { resource: '', namespace: '', name: info.path };
    return this.#ref;
  }
}
