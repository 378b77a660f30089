/** An operator built with controller-runtime: informers, leader election, finalizers, statuses. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createWriteStream, readFileSync } from 'node:fs';
import { join } from 'node:path';
import {
  AppsV1Api,
  CoordinationV1Api,
  CoreV1Api,
  type KubeConfig,
  type KubernetesObject,
  KubernetesObjectApi,
  loadYaml,
  PatchStrategy,
} from '@kubernetes/client-node';
import { type Checks, until } from './checks.ts';

interface WebApp extends KubernetesObject {
  readonly spec?: { readonly image: string; replicas?: number; port?: number };
  readonly status?: {
    readonly availableReplicas?: number;
    readonly observedGeneration?: number;
    readonly conditions?: readonly { readonly type: string; readonly status: string }[];
  };
}

export interface OperatorOptions {
  /** The built program. */
  readonly operator: string;
  readonly kubeconfig: string;
  readonly config: KubeConfig;
  /** Where the program's log goes. */
  readonly log: string;
}

const name = 'shop';
const namespace = 'default';
const webApp = { apiVersion: 'example.com/v1', kind: 'WebApp', metadata: { name, namespace } };

/** Runs the operator while its custom resource lives. */
export async function checkOperator(checks: Checks, options: OperatorOptions): Promise<void> {
  const { operator, kubeconfig, config, log } = options;
  const objects = KubernetesObjectApi.makeApiClient(config);
  const definition = readFileSync(join(import.meta.dirname, 'operator/webapps.yaml'), 'utf8');
  await objects.create(loadYaml<KubernetesObject>(definition));
  const child = spawn(operator, [], { env: { ...process.env, KUBECONFIG: kubeconfig } });
  child.stderr.pipe(createWriteStream(log));
  try {
    await checkLife(checks, objects, config);
  } finally {
    child.kill('SIGTERM');
    await once(child, 'exit');
  }
}

async function checkLife(
  checks: Checks,
  objects: KubernetesObjectApi,
  config: KubeConfig,
): Promise<void> {
  const apps = config.makeApiClient(AppsV1Api);
  const read = (): Promise<WebApp> => objects.read(webApp);
  const available = (count: number): Promise<WebApp> =>
    until(read, ({ status }) => status?.availableReplicas === count && isReady(status));
  const change = (spec: Partial<WebApp['spec']>): Promise<KubernetesObject> => {
    const patched: KubernetesObject & { readonly spec: object } = { ...webApp, spec: { ...spec } };
    const unset = undefined;
    return objects.patch(patched, unset, unset, unset, unset, PatchStrategy.MergePatch);
  };
  const deployments = async (): Promise<readonly (string | undefined)[]> => {
    const { items } = await apps.listNamespacedDeployment({ namespace });
    return items.map(({ metadata }) => metadata?.uid);
  };

  await checks.expect('the operator becomes the leader of its lease', async () => {
    const leases = config.makeApiClient(CoordinationV1Api);
    await until(
      async () => (await leases.listNamespacedLease({ namespace })).items[0]?.spec?.holderIdentity,
      (holder) => holder !== undefined,
    );
  });
  await checks.expect('a WebApp gets a Deployment, a Service and a Ready condition', async () => {
    await objects.create<WebApp>({ ...webApp, spec: { image: 'nginx', replicas: 2 } });
    await available(2);
    await config.makeApiClient(CoreV1Api).readNamespacedService({ name, namespace });
  });
  await checks.expect('its replicas follow what is wanted', async () => {
    await change({ replicas: 3 });
    await available(3);
  });
  await checks.expect('a deleted Deployment is made again', async () => {
    const before = await deployments();
    await apps.deleteNamespacedDeployment({ name, namespace });
    await until(deployments, (uids) => uids.length === 1 && uids[0] !== before[0]);
    await available(3);
  });
  await checks.expect('a rule of its definition refuses a value, in its own words', async () => {
    const said = await change({ port: 22 }).then(() => 'it was accepted', String);
    if (!said.includes('port 22 is for people')) throw new Error(said);
  });
  await checks.expect(
    'a deleted WebApp waits for its finalizer, and takes all with it',
    async () => {
      await objects.delete(webApp);
      await until(deployments, (uids) => uids.length === 0);
      await until(
        () => read().then(() => 'it is there', String),
        (said) => said.includes('404'),
      );
    },
  );
}

const isReady = ({ conditions = [] }: NonNullable<WebApp['status']>): boolean =>
  conditions.some(({ type, status }) => type === 'Ready' && status === 'True');
