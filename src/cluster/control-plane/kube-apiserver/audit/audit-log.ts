/**
 * Emits the audit events of requests as facts.
 *
 * Models k8s.io/apiserver pkg/endpoints/filters/audit.go with one event for each request: at
 * ResponseStarted for watches, at ResponseComplete for all others, unless the policy of the
 * scenario wants more stages.
 */
import type { Building } from '#base/building';
import type { AuditPolicyConfig } from '#cluster/config/cluster-config';
import type { Status } from '#k8s.io/apimachinery/meta/v1';
import type { Draft } from '#trace/fact';
import type { AuditEventLogged } from '#trace/facts/kube-apiserver';
import type { Tracer } from '#trace/tracer';
import type { UserInfo } from '../authenticator/user-info.ts';
import type { Exchange, Reply } from '../exchange.ts';
import { component } from '../filters/filter.ts';
import { type AuditDecision, AuditPolicy, type AuditStage, usualPolicy } from './policy.ts';

/** The reply in the first stage, where there is none yet. */
const noReply: Reply = { code: 0, contentType: '' };

export class AuditLog {
  readonly #tracer: Tracer;
  readonly #policy: AuditPolicy;
  /** The policy omits RequestReceived, so it need not be evaluated at that stage. */
  readonly #atEndOnly: boolean;

  constructor(tracer: Tracer, policy: AuditPolicyConfig = usualPolicy) {
    this.#tracer = tracer;
    this.#policy = new AuditPolicy(policy);
    this.#atEndOnly = policy.omitStages?.includes('RequestReceived') === true;
  }

  /** The stage RequestReceived. */
  received(exchange: Exchange): void {
    if (this.#atEndOnly) return;
    this.#write(exchange, noReply, 'RequestReceived', this.#decide(exchange));
  }

  /**
   * The stage ResponseComplete. A watch has ResponseStarted before it, and completes when it
   * closes.
   */
  log(exchange: Exchange, reply: Reply): void {
    const decision = this.#decide(exchange);
    if (exchange.panicked) {
      this.#write(exchange, reply, 'Panic', decision);
      return;
    }
    if (reply.stream === undefined) {
      this.#write(exchange, reply, 'ResponseComplete', decision);
      return;
    }
    this.#write(exchange, reply, 'ResponseStarted', decision);
    if (this.#atEndOnly) return;
    reply.stream.onClose(() => this.#write(exchange, reply, 'ResponseComplete', decision));
  }

  #decide(exchange: Exchange): AuditDecision {
    return this.#policy.decide(exchange.info, actorOf(exchange));
  }

  #write(
    exchange: Exchange,
    reply: Reply,
    stage: AuditStage,
    { level, omitStages, omitManagedFields }: AuditDecision,
  ): void {
    if (level === 'None' || omitStages.includes(stage)) return;
    const { info, http } = exchange;
    const actor = actorOf(exchange);
    const event: Building<Draft<AuditEventLogged>> = {
      type: 'AuditEventLogged',
      component,
      request: http.id,
      stage,
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
      reason: exchange.panicked ? 'InternalError' : reasonOf(reply),
      annotations: exchange.annotations,
      receivedAt: exchange.receivedAt,
    };
    const { originalUser, requestObject } = exchange;
    if (originalUser !== undefined) event.impersonatedUser = exchange.user.name;
    if (level === 'Request' || level === 'RequestResponse') {
      const shown = omitManagedFields ? withoutOwners : asItIs;
      if (requestObject !== undefined) event.requestObject = shown(requestObject);
      if (level === 'RequestResponse' && reply.body !== undefined) {
        event.responseObject = shown(reply.body);
      }
    }
    this.#tracer.emit(event);
  }
}

const asItIs = (body: unknown): unknown => body;

/** With impersonation, the user who really sends the request. */
const actorOf = (exchange: Exchange): UserInfo | undefined =>
  exchange.originalUser ?? (exchange.authenticated ? exchange.user : undefined);

/** A body without managedFields. */
function withoutOwners(body: unknown): unknown {
  const { metadata } = (body ?? {}) as { readonly metadata?: object };
  if (metadata === undefined || !('managedFields' in metadata)) return body;
  const { managedFields: _, ...rest } = metadata;
  return { ...(body as object), metadata: rest };
}

const isStatus = (body: unknown): body is Status =>
  typeof body === 'object' && body !== null && (body as { kind?: unknown }).kind === 'Status';

/** The reason of a Status; empty for any other reply. */
export const reasonOf = ({ body }: Reply): string => (isStatus(body) && body.reason) || '';

/** The message of a failure; empty for a reply that is no Status. */
export const messageOf = ({ code, body }: Reply): string => {
  if (isStatus(body)) return body.message ?? '';
  return code >= 400 && typeof body === 'string' ? body.trim() : '';
};
