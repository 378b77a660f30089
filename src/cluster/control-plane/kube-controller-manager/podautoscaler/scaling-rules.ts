/**
 * How far and how fast an autoscaler may scale. Models normalizeDesiredReplicas,
 * normalizeDesiredReplicasWithBehaviors and the functions that they use of
 * kubernetes/pkg/controller/podautoscaler/horizontal.go.
 */
import { minute, type SimTime, second } from '#base/sim-time';
import type { HorizontalPodAutoscaler, HPAScalingRules } from '#k8s.io/api/autoscaling/v2';

/** Source: --horizontal-pod-autoscaler-downscale-stabilization. */
const downscaleStabilization = 5 * minute;

interface Recommendation {
  readonly replicas: number;
  readonly at: SimTime;
}

interface ScaleEvent {
  readonly change: number;
  readonly at: SimTime;
}

/** The recent recommendations and scale events of an autoscaler. */
export class ScaleHistory {
  recommendations: readonly Recommendation[] = [];
  up: readonly ScaleEvent[] = [];
  down: readonly ScaleEvent[] = [];

  /** Source: storeScaleEvent. */
  scaled(before: number, after: number, now: SimTime, keep: number): void {
    const event = { change: Math.abs(after - before), at: now };
    const recent = (events: readonly ScaleEvent[]) => events.filter(({ at }) => at > now - keep);
    if (after > before) this.up = [...recent(this.up), event];
    else this.down = [...recent(this.down), event];
  }
}

export interface Limit {
  readonly replicas: number;
  /** Set when the recommendation was not followed at once: reason and message of AbleToScale. */
  readonly stabilized: { readonly reason: string; readonly message: string } | undefined;
  readonly limited: boolean;
  readonly reason: string;
  readonly message: string;
}

const upMessage =
  'recent recommendations were lower than current one, applying the lowest recent recommendation';
const downMessage =
  'recent recommendations were higher than current one, applying the highest recent recommendation';

const withinRange = {
  reason: 'DesiredWithinRange',
  message: 'the desired count is within the acceptable range',
};
const tooFew = {
  reason: 'TooFewReplicas',
  message: 'the desired replica count is less than the minimum replica count',
};
const tooMany = {
  reason: 'TooManyReplicas',
  message: 'the desired replica count is more than the maximum replica count',
};
const tooFast = {
  reason: 'ScaleUpLimit',
  message: 'the desired replica count is increasing faster than the maximum scale rate',
};
const tooFastDown = {
  reason: 'ScaleDownLimit',
  message: 'the desired replica count is decreasing faster than the maximum scale rate',
};

/** Limits a desired size. */
export function limitReplicas(
  { spec }: HorizontalPodAutoscaler,
  history: ScaleHistory,
  current: number,
  desired: number,
  now: SimTime,
): Limit {
  const stable =
    spec.behavior === undefined
      ? highestRecent(history, desired, now)
      : stabilize(history, current, desired, windowsOf(spec.behavior), now);
  const stabilized =
    stable === desired
      ? undefined
      : desired >= current && spec.behavior !== undefined
        ? { reason: 'ScaleUpStabilized', message: upMessage }
        : { reason: 'ScaleDownStabilized', message: downMessage };
  const bound =
    spec.behavior === undefined
      ? boundByDefault(spec, current, stable)
      : boundByRules(spec, history, current, stable, now);
  return { ...bound, stabilized, limited: bound.replicas !== stable };
}

/**
 * Source: stabilizeRecommendation, without rules: the highest of the last five minutes, also when
 * the present one would scale up less far than that.
 */
function highestRecent(history: ScaleHistory, desired: number, now: SimTime): number {
  const recent = history.recommendations.filter(({ at }) => at >= now - downscaleStabilization);
  history.recommendations = [...recent, { replicas: desired, at: now }];
  return Math.max(desired, ...recent.map(({ replicas }) => replicas));
}

interface Windows {
  readonly up: number;
  readonly down: number;
}

