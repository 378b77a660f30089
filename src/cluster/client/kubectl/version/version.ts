/** `kubectl version`. Source: k8s.io/kubectl pkg/cmd/version version.go. */
import { defined } from '#base/defined';
import { ok } from '#base/result';
import type { JsonObject } from '#k8s.io/apimachinery/json-value';
import type { Process } from '#sim/simulation';
import type { Command, Invocation } from '../command.ts';
import { boolFlag, stringFlag } from '../command-line/flag-spec.ts';
import { fail, type Outcome } from '../failure.ts';
import { toYaml } from '../printers/yaml.ts';

/** The client has the server's version. */
const clientVersion: JsonObject = {
  major: '1',
  minor: '36',
  gitVersion: 'v1.36.3',
  gitCommit: '0000000000000000000000000000000000000000',
  gitTreeState: 'clean',
  buildDate: '2026-11-01T00:00:00Z',
  goVersion: 'go1.26.8',
  compiler: 'gc',
  platform: 'linux/amd64',
};

/** The version of the library that `kubectl apply -k` would use. */
const kustomizeVersion = 'v5.8.1';

export const version: Command = {
  name: 'version',
  short: 'Print the client and server version information',
  flags: [
    boolFlag('client', 'Show the client version only'),
    stringFlag('output', "One of 'yaml' or 'json'", { shorthand: 'o' }),
  ],
  run,
};

function* run({ session, args, flags }: Invocation): Process<Outcome> {
  if (args.length > 0) return fail(`extra arguments: [${args.join(' ')}]`);
  const output = flags.string('output');
  if (!['', 'json', 'yaml'].includes(output)) {
    return fail("--output must be 'yaml' or 'json'");
  }
  const server = flags.bool('client') ? undefined : yield* serverVersion(session);
  const serverInfo = server?.ok === true ? server.value : undefined;
  if (output === '') {
    session.out(`Client Version: ${String(clientVersion['gitVersion'])}\n`);
    session.out(`Kustomize Version: ${kustomizeVersion}\n`);
    if (serverInfo !== undefined) {
      session.out(`Server Version: ${String(serverInfo['gitVersion'])}\n`);
    }
  } else {
    const all = {
      clientVersion,
      kustomizeVersion,
      ...defined({ serverVersion: serverInfo }),
    };
    // The members in the order of the Go structs. YAML sorts them and ends with an empty line.
    session.out(output === 'json' ? `${JSON.stringify(all, null, 2)}\n` : `${toYaml(all)}\n`);
  }
  return server?.ok === false ? server : ok(undefined);
}

function* serverVersion({ client }: Invocation['session']): Process<Outcome<JsonObject>> {
  const ref = { resource: '', namespace: '', name: '' };
  const answer = yield* client.send({ method: 'GET', path: '/version', ref });
  return answer.ok ? ok(answer.value.body as JsonObject) : answer;
}
