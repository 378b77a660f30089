/**
 * `agnhost crd-conversion-webhook`: converts between two versions of a resource of
 * stable.example.com, over HTTPS. `--port` (443); the files of `--tls-cert-file` and
 * `--tls-private-key-file` are not read.
 */
import { err, ok, type Result } from '#base/result';
import { isJsonObject, type JsonObject } from '#k8s.io/apimachinery/json-value';
import type { Process } from '#sim/simulation';
import type { ProcessContext } from '../program.ts';
import { flagsOf } from './flags.ts';
import { type HttpAnswer, type HttpRequest, serveHttp } from './http.ts';

interface Review {
  readonly apiVersion: string;
  readonly request: {
    readonly uid: string;
    readonly desiredAPIVersion: string;
    readonly objects: readonly JsonObject[];
  };
}

export function* crdConversionWebhook(
  context: ProcessContext,
  words: readonly string[],
): Process<number> {
  const port = flagsOf(words).number('port', 443);
  if (!serveHttp(context, port, answer, { tls: true })) return 2;
  for (;;) yield* context.signals.arrived.wait();
}

function* answer({ path, body }: HttpRequest): Process<HttpAnswer> {
  if (path === '/readyz') return { body: 'ok' };
  if (path !== '/crdconvert') return { code: 404, body: '404 page not found\n' };
  const review = parsed(body);
  if (review === undefined) return { code: 400, body: 'Request could not be decoded\n' };
  const { apiVersion, request } = review;
  const response = { uid: request.uid, ...converted(request) };
  return {
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({ kind: 'ConversionReview', apiVersion, response }),
  };
}

function parsed(text: string): Review | undefined {
  try {
    return JSON.parse(text) as Review;
  } catch {
    return undefined;
  }
}

function converted({ objects, desiredAPIVersion }: Review['request']): object {
  const convertedObjects: JsonObject[] = [];
  for (const object of objects) {
    const result = convert(object, desiredAPIVersion);
    if (!result.ok) return { result: { status: 'Failure', message: result.error } };
    convertedObjects.push({ ...result.value, apiVersion: desiredAPIVersion });
  }
  return { result: { status: 'Success' }, convertedObjects };
}

/** Source: converter/example_converter.go convertExampleCRD. */
function convert(object: JsonObject, to: string): Result<JsonObject, string> {
  const from = String(object['apiVersion']);
  if (from === to) {
    return err(`conversion from a version to itself should not call the webhook: ${to}`);
  }
  const steps = `${from} ${to}`;
  if (steps === 'stable.example.com/v1 stable.example.com/v2') {
    const { hostPort, ...rest } = object;
    if (hostPort === undefined) return ok(rest);
    const [host = '', port, more] = String(hostPort).split(':');
    if (port === undefined || more !== undefined) {
      return err(`invalid hostPort value \`${String(hostPort)}\``);
    }
    return ok({ ...rest, host, port });
  }
  if (steps === 'stable.example.com/v2 stable.example.com/v1') {
    const { host, port, ...rest } = object;
    if (host === undefined && port === undefined) return ok(rest);
    return ok({ ...rest, hostPort: `${textOf(host)}:${textOf(port)}` });
  }
  return err(`unexpected conversion version "${to}"`);
}

const textOf = (value: unknown): string =>
  value === undefined || isJsonObject(value) ? '' : String(value);
