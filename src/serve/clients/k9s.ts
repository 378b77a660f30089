/** k9s, as people use it: keys go into its terminal, which tmux holds, and its screen is read. */
import { join } from 'node:path';
import type { AppsV1Api, CoreV1Api } from '@kubernetes/client-node';
import { type Checks, run, until } from './checks.ts';

export interface K9sOptions {
  readonly k9s: string;
  readonly kubeconfig: string;
  /** Where it keeps its own files, and the socket of its terminal. */
  readonly folder: string;
  readonly apps: AppsV1Api;
  readonly core: CoreV1Api;
}

const namespace = 'default';
const labels = { app: 'shown' };
const deployment = {
  metadata: { name: 'shown' },
  spec: {
    replicas: 2,
    selector: { matchLabels: labels },
    template: { metadata: { labels }, spec: { containers: [{ name: 'web', image: 'nginx' }] } },
  },
};

/** A program in a terminal of its own. */
class Screen {
  readonly #socket: string;
  readonly #env: NodeJS.ProcessEnv;

  constructor({ folder, kubeconfig }: K9sOptions) {
    this.#socket = join(folder, 'tmux');
    const home = { HOME: folder, XDG_CONFIG_HOME: folder, XDG_STATE_HOME: folder };
    this.#env = { ...home, KUBECONFIG: kubeconfig, TERM: 'xterm-256color' };
  }

  async start(command: string): Promise<void> {
    const size = ['-x', '200', '-y', '50'];
    const { code, said } = await this.#tmux('new-session', '-d', '-s', 'k9s', ...size, command);
    if (code !== 0) throw new Error(said);
  }

  /** Keys as tmux names them. */
  async press(...keys: readonly string[]): Promise<void> {
    await this.#tmux('send-keys', '-t', 'k9s', ...keys);
  }

  async shows(...parts: readonly (string | RegExp)[]): Promise<void> {
    const read = async (): Promise<string> =>
      (await this.#tmux('capture-pane', '-p', '-t', 'k9s')).said;
    const isThere = (text: string): boolean =>
      parts.every((part) => (typeof part === 'string' ? text.includes(part) : part.test(text)));
    await until(read, isThere);
  }

  async close(): Promise<void> {
    await this.#tmux('kill-server');
  }

  #tmux(...args: readonly string[]) {
    return run('tmux', ['-S', this.#socket, ...args], { env: this.#env });
  }
}

export async function checkK9s(checks: Checks, options: K9sOptions): Promise<void> {
  const { k9s, apps, core } = options;
  await apps.createNamespacedDeployment({ namespace, body: deployment });
  const pods = async (): Promise<readonly string[]> => {
    const { items } = await core.listNamespacedPod({ namespace, labelSelector: 'app=shown' });
    return items.flatMap(({ metadata: { name = '', deletionTimestamp } = {} }) =>
      deletionTimestamp === undefined ? [name] : [],
    );
  };
  const screen = new Screen(options);
  await screen.start(k9s);
  try {
    await checkPods(checks, screen);
    await checks.expect('k9s scales a Deployment', async () => {
      await screen.press(':deploy', 'Enter');
      await screen.shows('deployments(default)', /shown +2\/2/);
      await screen.press('/shown', 'Enter');
      await screen.press('s');
      await screen.shows('Scale deployment default/shown?');
      await screen.press('BSpace', '4', 'Tab', 'Enter');
      await screen.shows(/shown +4\/4/);
    });
    await checks.expect('k9s deletes a Pod, and shows the one that takes its place', async () => {
      const before = await pods();
      await screen.press(':pods /shown', 'Enter');
      await screen.shows('pods(default)[4]');
      await screen.press('C-d');
      await screen.shows('Delete pods default/shown-');
      await screen.press('Tab', 'Enter');
      const after = await until(pods, (now) => now.some((name) => !before.includes(name)));
      const added = after.find((name) => !before.includes(name)) ?? '';
      await screen.shows(new RegExp(`${added} +● +1/1`));
    });
    await checks.expect('k9s draws the tree below a Deployment, and the nodes', async () => {
      await screen.press(':xray deploy', 'Enter');
      await screen.shows(/shown\(1\) \[4\/4\/0\]/);
      await screen.press(':nodes', 'Enter');
      await screen.shows(/node-1 +Ready/);
    });
  } finally {
    await screen.close();
    await apps.deleteNamespacedDeployment({ name: 'shown', namespace });
  }
}

async function checkPods(checks: Checks, screen: Screen): Promise<void> {
  await checks.expect('k9s shows the Pods of a Deployment as they become ready', async () => {
    await screen.shows('K8s Rev: v1.36.3', 'pods(default)');
    await screen.press(':pods /shown', 'Enter');
    await screen.shows('pods(default)[2]', /shown-\S+ +● +1\/1\S* +Running/);
  });
  await checks.expect('k9s describes a Pod', async () => {
    await screen.press('d');
    await screen.shows('Describe(default/shown-', 'Controlled By:  ReplicaSet/shown-');
    await screen.press('Escape');
    await screen.shows('pods(default)[2]');
  });
  await checks.expect('k9s follows the log of a Pod', async () => {
    await screen.press('l');
    await screen.shows('Logs(default/shown-', 'start worker processes');
    await screen.press('Escape');
    await screen.shows('pods(default)[2]');
  });
  await checks.expect('k9s opens a shell in a container, and is back when it ends', async () => {
    await screen.press('s');
    await screen.shows('<<K9s-Shell>>', /root@shown-\S+:\/#/);
    await screen.press('cat /etc/os-release | head -1', 'Enter');
    await screen.shows('PRETTY_NAME="Debian');
    await screen.press('exit', 'Enter');
    await screen.shows('pods(default)[2]');
  });
}
