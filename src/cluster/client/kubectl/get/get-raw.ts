/** `kubectl get --raw PATH`. Source: k8s.io/kubectl pkg/rawhttp. */
import { ok } from '#base/result';
import type { Process } from '#sim/simulation';
import { fail, type Outcome } from '../failure.ts';
import type { Session } from '../session.ts';

export function* getRaw(
  { client, out }: Session,
  path: string,
  args: readonly string[],
): Process<Outcome> {
  if (args.length > 0) return fail('arguments may not be passed when --raw is specified');
  if (!path.startsWith('/')) return fail('--raw must be a valid URL path');
  const ref = { resource: '', namespace: '', name: '' };
  const answer = yield* client.send({ method: 'GET', path, ref });
  if (!answer.ok) return answer;
  out(bodyText(answer.value.body));
  return ok(undefined);
}

/**
 * The bytes of a body: text as it is, API objects on one line, other documents indented by two.
 * Source: apiserver responsewriters SerializeObject, WriteRawJSON.
 */
function bodyText(body: unknown): string {
  if (typeof body === 'string') return body;
  if (body === undefined) return '';
  const isObject = typeof body === 'object' && body !== null && 'kind' in body;
  return isObject ? `${JSON.stringify(body)}\n` : JSON.stringify(body, undefined, 2);
}
