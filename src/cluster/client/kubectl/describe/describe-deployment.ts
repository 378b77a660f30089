/** `kubectl describe deployment`. Source: describe.go DeploymentDescriber. */
import { ok } from '#base/result';
import type { Deployment, ReplicaSet } from '#k8s.io/api/apps/v1';
import { intOrStringText } from '#k8s.io/apimachinery/int-or-string';
import { formatLabelSelector } from '#k8s.io/apimachinery/labels';
import type { Process } from '#sim/simulation';
import type { Outcome } from '../failure.ts';
import { findReplicaSets, type ReplicaSets } from '../rollout/replica-sets.ts';
import { longDate } from './dates.ts';
import { type DescribeRequest, getObject } from './describer.ts';
import { describeEvents, searchEvents, subjectOf } from './events.ts';
import { Page } from './page.ts';
import { describePodTemplate } from './pod-template.ts';

export function* describeDeployment(request: DescribeRequest): Process<Outcome<string>> {
  const deployment = yield* getObject<Deployment>(request);
  if (!deployment.ok) return deployment;
  const events = yield* searchEvents(request, subjectOf(deployment.value, 'Deployment'));
  if (!events.ok) return events;
  const sets = yield* findReplicaSets(request.session, deployment.value, request.chunkSize);
  const page = new Page();
  describeHead(page, deployment.value);
  describePodTemplate(page, deployment.value.spec.template);
  describeReasons(page, deployment.value.status?.conditions);
  if (sets.ok) describeReplicaSets(page, sets.value);
  describeEvents(page, events.value, request.session.sim.now);
  return ok(page.toString());
}

function describeHead(page: Page, { metadata, spec, status = {} }: Deployment): void {
  const {
    updatedReplicas = 0,
    replicas = 0,
    availableReplicas = 0,
    unavailableReplicas = 0,
  } = status;
  page.field(0, 'Name', metadata.name);
  page.field(0, 'Namespace', metadata.namespace);
  page.field(0, 'CreationTimestamp', longDate(metadata.creationTimestamp));
  page.labels('Labels', metadata.labels);
  page.annotations('Annotations', metadata.annotations);
  page.field(0, 'Selector', formatLabelSelector(spec.selector));
  page.field(
    0,
    'Replicas',
    `${spec.replicas ?? 0} desired | ${updatedReplicas} updated | ${replicas} total | ` +
      `${availableReplicas} available | ${unavailableReplicas} unavailable`,
  );
  page.field(0, 'StrategyType', spec.strategy?.type ?? '');
  page.field(0, 'MinReadySeconds', spec.minReadySeconds ?? 0);
  const rolling = spec.strategy?.rollingUpdate;
  if (rolling === undefined) return;
  const unavailable = intOrStringText(rolling.maxUnavailable ?? 0);
  const surge = intOrStringText(rolling.maxSurge ?? 0);
  page.field(0, 'RollingUpdateStrategy', `${unavailable} max unavailable, ${surge} max surge`);
}

/** Conditions with their reasons, as deployments and replica sets have them. */
export function describeReasons(
  page: Page,
  conditions: readonly {
    readonly type: string;
    readonly status: string;
    readonly reason?: string;
  }[] = [],
): void {
  if (conditions.length === 0) return;
  page.line(0, 'Conditions:');
  page.line(1, 'Type\tStatus\tReason');
  page.line(1, '----\t------\t------');
  for (const { type, status, reason = '' } of conditions) {
    page.line(1, `${type} \t${status}\t${reason}`);
  }
}

function describeReplicaSets(page: Page, { current, old }: ReplicaSets): void {
  if (current === undefined && old.length === 0) return;
  page.field(0, 'OldReplicaSets', replicaSetsText(old));
  page.field(0, 'NewReplicaSet', replicaSetsText(current === undefined ? [] : [current]));
}

/** Source: describe.go printReplicaSetsByLabels. */
function replicaSetsText(sets: readonly ReplicaSet[]): string {
  const texts = sets.map(
    ({ metadata, spec, status }) =>
      `${metadata.name} (${status?.replicas ?? 0}/${spec.replicas ?? 0} replicas created)`,
  );
  return texts.length === 0 ? '<none>' : texts.join(', ');
}
