/**
 * The files that kubectl finds on a person's machine: one kubeconfig in each home.
 *
 * Models clientcmd's loading rules over a small file system: `--kubeconfig`, then `$KUBECONFIG`,
 * then `~/.kube/config`. In: the people, and the API server's address. Out: the files read.
 */
import { defined } from '#base/defined';
import { ok } from '#base/result';
import type { UserConfig } from '#cluster/config/cluster-config';
import { fail, type Outcome } from '../failure.ts';
import { type Kubeconfig, mergeKubeconfigs } from './kubeconfig.ts';

/** The CA of the people's certificates; the API server trusts it. */
const certificateAuthority = 'kubernetes-ca';
const clusterName = 'kubernetes';

export interface LoadedKubeconfig {
  readonly config: Kubeconfig;
  readonly files: readonly { readonly path: string; readonly found: boolean }[];
}

export class Workstation {
  readonly #files = new Map<string, Kubeconfig>();

  constructor(users: readonly UserConfig[], server: string) {
    for (const user of users) this.#files.set(homePath(user.name), kubeconfigOf(user, server));
  }

  /**
   * Reads the files that apply to one command of `user`. A file named by the flag must exist; one
   * of `$KUBECONFIG` may be missing.
   */
  load(user: string, flag: string, variable: string | undefined): Outcome<LoadedKubeconfig> {
    if (flag !== '' && !this.#files.has(flag)) {
      return fail(`stat ${flag}: no such file or directory`);
    }
    const paths = flag === '' ? searched(user, variable) : [flag];
    const found = paths.flatMap((path) => this.#files.get(path) ?? []);
    return ok({
      config: mergeKubeconfigs(found),
      files: paths.map((path) => ({ path, found: this.#files.has(path) })),
    });
  }

  /** Writes the file of a person's home. */
  write(user: string, config: Kubeconfig): void {
    this.#files.set(homePath(user), config);
  }
}

/** Where a person's own kubeconfig is. */
export const homePath = (user: string): string => `/home/${user}/.kube/config`;

const searched = (user: string, variable: string | undefined): readonly string[] =>
  variable === undefined || variable === ''
    ? [homePath(user)]
    : [...new Set(variable.split(':').filter((path) => path !== ''))];

function kubeconfigOf({ name, certificate, token }: UserConfig, server: string): Kubeconfig {
  const context = `${name}@${clusterName}`;
  return {
    currentContext: context,
    clusters: { [clusterName]: { server } },
    contexts: { [context]: { cluster: clusterName, user: name } },
    users: {
      [name]:
        certificate === undefined
          ? defined({ token })
          : { certificate: { ...certificate, issuer: certificateAuthority } },
    },
  };
}
