/** Helm, as people use it first: the chart of `helm create`, through its whole life. */
import { join } from 'node:path';
import type { AppsV1Api, CoreV1Api } from '@kubernetes/client-node';
import { type Checks, mustSay, run, until } from './checks.ts';

export interface HelmOptions {
  readonly helm: string;
  readonly kubeconfig: string;
  /** Where the chart is made. */
  readonly folder: string;
  readonly apps: AppsV1Api;
  readonly core: CoreV1Api;
}

const namespace = 'default';

export async function checkHelm(checks: Checks, options: HelmOptions): Promise<void> {
  const { helm, folder, kubeconfig, apps, core } = options;
  const home = { HELM_CACHE_HOME: folder, HELM_CONFIG_HOME: folder, HELM_DATA_HOME: folder };
  const env = { KUBECONFIG: kubeconfig, ...home };
  const call = (...args: readonly string[]) => run(helm, args, { cwd: folder, env });
  const chart = join(folder, 'hello');
  const images = async (): Promise<readonly string[]> => {
    const { items } = await apps.listNamespacedDeployment({ namespace });
    return items.flatMap(({ spec }) => spec?.template.spec?.containers.map(imageOf) ?? []);
  };

  await call('create', 'hello');
  await checks.expect('helm install waits until the chart of helm create is ready', async () => {
    mustSay(await call('install', 'demo', chart, '--wait', '--timeout', '90s'), 'STATUS: deployed');
    const { status } = await apps.readNamespacedDeployment({ name: 'demo-hello', namespace });
    if (status?.readyReplicas !== 1) throw new Error(`ready: ${status?.readyReplicas}`);
  });
  await checks.expect('helm test runs its Pod, which reaches the Service by name', async () => {
    mustSay(await call('test', 'demo'), /Phase: +Succeeded/);
  });
  await checks.expect('helm upgrade makes a second revision with two replicas', async () => {
    const values = ['--set', 'image.tag=1.29', '--set', 'replicaCount=2'];
    const wait = ['--wait', '--timeout', '90s'];
    mustSay(await call('upgrade', 'demo', chart, ...values, ...wait), 'REVISION: 2');
    const { status } = await apps.readNamespacedDeployment({ name: 'demo-hello', namespace });
    if (status?.readyReplicas !== 2) throw new Error(`ready: ${status?.readyReplicas}`);
  });
  await checks.expect('helm upgrade --atomic takes an image back that does not exist', async () => {
    const values = ['--set', 'image.tag=nope', '--atomic', '--timeout', '15s'];
    mustSay(await call('upgrade', 'demo', chart, ...values), 'has been rolled back due to atomic');
    const found = await images();
    if (!found.includes('nginx:1.29')) throw new Error(`images: ${found}`);
  });
  await checks.expect('helm rollback goes back to the first revision', async () => {
    mustSay(await call('rollback', 'demo', '1', '--wait'), 'Rollback was a success');
    const found = await images();
    if (!found.includes('nginx:1.16.0')) throw new Error(`images: ${found}`);
    mustSay(await call('history', 'demo'), 'Rollback to 1', 'superseded');
  });
  await checks.expect('helm uninstall leaves nothing of the release', async () => {
    mustSay(await call('uninstall', 'demo', '--wait'), 'uninstalled');
    await until(
      async () => {
        const labelSelector = 'app.kubernetes.io/instance=demo,!helm.sh/hook';
        const { items } = await core.listNamespacedPod({ namespace, labelSelector });
        return items.filter(({ metadata }) => !metadata?.annotations?.['helm.sh/hook']).length;
      },
      (count) => count === 0,
    );
    const { items } = await core.listNamespacedSecret({ namespace });
    const kept = items.filter(({ type }) => type === 'helm.sh/release.v1');
    if (kept.length > 0) throw new Error(`${kept.length} releases are kept`);
  });
}

const imageOf = ({ image = '' }: { readonly image?: string }): string => image;
