/**
 * The proposal of each metric of an autoscaler, and its status. Models computeReplicasForMetrics of
 * kubernetes/pkg/controller/podautoscaler/horizontal.go.
 */
import { defined } from '#base/defined';
import { err, ok, type Result } from '#base/result';
import type { SimTime } from '#base/sim-time';
import type {
  HorizontalPodAutoscaler,
  MetricSpec,
  MetricStatus,
  MetricTarget,
} from '#k8s.io/api/autoscaling/v2';
import type { Pod } from '#k8s.io/api/core/v1';
import { approximateValue, milliValue, quantityFromMilli } from '#k8s.io/apimachinery/quantity';
import type { RestClient } from '#k8s.io/client-go/rest/rest-client';
import type { Process } from '#sim/simulation';
import { resourceMetric } from './metrics-client.ts';
import {
  averageValueReplicas,
  type Proposal,
  type Question,
  tolerancesOf,
  utilizationReplicas,
} from './replica-calculator.ts';

export interface MetricInput {
  readonly client: RestClient;
  readonly autoscaler: HorizontalPodAutoscaler;
  /** The target's selector as text. */
  readonly selector: string;
  readonly pods: readonly Pod[];
  readonly currentReplicas: number;
  readonly now: SimTime;
}

/** Why a metric cannot be used. */
export interface MetricError {
  /** The reason of the condition and the event: `FailedGetResourceMetric`. */
  readonly reason: string;
  /** The message in the condition and the event. */
  readonly cause: string;
  /** The message in the error of the sync. */
  readonly message: string;
}

export interface MetricProposal {
  readonly replicas: number;
  readonly name: string;
  readonly status: MetricStatus;
}

export function* proposalOf(
  input: MetricInput,
  metric: MetricSpec,
): Process<Result<MetricProposal, MetricError>> {
  switch (metric.type) {
    case 'Resource': {
      const { name = '', target } = metric.resource ?? {};
      const found = yield* ofResource(input, name, '', target);
      return found.ok
        ? ok(resourceProposal(found.value, name, target))
        : failure('FailedGetResourceMetric', found.error, `${name} resource`);
    }
    case 'ContainerResource': {
      const { name = '', container = '', target } = metric.containerResource ?? {};
      const found = yield* ofResource(input, name, container, target);
      return found.ok
        ? ok(containerProposal(found.value, name, container, target))
        : failure('FailedGetContainerResourceMetric', found.error, `${name} container`);
    }
    default:
      return withoutAdapter(metric, input.autoscaler.metadata.namespace);
  }
}

const failure = (reason: string, cause: string, what: string) =>
  err({ reason, cause, message: `failed to get ${what} metric value: ${cause}` });

/** The custom and external metrics APIs are not served here, as in a cluster without an adapter. */
function withoutAdapter(
  { type, pods, object, external }: MetricSpec,
  namespace: string,
): Result<MetricProposal, MetricError> {
  const missing = 'no custom metrics API (custom.metrics.k8s.io) registered';
  const custom = `unable to fetch metrics from custom metrics API: ${missing}`;
  if (type === 'Pods') {
    const cause = `unable to get metric ${pods?.metric.name}: ${custom}`;
    return failure('FailedGetPodsMetric', cause, 'pods');
  }
  if (type === 'Object') {
    const { kind = '', name = '' } = object?.describedObject ?? {};
    const which = `${object?.metric.name}: ${kind} on ${namespace} ${name}`;
    return failure('FailedGetObjectMetric', `unable to get metric ${which}/${custom}`, 'object');
  }
  if (type === 'External') {
    const { name = '' } = external?.metric ?? {};
    const answer = `the server could not find the requested resource (get ${name}.external.metrics.k8s.io)`;
    const cause =
      `unable to get external metric ${namespace}/${name}/nil: ` +
      `unable to fetch metrics from external metrics API: ${answer}`;
    return failure('FailedGetExternalMetric', cause, 'external');
  }
  const cause = `unknown metric source type "${type}"`;
  return err({ reason: 'InvalidMetricSourceType', cause, message: cause });
}

function* ofResource(
  input: MetricInput,
  resource: string,
  container: string,
  target: MetricTarget | undefined,
): Process<Result<Proposal, string>> {
  const { client, autoscaler, selector, pods, currentReplicas, now } = input;
  const isValue = target?.averageValue !== undefined;
  const word = isValue ? 'usage' : 'utilization';
  const { namespace } = autoscaler.metadata;
  if (!isValue && target?.averageUtilization === undefined) {
    return err(
      'invalid resource metric source: neither an average utilization target nor an average value (usage) target was set',
    );
  }
  const metrics = yield* resourceMetric(client, resource, namespace, selector, container);
  if (!metrics.ok) {
    const cause = `unable to get metrics for resource ${resource}: ${metrics.error}`;
    return err(`failed to get ${resource} ${word}: ${cause}`);
  }
  const { scaleUp, scaleDown } = autoscaler.spec.behavior ?? {};
  const question: Question = {
    resource,
    container,
    pods,
    metrics: metrics.value,
    currentReplicas,
    tolerances: tolerancesOf(
      scaleUp?.tolerance === undefined ? undefined : approximateValue(scaleUp.tolerance),
      scaleDown?.tolerance === undefined ? undefined : approximateValue(scaleDown.tolerance),
    ),
    now,
  };
  const proposal =
    target?.averageValue === undefined
      ? utilizationReplicas(question, target?.averageUtilization ?? 0)
      : averageValueReplicas(question, milliValue(target.averageValue));
  return proposal.ok ? proposal : err(`failed to get ${resource} ${word}: ${proposal.error}`);
}

const currentOf = ({ utilization, rawValue }: Proposal) => ({
  averageValue: quantityFromMilli(rawValue),
  ...defined({ averageUtilization: utilization }),
});

const nameOf = (what: string, target: MetricTarget | undefined): string =>
  target?.averageValue === undefined ? `${what} utilization (percentage of request)` : what;

const resourceProposal = (
  proposal: Proposal,
  name: string,
  target: MetricTarget | undefined,
): MetricProposal => ({
  replicas: proposal.replicas,
  name: nameOf(`${name} resource`, target),
  status: { type: 'Resource', resource: { name, current: currentOf(proposal) } },
});

const containerProposal = (
  proposal: Proposal,
  name: string,
  container: string,
  target: MetricTarget | undefined,
): MetricProposal => ({
  replicas: proposal.replicas,
  name: nameOf(`${name} container resource`, target),
  status: {
    type: 'ContainerResource',
    containerResource: { name, current: currentOf(proposal), container },
  },
});
