/** The trace: complete, and without a component that failed. */
import type { FactId } from '#trace/fact';
import { rootFactTypes } from '#trace/facts';
import type { Breach, Evidence } from '../evidence.ts';

/**
 * Every chain of causes ends at a root: a person, a timer or the start of a process. A cause always
 * comes before its effect, so no chain is a circle.
 */
export function causesEndAtARoot({ facts }: Evidence): Breach | undefined {
  for (const { id, cause, type } of facts) {
    const isRight = cause === 0 ? rootFactTypes.has(type) : cause > 0 && cause < id;
    if (!isRight) return { fact: id, message: `${type} has the cause ${cause}` };
  }
  return undefined;
}

/** No component threw. What a real one would report as an error is a value, never an exception. */
export function noComponentPanics({ facts }: Evidence): Breach | undefined {
  const panic = facts.find((fact) => fact.type === 'PanicRecovered');
  if (panic?.type !== 'PanicRecovered') return undefined;
  const { id, component, doing, message } = panic;
  return { fact: id, message: `${component} at ${doing}: ${message}` };
}

/** Each action on a machine could be done: otherwise the run would test less than it says. */
export function actionsAreKnown({ facts }: Evidence): Breach | undefined {
  // What an act aims at may have ended by itself.
  const gone = /^no container .* runs$| has no open watch of |^context deadline/;
  const full = /^there is no such room on the disk$/;
  for (const fact of facts) {
    if (fact.type !== 'Noted' || fact.message !== 'host-action.unsupported') continue;
    const { action, reason } = fact.params;
    const isHarmless = gone.test(String(reason)) || full.test(String(reason));
    if (!isHarmless) return problem(fact.id, `${action}: ${reason}`);
  }
  return undefined;
}

const problem = (fact: FactId, message: string): Breach => ({ fact, message });
