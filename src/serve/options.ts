/** The options of the command line, read and checked. */
import { readFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { defined } from '#base/defined';
import { err, ok, type Result } from '#base/result';
import { specOfScenario } from '#scenarios/cluster-spec';
import { findScenario } from '#scenarios/index';
import type { Recording } from '#worker/protocol';
import { readAuthenticationFile } from './authentication-config.ts';
import { isPort } from './bridge/options.ts';
import { oidcDefinitions, readOidcOptions } from './oidc-options.ts';
import type { ServeOptions } from './serve.ts';

export const usage =
  'usage: podyssey serve [--port N] [--host ADDRESS] [--scenario ID | --cluster FILE]\n' +
  '  [--nodes N] [--seed N] [--speed X] [--paused] [--record FILE] [--kubeconfig FILE]\n' +
  '  [--page-port N] [--no-page] [--oidc-issuer-url URL --oidc-client-id ID [--oidc-ca-file FILE]\n' +
  '  [--oidc-username-claim C] [--oidc-username-prefix P] [--oidc-groups-claim C]\n' +
  '  [--oidc-groups-prefix P] [--oidc-signing-algs A] | --authentication-config FILE]';

export interface CommandOptions extends Omit<ServeOptions, 'page'> {
  /** Where the run is written at the end. */
  readonly record: string | undefined;
  /** Where the administrator's kubeconfig is written; absent: in a folder of its own. */
  readonly kubeconfig: string | undefined;
  /** The port of the page (0 takes a free one); absent: no page, and no trace is kept for it. */
  readonly pagePort: number | undefined;
}

const definitions = {
  port: { type: 'string', default: '6443' },
  host: { type: 'string', default: '127.0.0.1' },
  scenario: { type: 'string', default: 'empty-cluster' },
  cluster: { type: 'string' },
  nodes: { type: 'string' },
  seed: { type: 'string', default: '1' },
  speed: { type: 'string', default: '1' },
  paused: { type: 'boolean', default: false },
  record: { type: 'string' },
  kubeconfig: { type: 'string' },
  'page-port': { type: 'string', default: '0' },
  'no-page': { type: 'boolean', default: false },
  ...oidcDefinitions,
  'authentication-config': { type: 'string' },
} as const;

/** The options, or what is wrong with them. */
export function readOptions(args: readonly string[]): Result<CommandOptions, string> {
  let values: ReturnType<typeof parsed>;
  try {
    values = parsed(args);
  } catch (error) {
    return err(error instanceof Error ? error.message : String(error));
  }
  const [port, seed, speed] = [Number(values.port), Number(values.seed), Number(values.speed)];
  const pagePort = Number(values['page-port']);
  if (!isPort(port)) return err('--port: 0 to 65535');
  if (!isPort(pagePort)) return err('--page-port: 0 to 65535');
  if (!Number.isInteger(seed) || seed < 0 || seed > 0xffff_ffff) return err('--seed: a number');
  if (!(speed > 0 && speed <= 100)) return err('--speed: more than 0, at most 100');
  const recording = recordingOf({ ...values, seed });
  if (!recording.ok) return recording;
  const identities = identitiesOf(values);
  if (!identities.ok) return identities;
  const { host, paused, record, kubeconfig } = values;
  const page = values['no-page'] ? undefined : pagePort;
  const files = { record, kubeconfig };
  const time = { speed, paused };
  return ok({
    recording: recording.value,
    port,
    host,
    ...time,
    ...files,
    ...identities.value,
    pagePort: page,
  });
}

/** Whose tokens count beside the cluster's own. Source: options validateOIDCOptions. */
function identitiesOf(
  values: ReturnType<typeof parsed>,
): Result<Pick<ServeOptions, 'oidc' | 'authentication' | 'authenticationFile'>, string> {
  const oidc = readOidcOptions(values);
  const { 'authentication-config': file } = values;
  if (file === undefined) return oidc.ok ? ok(defined({ oidc: oidc.value })) : oidc;
  if (!oidc.ok || oidc.value !== undefined) {
    return err('authentication-config file and oidc-* flags are mutually exclusive');
  }
  const authentication = readAuthenticationFile(file);
  if (!authentication.ok) return authentication;
  return ok({ authentication: authentication.value, authenticationFile: file });
}

const parsed = (args: readonly string[]) =>
  parseArgs({ args: [...args], options: definitions }).values;

interface Asked {
  readonly scenario: string;
  readonly cluster?: string | undefined;
  readonly nodes?: string | undefined;
  readonly seed: number;
}

function recordingOf({
  scenario,
  cluster,
  nodes,
  seed,
}: Asked): Result<Omit<Recording, 'inputs' | 'until'>, string> {
  const found = findScenario(scenario);
  if (found === undefined) return err(`--scenario: there is no scenario "${scenario}"`);
  const base = { scenario, seed };
  if (cluster !== undefined) {
    if (nodes !== undefined) return err('--nodes: the file of --cluster names the nodes');
    try {
      return ok({ ...base, cluster: readFileSync(cluster, 'utf8') });
    } catch (error) {
      return err(`--cluster: ${error instanceof Error ? error.message : cluster}`);
    }
  }
  if (nodes === undefined) return ok(base);
  const count = Number(nodes);
  if (!Number.isInteger(count) || count < 1) return err('--nodes: a number from 1');
  const spec = specOfScenario(found.id);
  const machine = { cpu: '2', memory: '24684092Ki' };
  const machines = Array.from({ length: count }, (_, n) => ({ name: `node-${n + 1}`, ...machine }));
  return ok({ ...base, cluster: JSON.stringify({ ...spec, nodes: machines }) });
}
