/** `kubectl describe node`. Source: describe.go NodeDescriber. */
import { ok } from '#base/result';
import type { Lease } from '#k8s.io/api/coordination/v1';
import type { Event, Node, Pod, Taint } from '#k8s.io/api/core/v1';
import type { KubeList, Quantity } from '#k8s.io/apimachinery/meta/v1';
import { leases, pods as podsResource } from '#k8s.io/client-go/rest/resource';
import type { Process } from '#sim/simulation';
import type { Outcome } from '../failure.ts';
import { longDate } from './dates.ts';
import { type DescribeRequest, getObject } from './describer.ts';
import { describeEvents, searchEvents } from './events.ts';
import { describeNodePods } from './node-pods.ts';
import { Page } from './page.ts';

const resourceSlices = {
  group: 'resource.k8s.io',
  version: 'v1',
  resource: 'resourceslices',
  kind: 'ResourceSlice',
  namespaced: false,
};

export function* describeNode(request: DescribeRequest): Process<Outcome<string>> {
  const { session, name, chunkSize } = request;
  const node = yield* getObject<Node>(request);
  if (!node.ok) return node;
  const lease = yield* session.client.get<Lease>(leases, { namespace: 'kube-node-lease', name });
  const fieldSelector = `spec.nodeName=${name},status.phase!=Succeeded,status.phase!=Failed`;
  const query = { fieldSelector, limit: chunkSize };
  const pods = yield* session.client.get<KubeList<Pod>>(podsResource, { namespace: '', query });
  const events = yield* nodeEvents(request, node.value);
  if (!events.ok) return events;
  yield* session.client.get(resourceSlices, {
    namespace: '',
    query: { fieldSelector: `spec.nodeName=${name}` },
  });
  const { now } = session.sim;
  const page = new Page();
  describeHead(page, node.value);
  if (lease.ok) describeLease(page, lease.value);
  describeConditions(page, node.value);
  describeStatus(page, node.value);
  if (pods.ok) describeNodePods(page, node.value, pods.value.items, now);
  else page.line(0, 'Pods:\tnot authorized');
  describeEvents(page, events.value, now);
  return ok(page.toString());
}

/** The kubelet's events have the node's name in place of its UID, so both are queried. */
function* nodeEvents(
  request: DescribeRequest,
  { metadata }: Node,
): Process<Outcome<readonly Event[] | undefined>> {
  const subject = { name: metadata.name, namespace: '', kind: 'Node' };
  const byUid = yield* searchEvents(request, { ...subject, uid: metadata.uid });
  if (!byUid.ok || byUid.value === undefined) return byUid;
  const byName = yield* searchEvents(request, { ...subject, uid: metadata.name });
  return byName.ok ? ok([...byUid.value, ...(byName.value ?? [])]) : byName;
}

function describeHead(page: Page, { metadata, spec }: Node): void {
  page.field(0, 'Name', metadata.name);
  const roles = rolesOf(metadata.labels ?? {});
  page.field(0, 'Roles', roles.length === 0 ? '<none>' : roles.join(','));
  page.labels('Labels', metadata.labels);
  page.annotations('Annotations', metadata.annotations);
  page.field(0, 'CreationTimestamp', longDate(metadata.creationTimestamp));
  const taints = [...(spec.taints ?? [])].sort((a, b) => (taintKey(a) < taintKey(b) ? -1 : 1));
  page.entries('Taints', taints.map(taintText));
  page.field(0, 'Unschedulable', spec.unschedulable ?? false);
}

const rolePrefix = 'node-role.kubernetes.io/';

/** Source: describe.go findNodeRoles. */
function rolesOf(labels: Readonly<Record<string, string>>): readonly string[] {
  const roles = Object.entries(labels).flatMap(([key, value]) => {
    if (key.startsWith(rolePrefix) && key !== rolePrefix) return [key.slice(rolePrefix.length)];
    return key === 'kubernetes.io/role' && value !== '' ? [value] : [];
  });
  return roles.sort();
}

const taintKey = ({ effect, key }: Taint): string => `${effect},${key}`;

const taintText = ({ key, value = '', effect }: Taint): string =>
  value === '' ? `${key}:${effect}` : `${key}=${value}:${effect}`;

function describeLease(page: Page, { spec }: Lease): void {
  const { holderIdentity = '<unset>', acquireTime, renewTime } = spec;
  const date = (time: string | undefined): string =>
    time === undefined ? '<unset>' : longDate(time);
  page.line(0, 'Lease:');
  page.field(1, 'HolderIdentity', holderIdentity);
  page.field(1, 'AcquireTime', date(acquireTime));
  page.field(1, 'RenewTime', date(renewTime));
}

function describeConditions(page: Page, { status }: Node): void {
  const { conditions = [] } = status ?? {};
  if (conditions.length === 0) return;
  const titles = 'Type Status LastHeartbeatTime LastTransitionTime Reason Message'.split(' ');
  page.line(0, 'Conditions:');
  page.line(1, titles.join('\t'));
  page.line(1, titles.map((title) => '-'.repeat(title.length)).join('\t'));
  for (const condition of conditions) {
    const { type, reason = '', message = '' } = condition;
    const heartbeat = longDate(condition.lastHeartbeatTime);
    const transition = longDate(condition.lastTransitionTime);
    page.line(
      1,
      `${type} \t${condition.status} \t${heartbeat} \t${transition} \t${reason} \t${message}`,
    );
  }
}

function describeStatus(page: Page, { spec, status = {} }: Node): void {
  page.line(0, 'Addresses:');
  for (const { type, address } of status.addresses ?? []) page.field(1, type, address);
  describeQuantities(page, 'Capacity', status.capacity);
  describeQuantities(page, 'Allocatable', status.allocatable);
  const info = status.nodeInfo;
  page.line(0, 'System Info:');
  page.field(1, 'Machine ID', info?.machineID ?? '');
  page.field(1, 'System UUID', info?.systemUUID ?? '');
  page.field(1, 'Boot ID', info?.bootID ?? '');
  page.field(1, 'Kernel Version', info?.kernelVersion ?? '');
  page.field(1, 'OS Image', info?.osImage ?? '');
  page.field(1, 'Operating System', info?.operatingSystem ?? '');
  page.field(1, 'Architecture', info?.architecture ?? '');
  page.field(1, 'Container Runtime Version', info?.containerRuntimeVersion ?? '');
  page.field(1, 'Kubelet Version', info?.kubeletVersion ?? '');
  const { podCIDR = '', podCIDRs = [], providerID = '' } = spec;
  if (podCIDR !== '') page.field(0, 'PodCIDR', podCIDR);
  if (podCIDRs.length > 0) page.field(0, 'PodCIDRs', podCIDRs.join(','));
  if (providerID !== '') page.field(0, 'ProviderID', providerID);
}

function describeQuantities(
  page: Page,
  title: string,
  list: Readonly<Record<string, Quantity>> = {},
): void {
  const names = Object.keys(list).sort();
  if (names.length > 0) page.line(0, `${title}:`);
  for (const name of names) page.field(1, name, list[name] ?? '');
}
