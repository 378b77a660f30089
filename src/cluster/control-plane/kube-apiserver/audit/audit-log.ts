/**
 * Writes the audit events of requests as facts.
 *
 * Models k8s.io/apiserver pkg/endpoints/filters/audit.go with one event a request: at
 * ResponseStarted for watches, at ResponseComplete for all others (the policy omits the stage
 * RequestReceived).
 */
import type { Status } from '#k8s.io/apimachinery/meta/v1';
import type { AuditEventLogged } from '#trace/events/kube-apiserver';
import type { Tracer } from '#trace/tracer';
import type { Exchange, Reply } from '../exchange.ts';
import { component } from '../filters/filter.ts';
import { auditLevel } from './policy.ts';

export class AuditLog {
  readonly #tracer: Tracer;

  constructor(tracer: Tracer) {
    this.#tracer = tracer;
  }

  log(exchange: Exchange, reply: Reply): void {
    const { info, http } = exchange;
    const level = auditLevel(info);
    if (level === 'None') return;
    // Impersonation is recorded beside the user who really asks.
    const actor = exchange.originalUser ?? (exchange.authenticated ? exchange.user : undefined);
    const event: EventDraft = {
      type: 'AuditEventLogged',
      component,
      request: http.id,
      stage: reply.stream === undefined ? 'ResponseComplete' : 'ResponseStarted',
      level,
      auditId: exchange.auditId,
      verb: info.verb,
      uri: http.url,
      user: actor?.name ?? '',
      groups: actor?.groups ?? [],
      agent: exchange.userAgent,
      ref: exchange.ref,
      subresource: info.subresource,
      code: reply.code,
      reason: reasonOf(reply),
      annotations: exchange.annotations,
      receivedAt: exchange.receivedAt,
    };
    const more = additionsTo(level, exchange, reply);
    this.#tracer.emit(more === undefined ? event : { ...event, ...more });
  }
}

type EventDraft = Omit<AuditEventLogged, 'id' | 'at' | 'cause'>;
type Additions = Pick<AuditEventLogged, 'impersonatedUser' | 'requestObject' | 'responseObject'>;

/** What only some events carry. */
function additionsTo(
  level: AuditEventLogged['level'],
  exchange: Exchange,
  { body }: Reply,
): Additions | undefined {
  const { originalUser, requestObject } = exchange;
  const bodies = level === 'RequestResponse';
  if (originalUser === undefined && !bodies) return undefined;
  return {
    ...(originalUser !== undefined && { impersonatedUser: exchange.user.name }),
    ...(bodies && requestObject !== undefined && { requestObject }),
    ...(bodies && body !== undefined && { responseObject: body }),
  };
}

const isStatus = (body: unknown): body is Status =>
  typeof body === 'object' && body !== null && (body as { kind?: unknown }).kind === 'Status';

/** The reason of a Status; answers that carry none have none. */
export const reasonOf = ({ body }: Reply): string => (isStatus(body) && body.reason) || '';

/** What a failure says; empty for answers that are no Status. */
export const messageOf = ({ code, body }: Reply): string => {
  if (isStatus(body)) return body.message ?? '';
  return code >= 400 && typeof body === 'string' ? body.trim() : '';
};