function windowsOf({ scaleUp, scaleDown }: NonNullable<Spec['behavior']>): Windows {
  const down = scaleDown?.stabilizationWindowSeconds;
  return {
    up: (scaleUp?.stabilizationWindowSeconds ?? 0) * second,
    down: down === undefined ? downscaleStabilization : down * second,
  };
}

/** Source: stabilizeRecommendationWithBehaviors. */
function stabilize(
  history: ScaleHistory,
  current: number,
  desired: number,
  windows: Windows,
  now: SimTime,
): number {
  let [up, down] = [desired, desired];
  for (const { replicas, at } of history.recommendations) {
    if (at > now - windows.up) up = Math.min(up, replicas);
    if (at > now - windows.down) down = Math.max(down, replicas);
  }
  const longest = Math.max(windows.up, windows.down);
  const recent = history.recommendations.filter(({ at }) => at > now - longest);
  history.recommendations = [...recent, { replicas: desired, at: now }];
  return Math.min(Math.max(current, up), down);
}

interface Bound {
  readonly replicas: number;
  readonly reason: string;
  readonly message: string;
}

type Spec = HorizontalPodAutoscaler['spec'];

/** Source: convertDesiredReplicasWithRules: at most twice the current number, or four. */
function boundByDefault(spec: Spec, current: number, desired: number): Bound {
  const { minReplicas = 1, maxReplicas } = spec;
  const rate = Math.max(2 * current, 4);
  const most = Math.min(maxReplicas, rate);
  if (desired < minReplicas) return { replicas: minReplicas, ...tooFew };
  if (desired > most) return { replicas: most, ...(maxReplicas > rate ? tooFast : tooMany) };
  return { replicas: desired, ...withinRange };
}

/** Source: convertDesiredReplicasWithBehaviorRate. */
function boundByRules(
  spec: Spec,
  history: ScaleHistory,
  current: number,
  desired: number,
  now: SimTime,
): Bound {
  const { minReplicas = 1, maxReplicas, behavior = {} } = spec;
  if (desired > current) {
    const rate = Math.max(current, rateLimit(behavior.scaleUp, history, current, 1, now));
    const most = Math.min(maxReplicas, rate);
    if (desired > most) return { replicas: most, ...(maxReplicas > rate ? tooFast : tooMany) };
  } else if (desired < current) {
    const rate = Math.min(current, rateLimit(behavior.scaleDown, history, current, -1, now));
    const least = Math.max(minReplicas, rate);
    if (desired < least) return { replicas: least, ...(minReplicas < rate ? tooFastDown : tooFew) };
  }
  return { replicas: desired, ...withinRange };
}

/** Source: calculateScaleUpLimitWithScalingRules and its counterpart. */
function rateLimit(
  rules: HPAScalingRules | undefined,
  history: ScaleHistory,
  current: number,
  direction: 1 | -1,
  now: SimTime,
): number {
  const { selectPolicy = 'Max', policies = [] } = rules ?? {};
  if (selectPolicy === 'Disabled') return current;
  const changed = (events: readonly ScaleEvent[], period: number): number =>
    events.reduce((sum, { change, at }) => (at > now - period * second ? sum + change : sum), 0);
  const limits = policies.map(({ type, value, periodSeconds }) => {
    const start =
      current - changed(history.up, periodSeconds) + changed(history.down, periodSeconds);
    if (type === 'Pods') return start + direction * value;
    const exact = start * (1 + (direction * value) / 100);
    return direction === 1 ? Math.ceil(exact) : Math.trunc(exact);
  });
  if (limits.length === 0) return current;
  const farthest = (selectPolicy === 'Max') === (direction === 1);
  return farthest ? Math.max(...limits) : Math.min(...limits);
}

/** How long scale events are kept: the longest period of the rules. */
export function longestPeriod({ spec }: HorizontalPodAutoscaler): number {
  const { scaleUp, scaleDown } = spec.behavior ?? {};
  const policies = [...(scaleUp?.policies ?? []), ...(scaleDown?.policies ?? [])];
  return Math.max(0, ...policies.map(({ periodSeconds }) => periodSeconds)) * second;
}
