/**
 * The gRPC health check between two processes: a call of grpc.health.v1.Health/Check.
 *
 * HTTP/2 frames and protobuf are not simulated; the call and its answer are one text each. A server
 * that does not speak gRPC answers something else, and the client never becomes ready.
 */

export type HealthStatus = 'SERVING' | 'NOT_SERVING' | 'UNKNOWN';

const call = 'grpc /grpc.health.v1.Health/Check ';
const answerMark = 'grpc-answer ';
const notFound = 5;

export const healthRequest = (service: string): string => `${call}${service}`;

/** A server's response about a service; `undefined`: the request is not a health check. */
export function answerHealth(
  request: string,
  statusOf: (service: string) => HealthStatus | undefined,
): string | undefined {
  if (!request.startsWith(call)) return undefined;
  const status = statusOf(request.slice(call.length));
  return `${answerMark}${status ?? `error ${notFound} unknown service`}`;
}

export type HealthAnswer =
  | { readonly status: HealthStatus }
  | { readonly code: number; readonly message: string };

/** The status in a response; `undefined`: the server does not speak gRPC. */
export function readHealthAnswer(text: string): HealthAnswer | undefined {
  if (!text.startsWith(answerMark)) return undefined;
  const content = text.slice(answerMark.length);
  const error = /^error (\d+) (.*)$/.exec(content);
  if (error === null) return { status: content as HealthStatus };
  return { code: Number(error[1]), message: error[2] ?? '' };
}
