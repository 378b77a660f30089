import { PassThrough } from 'node:stream';
import {
  AppsV1Api,
  CoreV1Api,
  Exec,
  KubeConfig,
  KubernetesObjectApi,
  Log,
  makeInformer,
  PatchStrategy,
  setHeaderOptions,
  type V1Pod,
  Watch,
} from '@kubernetes/client-node';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { defined } from '#base/defined';
import { type Served, serve } from './serve.ts';

let served: Served;
let config: KubeConfig;
let core: CoreV1Api;
const namespace = 'default';

beforeAll(async () => {
  served = await serve({ recording: { scenario: 'empty-cluster', seed: 1 }, speed: 10 });
  config = configOf('admin');
  core = config.makeApiClient(CoreV1Api);
}, 60_000);

afterAll(() => served.close());

function configOf(user: string): KubeConfig {
  const found = new KubeConfig();
  found.loadFromString(served.kubeconfigs.get(user) ?? '');
  return found;
}

const podOf = (name: string, command: readonly string[]): V1Pod => ({
  metadata: { name, labels: { app: name } },
  spec: {
    restartPolicy: 'Never',
    containers: [{ name: 'main', image: 'busybox', command: [...command] }],
  },
});

/** Waits until a list has what is wanted, and no longer than a few seconds. */
async function until<T>(read: () => Promise<T>, isWanted: (value: T) => boolean): Promise<T> {
  const end = performance.now() + 10_000;
  for (;;) {
    const value = await read();
    if (isWanted(value)) return value;
    if (performance.now() > end) throw new Error(`still ${JSON.stringify(value)}`);
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
}

const phaseOf = async (name: string): Promise<string | undefined> =>
  (await core.readNamespacedPod({ name, namespace })).status?.phase;

describe('@kubernetes/client-node', () => {
  it('lists nodes, in pages too', async () => {
    const { items } = await core.listNode();
    expect(items.map(({ metadata }) => metadata?.name)).toEqual(['node-1', 'node-2', 'node-3']);
    const page = await core.listNode({ limit: 2 });
    expect(page.items).toHaveLength(2);
    const rest = await core.listNode({
      limit: 2,
      ...defined({ _continue: page.metadata?._continue }),
    });
    expect(rest.items.map(({ metadata }) => metadata?.name)).toEqual(['node-3']);
  });

  it('is refused what RBAC does not grant, with the words of a real server', async () => {
    const alice = configOf('alice').makeApiClient(CoreV1Api);
    await expect(alice.listNamespacedPod({ namespace })).rejects.toMatchObject({
      code: 403,
      body: expect.stringContaining('User \\"alice\\" cannot list resource \\"pods\\"'),
    });
  });

  it('creates a Pod, reads its log and gets the exit code of a command in it', async () => {
    await core.createNamespacedPod({
      namespace,
      body: podOf('talker', ['sh', '-c', 'echo hello; sleep 600']),
    });
    await until(
      () => phaseOf('talker'),
      (phase) => phase === 'Running',
    );
    expect(await core.readNamespacedPodLog({ name: 'talker', namespace })).toBe('hello\n');
    const output = new PassThrough();
    const status = await new Promise((resolve, reject) => {
      const exec = new Exec(config);
      const command = ['sh', '-c', 'echo out; exit 3'];
      exec
        .exec(namespace, 'talker', 'main', command, output, null, null, false, resolve)
        .catch(reject);
    });
    expect(String(output.read())).toBe('out\n');
    expect(status).toMatchObject({
      status: 'Failure',
      reason: 'NonZeroExitCode',
      details: { causes: [{ reason: 'ExitCode', message: '3' }] },
    });
  });

  it('follows a log to its end', async () => {
    await core.createNamespacedPod({
      namespace,
      body: podOf('counter', ['sh', '-c', 'echo one; sleep 2; echo two']),
    });
    await until(
      () => phaseOf('counter'),
      (phase) => phase !== 'Pending',
    );
    const text = new PassThrough();
    const pieces: string[] = [];
    text.on('data', (piece) => pieces.push(String(piece)));
    const ended = new Promise((resolve) => text.on('end', resolve));
    await new Log(config).log(namespace, 'counter', 'main', text, { follow: true });
    await ended;
    expect(pieces.join('')).toBe('one\ntwo\n');
  });

  it('patches in every way, and applies with an owner of fields', async () => {
    const body = { metadata: { name: 'patched' }, data: { a: '1', b: '2' } };
    await core.createNamespacedConfigMap({ namespace, body });
    const target = { name: 'patched', namespace };
    const patch = async (type: string, change: object) =>
      (
        await core.patchNamespacedConfigMap(
          { ...target, body: change },
          setHeaderOptions('Content-Type', type),
        )
      ).data;
    const { JsonPatch, MergePatch, StrategicMergePatch } = PatchStrategy;
    expect(await patch(JsonPatch, [{ op: 'replace', path: '/data/a', value: '3' }])).toEqual({
      a: '3',
      b: '2',
    });
    expect(await patch(MergePatch, { data: { b: null } })).toEqual({ a: '3' });
    expect(await patch(StrategicMergePatch, { data: { c: '4' } })).toEqual({ a: '3', c: '4' });
    const objects = KubernetesObjectApi.makeApiClient(config);
    const applied = {
      apiVersion: 'v1',
      kind: 'ConfigMap',
      ...body,
      metadata: { ...body.metadata, namespace },
    };
    await objects.patch(
      applied,
      undefined,
      undefined,
      'tester',
      true,
      PatchStrategy.ServerSideApply,
    );
    const { metadata, data } = await core.readNamespacedConfigMap(target);
    expect(data).toEqual({ a: '1', b: '2', c: '4' });
    expect(metadata?.managedFields).toContainEqual(
      expect.objectContaining({ manager: 'tester', operation: 'Apply' }),
    );
  });

  it('replaces an object that it has read, with the dates as it writes them', async () => {
    const body = { metadata: { name: 'replaced' }, data: { a: '1' } };
    const read = await core.createNamespacedConfigMap({ namespace, body });
    const replaced = await core.replaceNamespacedConfigMap({
      name: 'replaced',
      namespace,
      body: { ...read, data: { a: '2' } },
    });
    expect(replaced.data).toEqual({ a: '2' });
    expect(replaced.metadata?.creationTimestamp).toEqual(read.metadata?.creationTimestamp);
  });

  it('keeps an informer in step with what happens', async () => {
    const seen: string[] = [];
    const list = () => core.listNamespacedConfigMap({ namespace, labelSelector: 'watched=yes' });
    const path = `/api/v1/namespaces/${namespace}/configmaps`;
    const informer = makeInformer(config, path, list, 'watched=yes');
    for (const event of ['add', 'update', 'delete'] as const) {
      informer.on(event, ({ metadata }) => void seen.push(`${event} ${metadata?.name}`));
    }
    await informer.start();
    const body = { metadata: { name: 'w', labels: { watched: 'yes' } } };
    await core.createNamespacedConfigMap({ namespace, body });
    await core.replaceNamespacedConfigMap({
      name: 'w',
      namespace,
      body: { ...body, data: { x: 'y' } },
    });
    await core.deleteNamespacedConfigMap({ name: 'w', namespace });
    await until(
      async () => seen,
      ({ length }) => length >= 3,
    );
    await informer.stop();
    expect(seen).toEqual(['add w', 'update w', 'delete w']);
  });

  it('gets what there is as the first events of a watch, then a bookmark, and an end in time', async () => {
    const types: string[] = [];
    const watch = (query: Record<string, string | number | boolean>): Promise<unknown> =>
      new Promise((resolve, reject) => {
        new Watch(config)
          .watch('/api/v1/nodes', query, (type) => types.push(type), resolve)
          .catch(reject);
      });
    await watch({
      sendInitialEvents: true,
      resourceVersionMatch: 'NotOlderThan',
      allowWatchBookmarks: true,
      timeoutSeconds: 5,
    });
    expect(types.slice(0, 4)).toEqual(['ADDED', 'ADDED', 'ADDED', 'BOOKMARK']);
  });

  it('scales a Deployment until it is available', async () => {
    const apps = config.makeApiClient(AppsV1Api);
    const labels = { app: 'web' };
    const template = {
      metadata: { labels },
      spec: { containers: [{ name: 'web', image: 'nginx' }] },
    };
    await apps.createNamespacedDeployment({
      namespace,
      body: {
        metadata: { name: 'web' },
        spec: { replicas: 1, selector: { matchLabels: labels }, template },
      },
    });
    const target = { name: 'web', namespace };
    // While the controller still writes its status, a replacement may come too late.
    await until(
      () => apps.readNamespacedDeployment(target),
      ({ status }) => status?.availableReplicas === 1,
    );
    const scale = await apps.readNamespacedDeploymentScale(target);
    await apps.replaceNamespacedDeploymentScale({
      ...target,
      body: { ...scale, spec: { replicas: 3 } },
    });
    const done = await until(
      () => apps.readNamespacedDeployment(target),
      ({ status }) => status?.availableReplicas === 3,
    );
    expect(done.status?.readyReplicas).toBe(3);
  });
});
