/**
 * When each node last sent a heartbeat, by the controller's own clock. Models nodeHealthData and
 * tryUpdateNodeHealth of kubernetes/pkg/controller/nodelifecycle/node_lifecycle_controller.go.
 */
import { type Duration, rfc3339, type SimTime, second } from '#base/sim-time';
import type { Lease } from '#k8s.io/api/coordination/v1';
import type { Node, NodeCondition } from '#k8s.io/api/core/v1';

/** The value since v1.32 (before, it was 40 s). */
const monitorGracePeriod: Duration = 50 * second;
const startupGracePeriod: Duration = 60 * second;

const watchedConditions = ['Ready', 'MemoryPressure', 'DiskPressure', 'PIDPressure'];

interface Health {
  ready: NodeCondition | undefined;
  renewTime: string | undefined;
  heardAt: SimTime;
}

export interface Verdict {
  /** The Ready condition of the node before this check. */
  readonly observed: NodeCondition | undefined;
  /** The Ready condition after this check. */
  readonly current: NodeCondition | undefined;
  /** The node with its conditions set to Unknown, if it must be written. */
  readonly update?: Node;
}

export const conditionOf = (node: Node, type: string): NodeCondition | undefined =>
  node.status?.conditions?.find((condition) => condition.type === type);

export class NodeHealthTable {
  readonly #lease: (node: string) => Lease | undefined;
  readonly #health = new Map<string, Health>();

  constructor(lease: (node: string) => Lease | undefined) {
    this.#lease = lease;
  }

  judge(node: Node, now: SimTime): Verdict {
    const { name } = node.metadata;
    const ready = conditionOf(node, 'Ready');
    const renewTime = this.#lease(name)?.spec.renewTime;
    const heard = this.#health.get(name);
    const isNews =
      heard === undefined ||
      ready?.lastHeartbeatTime !== heard.ready?.lastHeartbeatTime ||
      (renewTime !== undefined && (heard.renewTime === undefined || renewTime > heard.renewTime));
    const heardAt = isNews ? now : heard.heardAt;
    this.#health.set(name, { ready, renewTime, heardAt });
    const grace = ready === undefined ? startupGracePeriod : monitorGracePeriod;
    if (now <= heardAt + grace || ready?.status === 'Unknown') {
      return { observed: ready, current: ready };
    }
    const update = withUnknownConditions(node, now);
    return { observed: ready, current: conditionOf(update, 'Ready'), update };
  }

  /** The controller itself wrote the node: that does not count as a heartbeat. */
  wrote(node: Node, now: SimTime): void {
    const health = this.#health.get(node.metadata.name);
    if (health === undefined) return;
    health.ready = conditionOf(node, 'Ready');
    health.heardAt = Math.min(health.heardAt, now);
  }

  forget(node: string): void {
    this.#health.delete(node);
  }
}

function withUnknownConditions(node: Node, now: SimTime): Node {
  const time = rfc3339(now);
  const present = node.status?.conditions ?? [];
  const conditions = present.map((condition) =>
    watchedConditions.includes(condition.type) && condition.status !== 'Unknown'
      ? {
          ...condition,
          status: 'Unknown',
          lastTransitionTime: time,
          reason: 'NodeStatusUnknown',
          message: 'Kubelet stopped posting node status.',
        }
      : condition,
  );
  const missing = watchedConditions.filter((type) => !present.some((one) => one.type === type));
  const never = missing.map((type) => ({
    type,
    status: 'Unknown',
    lastHeartbeatTime: node.metadata.creationTimestamp,
    lastTransitionTime: time,
    reason: 'NodeStatusNeverUpdated',
    message: 'Kubelet never posted node status.',
  }));
  return { ...node, status: { ...node.status, conditions: [...conditions, ...never] } };
}
