/**
 * The filters that give a request its audit id and its RequestInfo. Models k8s.io/apiserver
 * pkg/endpoints/filters audit_init.go, requestinfo.go, request_deadline.go and warning.go.
 */

import type { Prng } from '#base/prng';
import { uuidV4 } from '#base/uuid';
import { badRequest } from '#k8s.io/apimachinery/errors';
import type { Tracer } from '#trace/tracer';
import { statusReply } from '../replies.ts';
import { component, type Filter } from './filter.ts';
import { parseRequestInfo } from './request-info.ts';

/** `passed`: the filters between this one and the next one that emits a fact. */
export const withAuditInit = (
  tracer: Tracer,
  prng: Prng,
  passed: () => readonly string[],
): Filter => ({
  name: 'WithAuditInit',
  enter(exchange) {
    const { id, method, url, headers } = exchange.http;
    exchange.auditId = headers['audit-id'] ?? uuidV4(prng);
    tracer.emit({
      type: 'RequestReceived',
      component,
      request: id,
      method,
      url,
      auditId: exchange.auditId,
      passed: passed(),
    });
    return undefined;
  },
});

export const withRequestInfo = (tracer: Tracer, passed: () => readonly string[]): Filter => ({
  name: 'WithRequestInfo',
  enter(exchange) {
    const { id, method, url } = exchange.http;
    exchange.info = parseRequestInfo(method, url);
    const { verb, isResourceRequest, subresource } = exchange.info;
    tracer.emit({
      type: 'RequestInfoResolved',
      component,
      request: id,
      verb,
      isResourceRequest,
      ref: exchange.ref,
      subresource,
      passed: passed(),
    });
    return undefined;
  },
});

/** Go's duration syntax, e.g. `34s`, `1m30s`. */
const duration = /^(\d+(\.\d+)?(ns|us|µs|ms|s|m|h))+$/;

/** Refuses a malformed `?timeout=`. The deadline itself is not enforced. */
export const withRequestDeadline: Filter = {
  name: 'WithRequestDeadline',
  enter({ info }) {
    const timeout = info.query['timeout'];
    if (timeout === undefined || timeout === '' || timeout === '0') return undefined;
    if (duration.test(timeout)) return undefined;
    const reason = `time: invalid duration "${timeout}"`;
    return statusReply(badRequest(`invalid timeout specified in the request URL - ${reason}`));
  },
};

/** The only deprecated kind that is still served. Source: its method APILifecycleDeprecated. */
const endpointsDeprecated =
  'v1 Endpoints is deprecated in v1.33+; use discovery.k8s.io/v1 EndpointSlice';

/** Source: component-base/... utilnet.NewWarningHeader: code 299, no agent, quoted text. */
export const withWarningRecorder: Filter = {
  name: 'WithWarningRecorder',
  leave(exchange, reply) {
    const { resource, group, version } = exchange.info;
    if (resource === 'endpoints' && group === '' && version === 'v1' && reply.code < 400) {
      exchange.warn(endpointsDeprecated);
    }
    const { warnings } = exchange;
    if (warnings === undefined) return;
    const text = warnings.map((warning) => `299 - "${escapeQuotes(warning)}"`).join(', ');
    exchange.responseHeaders = { ...exchange.responseHeaders, warning: text };
  },
};

const escapeQuotes = (text: string): string => text.replaceAll('\\', '\\\\').replaceAll('"', '\\"');
