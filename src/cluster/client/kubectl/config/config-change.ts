/**
 * The subcommands of `kubectl config` that change the person's own file. Source: pkg/cmd/config.
 */
import { own } from '#base/own';
import { ok } from '#base/result';
import type { Process } from '#sim/simulation';
import type { Command, Invocation } from '../command.ts';
import { boolFlag, stringFlag } from '../command-line/flag-spec.ts';
import { fail, type Outcome, usageError } from '../failure.ts';
import type { Kubeconfig } from '../kubeconfig/kubeconfig.ts';

type Change = (invocation: Invocation, name: string) => Outcome;

/** A command that takes one name. `noun` is how cobra's check names it. */
const named = (
  base: Pick<Command, 'name' | 'short' | 'usage' | 'flags' | 'aliases'>,
  change: Change,
): Command => ({
  ...base,
  *run(invocation): Process<Outcome> {
    const [name] = invocation.args;
    if (name === undefined || invocation.args.length !== 1) {
      return usageError(invocation.path, `Unexpected args: [${invocation.args.join(' ')}]`);
    }
    return change(invocation, name);
  },
});

const useContext = named(
  {
    name: 'use-context',
    aliases: ['use'],
    short: 'Set the current-context in a kubeconfig file',
    usage: 'CONTEXT_NAME',
  },
  ({ session }, name) => {
    const { kubeconfig } = session;
    if (name === '') return fail('empty context names are not allowed');
    if (own(kubeconfig.contexts, name) === undefined) {
      return fail(`no context exists with the name: "${name}"`);
    }
    session.writeKubeconfig({ ...kubeconfig, currentContext: name });
    session.out(`Switched to context "${name}".\n`);
    return ok(undefined);
  },
);

const setContext: Command = {
  name: 'set-context',
  short: 'Set a context entry in kubeconfig',
  usage:
    '[NAME | --current] [--cluster=cluster_nickname] [--user=user_nickname] [--namespace=namespace]',
  flags: [
    boolFlag('current', 'Modify the current context'),
    stringFlag('cluster', 'cluster for the context entry in kubeconfig'),
    stringFlag('user', 'user for the context entry in kubeconfig'),
    stringFlag('namespace', 'namespace for the context entry in kubeconfig', { shorthand: 'n' }),
  ],
  run: runSetContext,
};

function* runSetContext({ session, args, flags, path }: Invocation): Process<Outcome> {
  const current = flags.bool('current');
  const [given = ''] = args;
  if (args.length > 1) return usageError(path, `Unexpected args: [${args.join(' ')}]`);
  if (given !== '' && current) {
    return fail('you cannot specify both a context name and --current');
  }
  if (given === '' && !current)
    return fail('you must specify a non-empty context name or --current');
  const { kubeconfig } = session;
  const name = current ? (kubeconfig.currentContext ?? '') : given;
  if (name === '') return fail('no current context is set');
  const before = own(kubeconfig.contexts, name);
  const pick = (flag: 'cluster' | 'user'): string =>
    flags.changed(flag) ? flags.string(flag) : (before?.[flag] ?? '');
  const namespace = flags.changed('namespace') ? flags.string('namespace') : before?.namespace;
  const context = {
    cluster: pick('cluster'),
    user: pick('user'),
    ...(namespace === undefined || namespace === '' ? {} : { namespace }),
  };
  const contexts = { ...kubeconfig.contexts, [name]: context };
  session.writeKubeconfig({ ...kubeconfig, contexts });
  session.out(`Context "${name}" ${before === undefined ? 'created' : 'modified'}.\n`);
  return ok(undefined);
}

type Section = 'contexts' | 'clusters' | 'users';

const without = (config: Kubeconfig, section: Section, name: string): Kubeconfig => {
  const { [name]: _gone, ...rest } = config[section] as Record<string, never>;
  return { ...config, [section]: rest };
};

