/**
 * Checks of the action of a probe or a lifecycle hook. Source: kubernetes pkg/apis/core/validation
 * validateHandler, validateLifecycle, ValidatePortNumOrName.
 */
import type { Container, Probe } from '#k8s.io/api/core/v1';
import {
  type FieldError,
  forbiddenField,
  invalidValue,
  required,
} from '#k8s.io/apimachinery/field-error';
import {
  httpHeaderErrors,
  portNameErrors,
  portNumberErrors,
} from '#k8s.io/apimachinery/validation';
import { choice, type Errors, formed, none, present } from '../../generic/checks.ts';

type Handler = Pick<Probe, 'exec' | 'httpGet' | 'tcpSocket' | 'grpc'> & {
  readonly sleep?: { readonly seconds: number };
};

/** Source: validateSleepAction. */
function sleepErrors(seconds: number, path: string, grace: number | undefined): Errors {
  if (grace === undefined || (seconds >= 0 && seconds <= grace)) return none;
  const detail = `must be non-negative and less than terminationGracePeriodSeconds (${grace})`;
  return [invalidValue(path, seconds, detail)];
}

const port = (path: string, value: number | string | undefined): Errors =>
  typeof value === 'string'
    ? formed(path, value, portNameErrors(value))
    : formed(path, value ?? 0, portNumberErrors(value ?? 0));

/** The errors in a handler's single action. */
export function validateHandler(
  { exec, httpGet, tcpSocket, grpc, sleep }: Handler,
  path: string,
  grace: number | undefined,
): Errors {
  if (exec !== undefined) {
    return (exec.command ?? []).length === 0 ? [required(`${path}.exec.command`)] : none;
  }
  if (httpGet !== undefined) {
    const field = `${path}.httpGet`;
    return [
      ...present(`${field}.path`, httpGet.path),
      ...port(`${field}.port`, httpGet.port),
      ...choice(`${field}.scheme`, httpGet.scheme, ['HTTP', 'HTTPS']),
      ...(httpGet.httpHeaders ?? []).flatMap(({ name }) =>
        formed(`${field}.httpHeaders`, name, httpHeaderErrors(name)),
      ),
    ];
  }
  if (tcpSocket !== undefined) return port(`${path}.tcpSocket.port`, tcpSocket.port);
  if (sleep !== undefined) return sleepErrors(sleep.seconds, `${path}.sleep`, grace);
  return grpc === undefined ? none : port(`${path}.grpc.port`, grpc.port);
}

export function validateLifecycle(
  { lifecycle }: Container,
  grace: number | undefined,
  path: string,
): Errors {
  if (lifecycle === undefined) return none;
  const errors: FieldError[] = [];
  for (const name of ['postStart', 'preStop'] as const) {
    const handler = lifecycle[name];
    if (handler === undefined) continue;
    const field = `${path}.lifecycle.${name}`;
    const kinds = ['exec', 'httpGet', 'sleep', 'tcpSocket'] as const;
    const given = kinds.filter((kind) => handler[kind] !== undefined);
    if (given.length === 0) errors.push(required(field, 'must specify a handler type'));
    for (const kind of given.slice(1)) {
      const detail = 'may not specify more than 1 handler type';
      errors.push(forbiddenField(`${field}.${kind}`, detail));
    }
    errors.push(...validateHandler(handler, field, grace));
  }
  return errors;
}
