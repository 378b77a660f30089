/** The few forms of replies: an object, a Status, a plain text. */
import type { Status } from '#k8s.io/apimachinery/meta/v1';
import type { Reply } from './exchange.ts';

const json = 'application/json';
const text = 'text/plain; charset=utf-8';

/** An object with its code: 200 unless something was created. */
export const objectReply = (body: unknown, code = 200): Reply => ({
  code,
  contentType: json,
  body,
});

/** A failure with its code and headers. Source: responsewriters ErrorNegotiated. */
export function statusReply(status: Status): Reply {
  const code = status.code ?? 500;
  const delay = status.details?.retryAfterSeconds ?? 0;
  if (delay <= 0) return { code, contentType: json, body: status };
  return { code, contentType: json, body: status, headers: { 'retry-after': String(delay) } };
}

/** The reply for something that a real server has and this one does not. */
export const notModelled = (what: string): Reply =>
  statusReply({
    apiVersion: 'v1',
    kind: 'Status',
    metadata: {},
    status: 'Failure',
    message: `${what} is not modelled by this simulator`,
    code: 501,
  });

/** A reply that is not from the API machinery: health checks, 404 for a path. */
export const textReply = (code: number, body: string): Reply => ({ code, contentType: text, body });

/** An error of go-restful. Source: serviceErrorHandler with NewGenericServerResponse. */
const routeError = (code: number, reason: string, message: string): Reply => ({
  code,
  contentType: json,
  body: {
    kind: 'Status',
    apiVersion: 'v1',
    metadata: {},
    status: 'Failure',
    message,
    reason,
    details: {},
    code,
  },
});

/** The path exists, but not for this method. */
export const methodNotAllowed = routeError(
  405,
  'MethodNotAllowed',
  'the server does not allow this method on the requested resource',
);

/** A part of a known resource that is not served. */
export const noSuchRoute = routeError(
  404,
  'NotFound',
  'the server could not find the requested resource',
);

/** Source: server/mux/pathrecorder.go, http.NotFound. */
export const pathNotFound = textReply(404, '404 page not found\n');
