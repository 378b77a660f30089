/**
 * The CSINode of a kubelet's node, which has the drivers that run there: none.
 *
 * Models kubernetes/pkg/volume/csi nodeinfomanager.go InitializeCSINodeWithAnnotation: it is made
 * once the Node is there, belongs to it, and says which in-tree plugins are drivers today.
 */
import { type Duration, ms } from '#base/sim-time';
import type { Node } from '#k8s.io/api/core/v1';
import type { CSINode } from '#k8s.io/api/storage/v1';
import { isAlreadyExists, isNotFound } from '#k8s.io/apimachinery/errors';
import { csiNodes, nodes } from '#k8s.io/client-go/rest/resource';
import { type Process, sleep } from '#sim/simulation';
import type { KubeletContext } from '../kubelet-context.ts';

const migrated = [
  'aws-ebs',
  'azure-disk',
  'azure-file',
  'cinder',
  'gce-pd',
  'portworx-volume',
  'vsphere-volume',
].map((plugin) => `kubernetes.io/${plugin}`);

/** Source: plugin.go initializeCSINode: doubled up to its limit. */
const firstRetry: Duration = ms(500);
const longestRetry: Duration = 16 * firstRetry;

/** Tries until the object is there. */
export function* initializeCsiNode(context: KubeletContext): Process {
  const { client, node } = context;
  let wait = firstRetry;
  for (;;) {
    const found = yield* client.get<CSINode>(csiNodes, { name: node.name });
    if (found.ok) return;
    if (isNotFound(found.error)) {
      const owner = yield* client.get<Node>(nodes, { name: node.name });
      if (owner.ok) {
        const made = yield* client.create<CSINode>(csiNodes, csiNodeOf(owner.value), {});
        if (made.ok || isAlreadyExists(made.error)) return;
      }
    }
    yield* sleep(wait);
    wait = Math.min(2 * wait, longestRetry);
  }
}

const csiNodeOf = ({ metadata }: Node) => ({
  apiVersion: 'storage.k8s.io/v1',
  kind: 'CSINode',
  metadata: {
    name: metadata.name,
    annotations: { 'storage.alpha.kubernetes.io/migrated-plugins': migrated.join(',') },
    ownerReferences: [{ apiVersion: 'v1', kind: 'Node', name: metadata.name, uid: metadata.uid }],
  },
  spec: { drivers: [] },
});
