/** Controllers: none waits for what it will never see. */
import { minute, second } from '#base/sim-time';
import type { HeldExpectation } from '#cluster/control-plane/kube-controller-manager/controller/expectations';
import type { Breach, Evidence } from '../evidence.ts';

/** So long after the healing connections may still break, and an informer lists anew. */
const aftermath = 2 * minute;

/**
 * A controller that has asked for Pods does nothing for that object until it has seen them, or for
 * five minutes. After the healing what it still expects is fulfilled or has expired. What it asked
 * for when nothing broke any more is fulfilled: that it expires means that an event was lost on its
 * way, or counted for another object.
 */
export function expectationsDrain(evidence: Evidence): Breach | undefined {
  const { expectations, healedAt, now } = evidence;
  for (const held of expectations) {
    if (held.until < now && held.since < healedAt + aftermath) continue;
    return { fact: settingOf(evidence, held), message: sentenceOf(held, now) };
  }
  return undefined;
}

function sentenceOf({ component, key, add, del, since }: HeldExpectation, now: number): string {
  const lacks = [
    ...(add > 0 ? [`${add} created`] : []),
    ...(del.length > 0 ? [`${del.join(', ')} deleted`] : []),
  ];
  const waited = Math.round((now - since) / second);
  return `${component} waits for ${key} since ${waited} s: ${lacks.join(', ')}`;
}

/** Where in the trace it began to wait. */
function settingOf({ facts }: Evidence, { key, since }: HeldExpectation): number {
  const set = facts.findLast(
    (fact) => fact.type === 'ExpectationsSet' && fact.key === key && fact.at === since,
  );
  return set?.id ?? 0;
}
