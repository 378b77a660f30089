/** `kubectl create token SERVICE_ACCOUNT`. Source: create_token.go. */
import { err, ok } from '#base/result';
import { second } from '#base/sim-time';
import { asJson } from '#k8s.io/apimachinery/json-value';
import { serviceAccounts } from '#k8s.io/client-go/rest/resource';
import type { Process } from '#sim/simulation';
import type { Command, Invocation } from '../command.ts';
import { arrayFlag, durationFlag, refused, stringFlag } from '../command-line/flag-spec.ts';
import { fail, failureMessage, type Outcome } from '../failure.ts';
import { nameArgument } from './create-object.ts';

export const createToken: Command = {
  name: 'token',
  short: 'Request a service account token',
  usage: 'SERVICE_ACCOUNT_NAME',
  flags: [
    arrayFlag('audience', 'Audience of the requested token'),
    stringFlag('bound-object-kind', 'Kind of an object to bind the token to'),
    stringFlag('bound-object-name', 'Name of an object to bind the token to'),
    stringFlag('bound-object-uid', 'UID of an object to bind the token to'),
    durationFlag('duration', 'Requested lifetime of the issued token'),
    ...refused(stringFlag('output', 'Output format', { shorthand: 'o' })),
  ],
  run,
};

const boundKinds: Readonly<Record<string, string>> = { Pod: 'v1', Secret: 'v1', Node: 'v1' };

function* run(invocation: Invocation): Process<Outcome> {
  const { session, flags } = invocation;
  const name = nameArgument(invocation);
  if (!name.ok) return name;
  const [kind, bound, uid] = ['kind', 'name', 'uid'].map((key) =>
    flags.string(`bound-object-${key}`),
  );
  if (!kind) {
    if (bound)
      return fail('--bound-object-name can only be set if --bound-object-kind is provided');
    if (uid) return fail('--bound-object-uid can only be set if --bound-object-kind is provided');
  } else if (boundKinds[kind] === undefined) {
    return fail('supported --bound-object-kind values are Node, Pod, Secret');
  } else if (!bound) {
    return fail('--bound-object-name is required if --bound-object-kind is provided');
  }
  const lifetime = flags.duration('duration');
  if (lifetime < 0) return fail('--duration must be greater than or equal to 0');
  if (lifetime % second !== 0)
    return fail('--duration cannot be expressed in units less than seconds');
  const audiences = flags.list('audience');
  const body = asJson({
    apiVersion: 'authentication.k8s.io/v1',
    kind: 'TokenRequest',
    metadata: {},
    spec: {
      audiences: audiences.length === 0 ? null : audiences,
      boundObjectRef: kind
        ? { kind, apiVersion: boundKinds[kind] ?? 'v1', name: bound ?? '', ...(uid ? { uid } : {}) }
        : null,
      expirationSeconds: lifetime === 0 ? null : lifetime / second,
    },
    status: { token: '', expirationTimestamp: null },
  });
  const { namespace } = session.config;
  const at = { namespace, name: name.value, subresource: 'token' };
  type Answer = { readonly status?: { readonly token?: string } };
  const answer = yield* session.client.create<Answer>(serviceAccounts, at, body);
  if (!answer.ok) {
    if (answer.error.kind !== 'status') return answer;
    return err({
      kind: 'error',
      message: `failed to create token: ${failureMessage(answer.error)}`,
    });
  }
  const { token = '' } = answer.value.status ?? {};
  if (token === '') return fail('failed to create token: no token in server response');
  session.out(`${token}\n`);
  return ok(undefined);
}