const deletion = (command: string, section: Section, noun: string): Command =>
  named(
    { name: command, short: `Delete the specified ${noun} from the kubeconfig`, usage: 'NAME' },
    ({ session }, name) => {
      const { kubeconfig } = session;
      const file = session.kubeconfigFile;
      if (own<unknown>(kubeconfig[section], name) === undefined) {
        return fail(`cannot delete ${noun} ${name}, not in ${file}`);
      }
      if (section === 'contexts' && kubeconfig.currentContext === name) {
        session.err(
          'warning: this removed your active context, use "kubectl config use-context" to select ' +
            'a different one\n',
        );
      }
      session.writeKubeconfig(without(kubeconfig, section, name));
      session.out(`deleted ${noun} ${name} from ${file}\n`);
      return ok(undefined);
    },
  );

const renameContext: Command = {
  name: 'rename-context',
  short: 'Rename a context from the kubeconfig file',
  usage: 'CONTEXT_NAME NEW_NAME',
  *run({ session, args, path }) {
    const [from = '', to = ''] = args;
    if (args.length !== 2) return usageError(path, `Unexpected args: [${args.join(' ')}]`);
    const { kubeconfig } = session;
    const context = own(kubeconfig.contexts, from);
    if (context === undefined) {
      return fail(`cannot rename the context "${from}", it's not in ${session.kubeconfigFile}`);
    }
    if (own(kubeconfig.contexts, to) !== undefined) {
      return fail(
        `cannot rename the context "${from}", the context "${to}" already exists in ${session.kubeconfigFile}`,
      );
    }
    const renamed = without(kubeconfig, 'contexts', from);
    const contexts = { ...renamed.contexts, [to]: context };
    const current = kubeconfig.currentContext === from ? { currentContext: to } : {};
    session.writeKubeconfig({ ...renamed, contexts, ...current });
    session.out(`Context "${from}" renamed to "${to}".\n`);
    return ok(undefined);
  },
};

const setCluster = named(
  {
    name: 'set-cluster',
    short: 'Set a cluster entry in kubeconfig',
    usage: 'NAME [--server=server]',
    flags: [stringFlag('server', 'server for the cluster entry in kubeconfig')],
  },
  ({ session, flags }, name) => {
    const { kubeconfig } = session;
    const before = own(kubeconfig.clusters, name);
    const server = flags.changed('server') ? flags.string('server') : (before?.server ?? '');
    const clusters = { ...kubeconfig.clusters, [name]: { server } };
    session.writeKubeconfig({ ...kubeconfig, clusters });
    session.out(`Cluster "${name}" set.\n`);
    return ok(undefined);
  },
);

const setCredentials = named(
  {
    name: 'set-credentials',
    short: 'Set a user entry in kubeconfig',
    usage: 'NAME [--token=bearer_token]',
    flags: [stringFlag('token', 'token for the user entry in kubeconfig')],
  },
  ({ session, flags }, name) => {
    const { kubeconfig } = session;
    const token = flags.changed('token') ? { token: flags.string('token') } : {};
    const users = { ...kubeconfig.users, [name]: { ...own(kubeconfig.users, name), ...token } };
    session.writeKubeconfig({ ...kubeconfig, users });
    session.out(`User "${name}" set.\n`);
    return ok(undefined);
  },
);

const unset = named(
  {
    name: 'unset',
    short: 'Unset an individual value in a kubeconfig file',
    usage: 'PROPERTY_NAME',
  },
  ({ session }, property) => {
    const { kubeconfig } = session;
    const [section = '', ...rest] = property.split('.');
    const name = rest.join('.');
    if (property === 'current-context') {
      const { currentContext: _gone, ...others } = kubeconfig;
      session.writeKubeconfig(others);
    } else if ((section === 'contexts' || section === 'clusters' || section === 'users') && name) {
      if (own<unknown>(kubeconfig[section], name) === undefined) {
        return fail(`current map key \`${name}\` is invalid`);
      }
      session.writeKubeconfig(without(kubeconfig, section, name));
    } else return fail(`unable to parse one or more field values of ${property}`);
    session.out(`Property "${property}" unset.\n`);
    return ok(undefined);
  },
);

export const changeCommands: readonly Command[] = [
  deletion('delete-cluster', 'clusters', 'cluster'),
  deletion('delete-context', 'contexts', 'context'),
  deletion('delete-user', 'users', 'user'),
  renameContext,
  setCluster,
  setContext,
  setCredentials,
  unset,
  useContext,
];
