/** `kubectl describe pod`. Source: k8s.io/kubectl pkg/describe describe.go PodDescriber. */

import { ok } from '#base/result';
import type { Pod } from '#k8s.io/api/core/v1';
import { controllerOf } from '#k8s.io/apimachinery/meta/controller-ref';
import type { KubeObject } from '#k8s.io/apimachinery/meta/v1';
import { mirrorAnnotation } from '#k8s.io/component-helpers/core/mirror-pod';
import type { Process } from '#sim/simulation';
import type { Outcome } from '../failure.ts';
import { type ContainersBlock, describeContainers, describeResources } from './containers.ts';
import { longDate, since } from './dates.ts';
import { type DescribeRequest, getObject } from './describer.ts';
import { podFieldResolver } from './environment-variables.ts';
import { describeEvents, searchEvents, subjectOf } from './events.ts';
import { Page } from './page.ts';
import { describeSpread } from './topology-spread.ts';
import { describeTolerations, describeVolumes } from './volumes.ts';

export function* describePod(request: DescribeRequest): Process<Outcome<string>> {
  const pod = yield* getObject<Pod>(request);
  if (!pod.ok) return pod;
  const mirrored = pod.value.metadata.annotations?.[mirrorAnnotation];
  const subject = subjectOf(pod.value);
  // Events of a static pod carry the UID that its kubelet uses.
  const events = yield* searchEvents(request, { ...subject, uid: mirrored ?? subject.uid });
  if (!events.ok) return events;
  const { now } = request.session.sim;
  const page = new Page();
  describeHead(page, pod.value);
  describePhase(page, pod.value, now);
  describeAddresses(page, pod.value);
  describePodResources(page, pod.value);
  describeAllContainers(page, pod.value);
  describeConditions(page, pod.value);
  const { spec, status = {} } = pod.value;
  describeVolumes(page, spec.volumes);
  page.field(0, 'QoS Class', status.qosClass ?? '');
  page.labels('Node-Selectors', spec.nodeSelector);
  describeTolerations(page, 'Tolerations', spec.tolerations);
  describeSpread(page, spec.topologySpreadConstraints);
  describeEvents(page, events.value, now);
  return ok(page.toString());
}

function describeHead(page: Page, { metadata, spec, status = {} }: Pod): void {
  page.field(0, 'Name', metadata.name);
  page.field(0, 'Namespace', metadata.namespace);
  if (spec.priority !== undefined) page.field(0, 'Priority', spec.priority);
  optional(page, 'Priority Class Name', spec.priorityClassName);
  optional(page, 'Runtime Class Name', spec.runtimeClassName);
  optional(page, 'Service Account', spec.serviceAccountName);
  const { nodeName = '' } = spec;
  page.field(0, 'Node', nodeName === '' ? '<none>' : `${nodeName}/${status.hostIP ?? ''}`);
  if (status.startTime !== undefined) page.field(0, 'Start Time', longDate(status.startTime));
  page.labels('Labels', metadata.labels);
  page.annotations('Annotations', metadata.annotations);
}

function optional(page: Page, name: string, value: string | undefined): void {
  if (value !== undefined && value !== '') page.field(0, name, value);
}

function describePhase(page: Page, { metadata, spec, status = {} }: Pod, now: number): void {
  const { phase = '' } = status;
  if (metadata.deletionTimestamp !== undefined && phase !== 'Failed' && phase !== 'Succeeded') {
    const lasts = since(now, metadata.deletionTimestamp);
    page.field(0, 'Status', `Terminating (lasts ${lasts})`);
    const grace = metadata.deletionGracePeriodSeconds ?? 0;
    page.field(0, 'Termination Grace Period', `${grace}s`);
  } else page.field(0, 'Status', phase);
  optional(page, 'Reason', status.reason);
  optional(page, 'Message', status.message);
  const profile = spec.securityContext?.seccompProfile;
  if (profile === undefined) return;
  page.field(0, 'SeccompProfile', profile.type);
  if (profile.type === 'Localhost') optional(page, 'LocalhostProfile', profile.localhostProfile);
}

function describeAddresses(page: Page, pod: Pod): void {
  const { podIP = '', podIPs = [], nominatedNodeName } = pod.status ?? {};
  page.field(0, 'IP', podIP);
  if (podIPs.length === 0) page.line(0, 'IPs:\t<none>');
  else page.line(0, 'IPs:');
  for (const { ip } of podIPs) page.field(1, 'IP', ip);
  optional(page, 'Controlled By', controllerText(pod));
  optional(page, 'NominatedNodeName', nominatedNodeName);
}

/** Pod-level requests and limits. */
function describePodResources(page: Page, { spec: { resources } }: Pod): void {
  if (resources === undefined) return;
  page.line(0, 'Resources:');
  describeResources(page, { resources }, 1);
}

/** `ReplicaSet/web-697578869`. Source: describe.go printController. */
export function controllerText(object: KubeObject): string | undefined {
  const owner = controllerOf(object);
  return owner === undefined ? undefined : `${owner.kind}/${owner.name}`;
}

function describeAllContainers(page: Page, pod: Pod): void {
  const { spec, status = {} } = pod;
  const resolve = podFieldResolver(pod);
  const blocks: readonly ContainersBlock[] = [
    {
      title: 'Init Containers',
      containers: spec.initContainers ?? [],
      statuses: status.initContainerStatuses ?? [],
    },
    {
      title: 'Containers',
      containers: spec.containers,
      statuses: status.containerStatuses ?? [],
    },
    {
      title: 'Ephemeral Containers',
      containers: spec.ephemeralContainers ?? [],
      statuses: status.ephemeralContainerStatuses ?? [],
    },
  ];
  for (const block of blocks) {
    if (block.containers.length === 0 && block.title !== 'Containers') continue;
    describeContainers(page, { ...block, resolve });
  }
}

function describeConditions(page: Page, { spec, status = {} }: Pod): void {
  const { conditions = [] } = status;
  const gates = spec.readinessGates ?? [];
  if (gates.length > 0) {
    page.line(0, 'Readiness Gates:');
    page.line(1, 'Type\tStatus');
    for (const { conditionType } of gates) {
      const condition = conditions.find(({ type }) => type === conditionType);
      page.line(1, `${conditionType} \t${condition?.status ?? '<none>'} `);
    }
  }
  if (conditions.length === 0) return;
  page.line(0, 'Conditions:');
  page.line(1, 'Type\tStatus');
  for (const condition of conditions) page.line(1, `${condition.type} \t${condition.status} `);
}
