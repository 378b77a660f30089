/** Disruption budgets: no eviction beyond what they allow. */
import { second } from '#base/sim-time';
import type { Pod } from '#k8s.io/api/core/v1';
import type { PodDisruptionBudget } from '#k8s.io/api/policy/v1';
import { labelSelectorAsSelector, matches } from '#k8s.io/apimachinery/labels';
import type { Breach, Evidence } from '../evidence.ts';
import type { History, Version } from '../history.ts';
import { isReady } from './ready.ts';

const podKeys = '/registry/pods/';
const budgetKeys = '/registry/poddisruptionbudgets/';

/** A budget that is younger may have come after the eviction looked for one. */
const known = second;

/**
 * An eviction that is let through has taken one disruption of the budget of its Pod, and never one
 * that was not there. Otherwise a drain could end more Pods at once than the application bears.
 */
export function budgetsAreKept({ history }: Evidence): Breach | undefined {
  for (const commit of history.commits) {
    const { id, key, op } = commit;
    const ofBudget = key.startsWith(budgetKeys);
    if (op === 'delete' || !(ofBudget || key.startsWith(podKeys))) continue;
    const versions = history.of(key);
    const at = versions.findIndex(({ fact }) => fact === id);
    const [before, now] = [versions[at - 1], versions[at]];
    if (before?.value === undefined || now === undefined) continue;
    const message = ofBudget
      ? wronglyTaken(before.value as PodDisruptionBudget, now.value as PodDisruptionBudget)
      : withoutTaking(history, before, now);
    if (message !== undefined) return { fact: id, message: `${key} ${message}` };
  }
  return undefined;
}

/** What an eviction wrote into a budget that allowed none. */
function wronglyTaken(before: PodDisruptionBudget, now: PodDisruptionBudget): string | undefined {
  const disrupted = now.status?.disruptedPods ?? {};
  const added = Object.keys(disrupted).find((pod) => !before.status?.disruptedPods?.[pod]);
  if (added === undefined) return undefined;
  const { disruptionsAllowed: allowed = 0 } = before.status ?? {};
  const { disruptionsAllowed: left = 0 } = now.status ?? {};
  return left === allowed - 1 && left >= 0
    ? undefined
    : `allowed ${allowed}, and allows ${left} after the eviction of ${added}`;
}

/** A ready Pod that was evicted although its budget says nothing of it. */
function withoutTaking(history: History, before: Version, now: Version): string | undefined {
  const [was, pod] = [before.value as Pod, now.value as Pod];
  if (isEvicted(was) || !isEvicted(pod) || !isReady(was) || !isReady(pod)) return undefined;
  const { name, namespace, labels } = pod.metadata;
  for (const { key } of history.lastVersions(`${budgetKeys}${namespace}/`)) {
    const versions = history.of(key).filter(({ fact }) => fact < now.fact);
    const budget = versions.at(-1)?.value as PodDisruptionBudget | undefined;
    const { generation } = budget?.metadata ?? {};
    const since = versions.find(({ value }) => value?.metadata.generation === generation);
    if (budget === undefined || since === undefined || since.at > now.at - known) continue;
    if (!matches(labelSelectorAsSelector(budget.spec.selector), labels)) continue;
    const wasTaken = versions.some(
      ({ value }) => (value as PodDisruptionBudget | undefined)?.status?.disruptedPods?.[name],
    );
    if (!wasTaken) return `was evicted, and ${key} has not been asked`;
  }
  return undefined;
}

const isEvicted = ({ status }: Pod): boolean =>
  status?.conditions?.some(({ reason }) => reason === 'EvictionByEvictionAPI') === true;
