/**
 * The consequence of a failed pod for its Job. Models
 * kubernetes/pkg/controller/job/pod_failure_policy.go matchPodFailurePolicy.
 */
import type {
  PodFailurePolicy,
  PodFailurePolicyOnExitCodesRequirement,
  PodFailurePolicyRule,
} from '#k8s.io/api/batch/v1';
import type { ContainerStatus, Pod } from '#k8s.io/api/core/v1';

export interface FailureMatch {
  /** Set when the whole Job fails: the reason. */
  readonly jobFailure?: string;
  /** Whether the failure counts towards the backoff limit. */
  readonly counts: boolean;
  readonly action?: PodFailurePolicyRule['action'];
}

const counted: FailureMatch = { counts: true };

/** The first matching rule decides; if none matches, the failure counts as without a policy. */
export function matchFailurePolicy(policy: PodFailurePolicy | undefined, pod: Pod): FailureMatch {
  for (const [index, rule] of (policy?.rules ?? []).entries()) {
    const what = matchOf(rule, pod);
    if (what === undefined) continue;
    const { action } = rule;
    if (action === 'Ignore') return { counts: false, action };
    if (action === 'FailIndex' || action === 'Count') return { counts: true, action };
    const { namespace, name } = pod.metadata;
    const place = `FailJob rule at index ${index}`;
    return {
      counts: true,
      action,
      jobFailure: what.replace('{pod}', `${namespace}/${name}`).replace('{rule}', place),
    };
  }
  return counted;
}

/** The message of a matching rule; `undefined`: the rule does not match. */
function matchOf({ onExitCodes, onPodConditions }: PodFailurePolicyRule, pod: Pod) {
  if (onExitCodes !== undefined) {
    const container = failedContainer(pod, onExitCodes);
    if (container === undefined) return undefined;
    const code = container.state?.terminated?.exitCode ?? 0;
    return `Container ${container.name} for pod {pod} failed with exit code ${code} matching {rule}`;
  }
  const pattern = onPodConditions?.find(({ type, status = 'True' }) =>
    pod.status?.conditions?.some((one) => one.type === type && one.status === status),
  );
  return pattern && `Pod {pod} has condition ${pattern.type} matching {rule}`;
}

function failedContainer(
  pod: Pod,
  requirement: PodFailurePolicyOnExitCodesRequirement,
): ContainerStatus | undefined {
  const { containerStatuses = [], initContainerStatuses = [] } = pod.status ?? {};
  return [...containerStatuses, ...initContainerStatuses].find(({ name, state }) => {
    const { containerName, operator, values } = requirement;
    const code = state?.terminated?.exitCode;
    if (code === undefined || code === 0) return false;
    if (containerName !== undefined && containerName !== name) return false;
    return operator === 'In' ? values.includes(code) : !values.includes(code);
  });
}
