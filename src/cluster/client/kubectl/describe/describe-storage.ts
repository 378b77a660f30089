/** Volumes, claims, classes. Source: describe.go PersistentVolumeDescriber and neighbours. */
import { ok } from '#base/result';
import type { PersistentVolume, PersistentVolumeClaim, Pod } from '#k8s.io/api/core/v1';
import type { CSINode, StorageClass } from '#k8s.io/api/storage/v1';
import type { KubeList, KubeObject } from '#k8s.io/apimachinery/meta/v1';
import { pods as podsResource } from '#k8s.io/client-go/rest/resource';
import { accessModesText } from '#k8s.io/component-helpers/storage/access-modes';
import type { Process } from '#sim/simulation';
import type { Outcome } from '../failure.ts';
import { longDate, since } from './dates.ts';
import { type DescribeRequest, getObject } from './describer.ts';
import { describeEvents, searchEvents, subjectOf } from './events.ts';
import { Page } from './page.ts';
import { boolText, pairsText, simpleDescriber } from './simple-describer.ts';

const phaseText = ({ metadata }: KubeObject, phase: string | undefined, now: number): string =>
  metadata.deletionTimestamp === undefined
    ? (phase ?? '')
    : `Terminating (lasts ${since(now, metadata.deletionTimestamp)})`;

const finalizersText = ({ metadata }: KubeObject): string =>
  `[${(metadata.finalizers ?? []).join(' ')}]`;

export const describePersistentVolume = simpleDescriber<PersistentVolume>(
  (page, volume, request) => {
    const { metadata, spec, status } = volume;
    page.field(0, 'Name', metadata.name);
    page.labels('Labels', metadata.labels);
    page.annotations('Annotations', metadata.annotations);
    page.field(0, 'Finalizers', finalizersText(volume));
    page.field(0, 'StorageClass', spec.storageClassName ?? '');
    page.field(0, 'Status', phaseText(volume, status?.phase, request.session.sim.now));
    const claim = spec.claimRef;
    page.field(
      0,
      'Claim',
      claim === undefined ? '' : `${claim.namespace ?? ''}/${claim.name ?? ''}`,
    );
    page.field(0, 'Reclaim Policy', spec.persistentVolumeReclaimPolicy ?? '');
    page.field(0, 'Access Modes', accessModesText(spec.accessModes));
    if (spec.volumeMode !== undefined) page.field(0, 'VolumeMode', spec.volumeMode);
    page.field(0, 'Capacity', spec.capacity?.['storage'] ?? '0');
    describeAffinity(page, spec);
    page.field(0, 'Message', status?.message ?? '');
    page.line(0, 'Source:');
    const source = sourceOf(spec);
    if (source.length === 0) page.line(1, '<unknown>');
    for (const [name, value] of source) page.field(2, name, value);
  },
);

function describeAffinity(page: Page, spec: PersistentVolume['spec']): void {
  const { nodeAffinity } = spec as { readonly nodeAffinity?: Affinity };
  const terms = nodeAffinity?.required?.nodeSelectorTerms;
  if (nodeAffinity?.required === undefined) {
    page.line(0, 'Node Affinity:\t<none>');
    return;
  }
  page.line(0, 'Node Affinity:\t');
  if (terms === undefined || terms.length === 0) page.line(1, 'Required Terms:\t<none>');
  else page.line(1, 'Required Terms:\t');
  terms?.forEach(({ matchExpressions = [] }, i) => {
    const texts = matchExpressions.map(
      ({ key, operator, values = [] }) => `${key} ${operator.toLowerCase()} [${values.join(', ')}]`,
    );
    page.line(2, `Term ${i}:\t${texts[0] ?? '<none>'}`);
    for (const text of texts.slice(1)) page.line(2, `\t${text}`);
  });
}

interface Affinity {
  readonly required?: {
    readonly nodeSelectorTerms?: readonly {
      readonly matchExpressions?: readonly {
        readonly key: string;
        readonly operator: string;
        readonly values?: readonly string[];
      }[];
    }[];
  };
}

type Field = readonly [string, string | number | boolean];

function sourceOf(spec: PersistentVolume['spec']): readonly Field[] {
  const { hostPath, local, nfs, csi } = spec as {
    readonly hostPath?: { readonly path: string; readonly type?: string };
    readonly local?: { readonly path: string };
    readonly nfs?: { readonly server: string; readonly path: string; readonly readOnly?: boolean };
    readonly csi?: {
      readonly driver: string;
      readonly volumeHandle: string;
      readonly fsType?: string;
      readonly readOnly?: boolean;
    };
  };
  if (hostPath !== undefined) {
    return [
      ['Type', 'HostPath (bare host directory volume)'],
      ['Path', hostPath.path],
      ['HostPathType', hostPath.type ?? ''],
    ];
  }
  if (local !== undefined) {
    return [
      ['Type', 'LocalVolume (a persistent volume backed by local storage on a node)'],
      ['Path', local.path],
    ];
  }
  if (nfs !== undefined) {
    return [
      ['Type', 'NFS (an NFS mount that lasts the lifetime of a pod)'],
      ['Server', nfs.server],
      ['Path', nfs.path],
      ['ReadOnly', nfs.readOnly ?? false],
    ];
  }
  if (csi !== undefined) {
    return [
      ['Type', 'CSI (a Container Storage Interface (CSI) volume source)'],
      ['Driver', csi.driver],
      ['FSType', csi.fsType ?? ''],
      ['VolumeHandle', csi.volumeHandle],
      ['ReadOnly', csi.readOnly ?? false],
      ['VolumeAttributes', '<none>'],
    ];
  }
  return [];
}

