/**
 * `--raw PATH`: one request to a path as it is, with standard input as its body.
 *
 * Models k8s.io/kubectl pkg/rawhttp raw.go and the checks that create, delete, get and replace make.
 */
import { defined } from '#base/defined';
import { ok } from '#base/result';
import { readJson } from '#k8s.io/apimachinery/json-reader';
import { writtenBody } from '#k8s.io/apiserver/written-body';
import type { HttpRequest } from '#k8s.io/client-go/rest/http';
import type { Process } from '#sim/simulation';
import type { FlagValues } from './command-line/parse-flags.ts';
import { fail, notSimulated, type Outcome } from './failure.ts';
import type { Session } from './session.ts';

/** Source: url.ParseRequestURI as those commands show its error. */
export const wrongRawPath = (path: string): string | undefined =>
  path.startsWith('/')
    ? undefined
    : `--raw must be a valid URL path: parse ${JSON.stringify(path)}: invalid URI for request`;

/**
 * The error about flags that do not go with `--raw`. Source: create.go, delete.go, replace.go
 * Validate.
 */
export function rawMisuse(flags: FlagValues, fileNeeded: boolean): string | undefined {
  const files = flags.list('filename');
  if (files.length > 1 || (fileNeeded && files.length === 0)) {
    return '--raw can only use a single local file or stdin';
  }
  if (/^https?:\/\//.test(files[0] ?? '')) return '--raw cannot read from a url';
  if (flags.string('output') !== '') return '--raw and --output are mutually exclusive';
  return wrongRawPath(flags.string('raw'));
}

/** Sends the text of `-f -`, or no body without `-f`. */
export function* sendRawFile(
  session: Session,
  method: HttpRequest['method'],
  flags: FlagValues,
): Process<Outcome> {
  const path = flags.string('raw');
  const [file] = flags.list('filename');
  if (file === undefined) return yield* sendRaw(session, method, path);
  if (file !== '-') return fail(`open ${file}: no such file or directory`);
  const body = readJson(session.readStdin(), 0);
  // Bodies are values here, so only JSON can be sent.
  if (!body.ok) return notSimulated(`kubectl --raw with a body that is not JSON (${body.error})`);
  return yield* sendRaw(session, method, path, body.value.value);
}

export function* sendRaw(
  { client, out }: Session,
  method: HttpRequest['method'],
  uri: string,
  body?: unknown,
): Process<Outcome> {
  const [path = '', ...rest] = uri.split('?');
  const query = queryOf(rest.join('?'));
  const ref = { resource: '', namespace: '', name: '' };
  const call = { method, path, ref, query, ...defined({ body }) };
  const answer = yield* client.send(call);
  if (!answer.ok) return answer;
  out(writtenBody(answer.value.body));
  return ok(undefined);
}

/** The parameters of a query string. */
export const queryOf = (text: string): Readonly<Record<string, string>> =>
  Object.fromEntries(
    text
      .split('&')
      .filter((pair) => pair !== '')
      .map((pair) => pair.split('='))
      .map(([name = '', ...value]) => [name, decoded(value.join('='))]),
  );

function decoded(text: string): string {
  try {
    return decodeURIComponent(text.replace(/\+/g, ' '));
  } catch {
    return text;
  }
}
