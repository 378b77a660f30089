/**
 * What a cluster writes all the time, whatever anybody does: its background. It is left out where a
 * command is followed, and where it is asked whether a cluster has settled.
 *
 * Three kinds of it:
 * - Heartbeats. A component only reports that it is alive: a component renews its Lease, an API
 *   server the key of its address (`masterleases`, `peerserverleases`), a kubelet the status of its
 *   node.
 * - Events: messages about a change that is itself written, too.
 * - Bookkeeping of the API server: the numbers of ports and addresses that are taken (`ranges`).
 *
 * A key in etcd does not say which part of an object was written. So a Node's key is no background
 * by itself: a taint that a person sets is under it too. `isBackgroundOrNodeKey` is for callers
 * that would rather miss such a taint than count each heartbeat of a kubelet as a change.
 */
import type { RequestInfoResolved } from './facts/kube-apiserver.ts';
import { storedResource, withoutGroup } from './object-key.ts';

const leases: readonly string[] = ['leases', 'masterleases', 'peerserverleases'];
const background: readonly string[] = [...leases, 'events', 'ranges'];
const backgroundOrNode: readonly string[] = [...background, 'nodes', 'csinodes'];
const besideStory: readonly string[] = [...backgroundOrNode, 'endpointslices'];

/** Whether a key of etcd is a heartbeat. Events and allocated ports and addresses are none. */
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

/** The parts of a request that show whether it is background. */
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
 * have the form of a write (`subjectaccessreviews`) and store nothing. Only a kubelet's patch of
 * its node's status is a heartbeat. The node lifecycle controller updates that status when it has
 * lost the node, and that is no heartbeat.
 */
export function isBesideStoryRequest(request: RequestKind): boolean {
  const { resource, verb } = request;
  if (withoutGroup(resource).endsWith('reviews')) return true;
  return isBackgroundRequest(request) && (resource !== 'nodes' || verb === 'patch');
}

const isOneOf = (resources: readonly string[], key: string): boolean =>
  resources.includes(storedResource(key));
