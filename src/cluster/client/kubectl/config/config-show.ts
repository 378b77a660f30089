/**
 * The subcommands of `kubectl config` that print. Source: pkg/cmd/config view.go, get_contexts.go
 * and others.
 */
import { own } from '#base/own';
import { ok } from '#base/result';
import { asJson, type JsonObject } from '#k8s.io/apimachinery/json-value';
import type { Process } from '#sim/simulation';
import type { Command, Invocation } from '../command.ts';
import { boolFlag, refused, stringFlag } from '../command-line/flag-spec.ts';
import { fail, type Outcome, usageError } from '../failure.ts';
import { objectPrinter, printObject } from '../get/output.ts';
import type { Kubeconfig, KubeconfigUser } from '../kubeconfig/kubeconfig.ts';
import { toOrderedJson } from '../printers/json.ts';
import { alignColumns, tableColumns } from '../printers/tabwriter.ts';

const configResource = {
  group: '',
  version: 'v1',
  resource: 'configs',
  kind: 'Config',
  namespaced: false,
};

const view: Command = {
  name: 'view',
  short: 'Display merged kubeconfig settings or a specified kubeconfig file',
  flags: [
    boolFlag('flatten', 'Flatten the resulting kubeconfig file'),
    boolFlag('minify', 'Remove all information not used by current-context'),
    boolFlag('raw', 'Display raw byte data and sensitive data'),
    stringFlag('output', 'Output format', { shorthand: 'o', default: 'yaml' }),
    ...refused(boolFlag('merge', 'Merge the full hierarchy of files', { default: 'true' })),
  ],
  run: runView,
};

function* runView({ session, args, flags, path }: Invocation): Process<Outcome> {
  if (args.length > 0) return usageError(path, `unexpected arguments: [${args.join(' ')}]`);
  const output = flags.string('output');
  const printer = objectPrinter(output);
  if (!printer.ok) return fail(printer.error);
  const whole = session.kubeconfig;
  const shown = flags.bool('minify') ? minified(whole) : ok(whole);
  if (!shown.ok) return shown;
  const document = documentOf(shown.value);
  if (output === 'json') {
    // The members are in the order of the Go struct.
    session.out(toOrderedJson(document));
    return ok(undefined);
  }
  return printObject(session, printer.value, document, configResource);
}

/** Source: client-go clientcmd/api helpers.go MinifyConfig. */
function minified(config: Kubeconfig): Outcome<Kubeconfig> {
  const { currentContext = '' } = config;
  if (currentContext === '') return fail('current-context must exist in order to minify');
  const context = own(config.contexts, currentContext);
  if (context === undefined) return fail(`cannot locate context ${currentContext}`);
  const cluster = own(config.clusters, context.cluster);
  const user = own(config.users, context.user);
  return ok({
    currentContext,
    contexts: { [currentContext]: context },
    clusters: cluster === undefined ? {} : { [context.cluster]: cluster },
    users: user === undefined ? {} : { [context.user]: user },
  });
}

const sortedNames = (map: Readonly<Record<string, unknown>>): readonly string[] =>
  Object.keys(map).sort();

const documentOf = ({ clusters, contexts, users, currentContext }: Kubeconfig): JsonObject => ({
  kind: 'Config',
  apiVersion: 'v1',
  clusters: sortedNames(clusters).map((name) => ({
    name,
    cluster: {
      server: clusters[name]?.server ?? '',
      'certificate-authority-data': 'DATA+OMITTED',
    },
  })),
  users: sortedNames(users).map((name) => ({ name, user: shownUser(users[name] ?? {}) })),
  contexts: sortedNames(contexts).map((name) => ({
    name,
    context: asJson(contexts[name] ?? {}),
  })),
  'current-context': currentContext ?? '',
});

const shownUser = ({ certificate, token }: KubeconfigUser): JsonObject => ({
  ...(certificate === undefined
    ? {}
    : { 'client-certificate-data': 'DATA+OMITTED', 'client-key-data': 'DATA+OMITTED' }),
  ...(token === undefined ? {} : { token: 'REDACTED' }),
});

const getContexts: Command = {
  name: 'get-contexts',
  short: 'Describe one or many contexts',
  usage: '[(-o|--output=)name)]',
  flags: [
    boolFlag('no-headers', 'Do not print headers'),
    stringFlag('output', 'Output format: name', { shorthand: 'o' }),
  ],
  run: runContexts,
};

function* runContexts({ session, args, flags, path }: Invocation): Process<Outcome> {
  const output = flags.string('output');
  if (output !== '' && output !== 'name') {
    return usageError(path, `output must be one of '' or 'name': ${output}`);
  }
  const { contexts, currentContext } = session.kubeconfig;
  const missing = args.find((name) => contexts[name] === undefined);
  const names = (args.length === 0 ? sortedNames(contexts) : [...args].sort()).filter(
    (name) => contexts[name] !== undefined,
  );
  if (output === 'name') session.out(names.map((name) => `${name}\n`).join(''));
  else {
    const header = ['CURRENT', 'NAME', 'CLUSTER', 'AUTHINFO', 'NAMESPACE'];
    const rows = names.map((name) => {
      const { cluster = '', user = '', namespace = '' } = contexts[name] ?? {};
      return [name === currentContext ? '*' : '', name, cluster, user, namespace];
    });
    const lines = [...(flags.bool('no-headers') ? [] : [header]), ...rows];
    session.out(alignColumns(lines.map((row) => `${row.join('\t')}\n`).join(''), tableColumns));
  }
  return missing === undefined ? ok(undefined) : fail(`context ${missing} not found`);
}

const currentContextCommand: Command = {
  name: 'current-context',
  short: 'Display the current-context',
  *run({ session }) {
    const { currentContext = '' } = session.kubeconfig;
    if (currentContext === '') return fail('current-context is not set');
    session.out(`${currentContext}\n`);
    return ok(undefined);
  },
};

const namesCommand = (
  name: string,
  short: string,
  of: (config: Kubeconfig) => Readonly<Record<string, unknown>>,
): Command => ({
  name,
  short,
  *run({ session }) {
    session.out(
      ['NAME', ...sortedNames(of(session.kubeconfig))].map((each) => `${each}\n`).join(''),
    );
    return ok(undefined);
  },
});

export const showCommands: readonly Command[] = [
  currentContextCommand,
  namesCommand('get-clusters', 'Display clusters defined in the kubeconfig', (c) => c.clusters),
  getContexts,
  namesCommand('get-users', 'Display users defined in the kubeconfig', (c) => c.users),
  view,
];
