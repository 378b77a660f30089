/**
 * One deployment in the peer, in a page of its own: from a new cluster to all replicas Ready.
 *
 * Its clock is paused and stepped: that is its quickest. Only its public interface is used.
 */
import { BaseImage, Cluster } from '@ngrok/webernetes';

const nodes = 3;
/** Virtual milliseconds for each look at the clock. */
const stepMs = 10;

class Nginx extends BaseImage {
  static imageName = 'nginx';
  static imageVersion = '1.0';
  defaultCommand = ['nginx'];

  async exec(context, argv) {
    if (argv[0] !== 'nginx') return super.exec(context, argv);
    context.listenHttp(80, async () => ({ status: 200, body: 'welcome\n' }));
    return context.waitUntilKilled();
  }
}

const deployment = (replicas) => ({
  apiVersion: 'apps/v1',
  kind: 'Deployment',
  metadata: { name: 'web' },
  spec: {
    replicas,
    selector: { matchLabels: { app: 'web' } },
    template: {
      metadata: { labels: { app: 'web' } },
      spec: { containers: [{ name: 'nginx', image: 'nginx:1.0' }] },
    },
  },
});

/** A task of its own, without the delay of a timer. */
function nextTask() {
  const { port1, port2 } = new MessageChannel();
  return new Promise((resolve) => {
    port1.onmessage = () => {
      port1.close();
      resolve();
    };
    port2.postMessage(undefined);
  });
}

/** Steps the cluster's clock until the promise settles. */
async function drive(cluster, promise) {
  let settled = false;
  const settle = () => {
    settled = true;
  };
  promise.then(settle, settle);
  while (!settled) {
    await nextTask();
    if (!settled) cluster.clock.step(stepMs);
  }
  return promise;
}

const isReady = (pod) =>
  pod.status?.conditions?.some(({ type, status }) => type === 'Ready' && status === 'True') ===
  true;

/** Resolves when so many Pods are Ready. */
function whenReady(cluster, replicas) {
  const ready = new Set();
  return new Promise((resolve) => {
    cluster.informer('pods', (type, pod) => {
      if (type !== 'delete' && isReady(pod)) ready.add(pod.metadata.name);
      if (ready.size === replicas) resolve();
    });
  });
}

/** Milliseconds of the page from a new cluster to all replicas Ready. */
globalThis.deployInPeer = async (replicas) => {
  const start = performance.now();
  const cluster = new Cluster({ nodes });
  cluster.registerImage(Nginx);
  cluster.pause();
  await drive(cluster, cluster.init());
  const ready = whenReady(cluster, replicas);
  await drive(cluster, cluster.clock.wait(2 * stepMs));
  await drive(cluster, cluster.apply([deployment(replicas)]));
  await drive(cluster, ready);
  return performance.now() - start;
};