export function* describeClaim(request: DescribeRequest): Process<Outcome<string>> {
  const { session, namespace, name, chunkSize } = request;
  const claim = yield* getObject<PersistentVolumeClaim>(request);
  if (!claim.ok) return claim;
  const at = { namespace, query: { limit: chunkSize } };
  const pods = yield* session.client.get<KubeList<Pod>>(podsResource, at);
  if (!pods.ok) return pods;
  const named = pods.value.items.filter(({ spec }) =>
    spec.volumes?.some(({ persistentVolumeClaim }) => persistentVolumeClaim?.claimName === name),
  );
  // The pod of an ephemeral volume owns its claim.
  const { ownerReferences = [] } = claim.value.metadata;
  const owners = pods.value.items.filter(
    (pod) => !named.includes(pod) && ownerReferences.some(({ uid }) => uid === pod.metadata.uid),
  );
  const users = [...named, ...owners].map(({ metadata }) => metadata.name);
  const events = yield* searchEvents(request, subjectOf(claim.value, 'PersistentVolumeClaim'));
  if (!events.ok) return events;
  const { metadata, spec, status } = claim.value;
  const page = new Page();
  page.field(0, 'Name', metadata.name);
  page.field(0, 'Namespace', metadata.namespace);
  page.field(0, 'StorageClass', spec.storageClassName ?? '');
  page.field(0, 'Status', phaseText(claim.value, status?.phase, session.sim.now));
  page.field(0, 'Volume', spec.volumeName ?? '');
  page.labels('Labels', metadata.labels);
  page.annotations('Annotations', metadata.annotations);
  page.field(0, 'Finalizers', finalizersText(claim.value));
  // A claim that is not bound has neither.
  const bound = (spec.volumeName ?? '') !== '';
  page.field(0, 'Capacity', bound ? (status?.capacity?.['storage'] ?? '0') : '');
  page.field(0, 'Access Modes', bound ? accessModesText(status?.accessModes) : '');
  if (spec.volumeMode !== undefined) page.field(0, 'VolumeMode', spec.volumeMode);
  describeDataSource(page, spec);
  page.entries('Used By', users);
  describeClaimConditions(page, status?.conditions);
  describeEvents(page, events.value, session.sim.now);
  return ok(page.toString());
}

function describeDataSource(page: Page, { dataSource }: PersistentVolumeClaim['spec']): void {
  if (dataSource === undefined) return;
  page.line(0, 'DataSource:');
  if (dataSource.apiGroup !== undefined) page.field(1, 'APIGroup', dataSource.apiGroup);
  page.field(1, 'Kind', dataSource.kind);
  page.field(1, 'Name', dataSource.name);
}

type ClaimConditions = NonNullable<PersistentVolumeClaim['status']>['conditions'];

function describeClaimConditions(page: Page, conditions: ClaimConditions = []): void {
  if (conditions.length === 0) return;
  page.line(0, 'Conditions:');
  page.line(1, 'Type\tStatus\tLastProbeTime\tLastTransitionTime\tReason\tMessage');
  page.line(1, '----\t------\t-----------------\t------------------\t------\t-------');
  for (const { type, status, lastProbeTime, lastTransitionTime, reason, message } of conditions) {
    const times = [longDate(lastProbeTime), longDate(lastTransitionTime)];
    page.line(1, [type, status, ...times, reason ?? '', message ?? ''].join(' \t'));
  }
}

const defaultClass = 'storageclass.kubernetes.io/is-default-class';

export const describeStorageClass = simpleDescriber<StorageClass>((page, storageClass) => {
  const { metadata, provisioner, parameters, mountOptions = [], reclaimPolicy } = storageClass;
  page.field(0, 'Name', metadata.name);
  page.field(0, 'IsDefaultClass', metadata.annotations?.[defaultClass] === 'true' ? 'Yes' : 'No');
  page.field(0, 'Annotations', pairsText(metadata.annotations));
  page.field(0, 'Provisioner', provisioner);
  page.field(0, 'Parameters', pairsText(parameters));
  page.field(0, 'AllowVolumeExpansion', boolText(storageClass.allowVolumeExpansion));
  if (mountOptions.length === 0) page.line(0, 'MountOptions:\t<none>');
  else page.line(0, 'MountOptions:');
  for (const option of mountOptions) page.line(1, option);
  if (reclaimPolicy !== undefined) page.field(0, 'ReclaimPolicy', reclaimPolicy);
  if (storageClass.volumeBindingMode !== undefined) {
    page.field(0, 'VolumeBindingMode', storageClass.volumeBindingMode);
  }
});

/** Source: describe.go CSINodeDescriber. */
export const describeCSINode = simpleDescriber<CSINode>((page, { metadata, spec }) => {
  page.field(0, 'Name', metadata.name);
  page.labels('Labels', metadata.labels);
  page.annotations('Annotations', metadata.annotations);
  page.field(0, 'CreationTimestamp', longDate(metadata.creationTimestamp));
  page.line(0, 'Spec:');
  // A list without drivers is null on the wire.
  const drivers = spec.drivers ?? [];
  if (drivers.length > 0) page.line(1, 'Drivers:');
  for (const { name, nodeID, allocatable, topologyKeys } of drivers) {
    page.line(2, `${name}:`);
    page.field(3, 'Node ID', nodeID);
    if (allocatable?.count !== undefined) {
      page.line(3, 'Allocatables:');
      page.field(4, 'Count', String(allocatable.count));
    }
    if (topologyKeys !== undefined) page.field(3, 'Topology Keys', `[${topologyKeys.join(' ')}]`);
  }
});
