/**
 * What a cluster writes whatever anybody does: its background. A reader who follows a command, and
 * whoever asks whether a cluster has settled, leaves it out.
 *
 * Three kinds of it:
 * - Heartbeats. Somebody only says that it is still there: a component renews its Lease, an API
 *   server the key of its address (`masterleases`, `peerserverleases`), a kubelet the status of its
 *   node.
 * - Events: words about something else, which is written as well.
 * - Bookkeeping of the API server: the numbers of ports and addresses that are taken (`ranges`).
 *
 * A key in etcd does not say which part of an object was written. So a Node's key is no background
 * by itself: a taint that a person sets stands under it too. `isBackgroundOrNodeKey` is for those
 * who would rather miss that than take each heartbeat of a kubelet for a change.
 */
import type { RequestInfoResolved } from './facts/kube-apiserver.ts';
import { storedResource, withoutGroup } from './object-key.ts';

const leases: readonly string[] = ['leases', 'masterleases', 'peerserverleases'];
const background: readonly string[] = [...leases, 'events', 'ranges'];
const backgroundOrNode: readonly string[] = [...background, 'nodes', 'csinodes'];
const besideStory: readonly string[] = [...backgroundOrNode, 'endpointslices'];

/** Whether a key of etcd is a heartbeat alone: an Event or a number that is taken is none. */
export const isHeartbeatKey = (key: string): boolean => isOneOf(leases, key);

/** Whether a key of etcd is background, whoever writes it. */
export const isBackgroundKey = (key: string): boolean => isOneOf(background, key);

/**
 * Whether a key of etcd is background, or a Node's, most of whose writes are its kubelet's
 * heartbeats; a CSINode says again what the kubelet has.
 */
export const isBackgroundOrNodeKey = (key: string): boolean => isOneOf(backgroundOrNode, key);

/**
 * Whether a key of etcd has no row of its own in a picture that has few: background, Nodes, which
 * are drawn as machines, and EndpointSlices, which follow the Pods. What lies outside of
 * `/registry` is no object at all.
 */
export const isBesideStoryKey = (key: string): boolean =>
  storedResource(key) === '' || isOneOf(besideStory, key);

/** What of a request to the API server tells whether it is background. */
export type RequestKind = Pick<RequestInfoResolved, 'subresource' | 'verb'> & {
  /** With its group or without. */
  readonly resource: string;
};

/** Whether a request is a heartbeat: of a Lease, or of the status of a node, whoever writes it. */
export const isHeartbeatRequest = ({ resource, subresource }: Omit<RequestKind, 'verb'>): boolean =>
  withoutGroup(resource) === 'leases' || (resource === 'nodes' && subresource === 'status');

/** Whether a request is background: a heartbeat or an Event. */
export const isBackgroundRequest = (request: Omit<RequestKind, 'verb'>): boolean =>
  isHeartbeatRequest(request) || withoutGroup(request.resource) === 'events';

/**
 * Whether a write has no mark of its own in a picture that has few: background, and questions that
 * have the form of a write (`subjectaccessreviews`) and store nothing. That somebody else than the
 * kubelet sets the status of a node is no heartbeat: a kubelet patches, the node lifecycle
 * controller updates when it has lost a node.
 */
export function isBesideStoryRequest(request: RequestKind): boolean {
  const { resource, verb } = request;
  if (withoutGroup(resource).endsWith('reviews')) return true;
  return isBackgroundRequest(request) && (resource !== 'nodes' || verb === 'patch');
}

const isOneOf = (resources: readonly string[], key: string): boolean =>
  resources.includes(storedResource(key));
