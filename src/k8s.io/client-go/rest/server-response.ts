/**
 * A failure that came without a Status, as the client describes it.
 *
 * Models k8s.io/apimachinery pkg/api/errors NewGenericServerResponse as client-go rest/request.go
 * uses it for text answers (404 page not found, Too many requests, what a kubelet says).
 */
import { defined } from '#base/defined';
import type { Status, StatusReason } from '#k8s.io/apimachinery/meta/v1';
import type { ObjectRef } from '#trace/fact';

type Meaning = readonly [reason: StatusReason, message: string];

const meanings: Readonly<Record<number, Meaning | undefined>> = {
  400: ['BadRequest', 'the server rejected our request for an unknown reason'],
  401: ['Unauthorized', 'the server has asked for the client to provide credentials'],
  404: ['NotFound', 'the server could not find the requested resource'],
  405: ['MethodNotAllowed', 'the server does not allow this method on the requested resource'],
  409: ['Conflict', 'the server reported a conflict'],
  422: ['Invalid', 'the server rejected our request due to an error in our request'],
  429: [
    'TooManyRequests',
    'the server has received too many requests and has asked us to try again later',
  ],
  503: ['ServiceUnavailable', 'the server is currently unable to handle the request'],
  504: [
    'Timeout',
    'the server was unable to return a response in the time allotted,' +
      ' but may still be processing the request',
  ],
};

/** The body as a Status, whatever the server sent. */
export function statusOfResponse(
  code: number,
  body: unknown,
  method: string,
  ref: ObjectRef,
): Status {
  if (typeof body === 'object' && body !== null && (body as Status).kind === 'Status') {
    return body as Status;
  }
  const text = typeof body === 'string' ? body.trim() : 'unknown';
  const { reason, message } = meaningOf(code, text);
  const target = [method.toLowerCase(), ref.resource, ref.name].filter((word) => word !== '');
  const { resource } = ref;
  return {
    apiVersion: 'v1',
    kind: 'Status',
    metadata: {},
    status: 'Failure',
    message: resource === '' ? message : `${message} (${target.join(' ')})`,
    ...defined({ reason }),
    details: { causes: [{ reason: 'UnexpectedServerResponse', message: text }] },
    code,
  };
}

function meaningOf(code: number, text: string): { reason?: StatusReason; message: string } {
  const [reason, message] = meanings[code] ?? [];
  if (reason !== undefined && message !== undefined) return { reason, message };
  if (code === 403) return { reason: 'Forbidden', message: text };
  if (code === 406) return { reason: 'NotAcceptable', message: text };
  if (code === 415) return { reason: 'UnsupportedMediaType', message: text };
  if (code >= 500) {
    const told = `an error on the server (${JSON.stringify(text)})`;
    return {
      reason: 'InternalError',
      message: `${told} has prevented the request from succeeding`,
    };
  }
  const told = `the server responded with the status code ${code}`;
  return { message: `${told} but did not return more information` };
}
