/**
 * kubeconfig files: how several are merged, and what a command takes from the result.
 *
 * Models k8s.io/client-go tools/clientcmd (loader.go, client_config.go). In: files by path, flags.
 * Out: the server, identity and namespace of one command.
 */
import { defined } from '#base/defined';
import { own } from '#base/own';
import { err, ok } from '#base/result';
import type { ClientCertificate } from '#k8s.io/client-go/rest/http';
import { fail, type Outcome } from '../failure.ts';

export interface KubeconfigUser {
  readonly certificate?: ClientCertificate;
  readonly token?: string;
}

export interface KubeconfigContext {
  readonly cluster: string;
  readonly user: string;
  readonly namespace?: string;
}

export interface Kubeconfig {
  readonly currentContext?: string;
  readonly clusters: Readonly<Record<string, { readonly server: string }>>;
  readonly users: Readonly<Record<string, KubeconfigUser>>;
  readonly contexts: Readonly<Record<string, KubeconfigContext>>;
}

const emptyKubeconfig: Kubeconfig = { clusters: {}, users: {}, contexts: {} };

/**
 * Several files as one: of each map entry, and of the current context, the first file that has it
 * wins whole. Source: clientcmd ClientConfigLoadingRules.Load.
 */
export const mergeKubeconfigs = (files: readonly Kubeconfig[]): Kubeconfig =>
  files.reduceRight<Kubeconfig>((rest, file) => {
    const currentContext = file.currentContext ?? rest.currentContext;
    return {
      ...defined({ currentContext }),
      clusters: { ...rest.clusters, ...file.clusters },
      users: { ...rest.users, ...file.users },
      contexts: { ...rest.contexts, ...file.contexts },
    };
  }, emptyKubeconfig);

/** The flags that outrank the files; empty ones were not given. */
export interface ConfigOverrides {
  readonly context: string;
  readonly cluster: string;
  readonly user: string;
  readonly server: string;
  readonly token: string;
  readonly namespace: string;
}

export interface ClientConfig {
  readonly context: string;
  readonly server: string;
  readonly userName: string;
  readonly user: KubeconfigUser;
  readonly namespace: string;
  /** Whether the command line sets it; then it is put into the objects that are sent. */
  readonly namespaceGiven: boolean;
}

/** The default server of a client. Source: client_config.go getDefaultServer. */
const defaultServer = 'http://localhost:8080';

/** Source: client_config.go DirectClientConfig.ClientConfig. */
export function resolveConfig(config: Kubeconfig, flags: ConfigOverrides): Outcome<ClientConfig> {
  const contextName = flags.context || (config.currentContext ?? '');
  const context = own(config.contexts, contextName);
  if (flags.context !== '' && context === undefined) {
    const message = `context was not found for specified context: ${flags.context}`;
    return err({ kind: 'plain', message: `Error in configuration: ${message}`, exitCode: 1 });
  }
  const clusterName = flags.cluster || (context?.cluster ?? '');
  const cluster = own(config.clusters, clusterName);
  if (flags.cluster !== '' && cluster === undefined) {
    return fail(`no server found for cluster "${flags.cluster}"`);
  }
  const userName = flags.user || (context?.user ?? '');
  const user = own(config.users, userName);
  if (flags.user !== '' && user === undefined) {
    return fail(`auth info "${flags.user}" does not exist`);
  }
  return ok({
    context: contextName,
    server: flags.server || (cluster?.server ?? defaultServer),
    userName,
    user: { ...user, ...(flags.token === '' ? {} : { token: flags.token }) },
    namespace: flags.namespace || (context?.namespace ?? 'default'),
    namespaceGiven: flags.namespace !== '',
  });
}
