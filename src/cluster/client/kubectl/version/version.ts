/** `kubectl version`. Source: k8s.io/kubectl pkg/cmd/version version.go. */
import { ok } from '#base/result';
import type { Process } from '#sim/simulation';
import type { Command, Invocation } from '../command.ts';
import { boolFlag, refused, stringFlag } from '../command-line/flag-spec.ts';
import type { Outcome } from '../failure.ts';

/** The program itself, and the kustomize that is built into it. */
const clientLines = 'Client Version: v1.36.3\n';

export const version: Command = {
  name: 'version',
  short: 'Print the client and server version information',
  flags: [
    boolFlag('client', 'Show the client version only'),
    ...refused(stringFlag('output', 'Output format', { shorthand: 'o' })),
  ],
  run,
};

function* run({ session, flags }: Invocation): Process<Outcome> {
  session.out(clientLines);
  if (flags.bool('client')) return ok(undefined);
  const ref = { resource: '', namespace: '', name: '' };
  const answer = yield* session.client.send({ method: 'GET', path: '/version', ref });
  if (!answer.ok) return answer;
  const { gitVersion } = answer.value.body as { readonly gitVersion: string };
  session.out(`Server Version: ${gitVersion}\n`);
  return ok(undefined);
}
