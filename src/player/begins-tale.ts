/**
 * Where a tale begins: at a command that a person typed, and at a change that a client outside asks
 * for. What clients only read, or write all the time, begins none.
 */
import type { Fact } from '#trace/facts';

const reads: ReadonlySet<string> = new Set(['GET', 'OPTIONS']);
/** Background, and questions that have the form of a write (`trace/background.ts`), in a path. */
const besideStory = /\/(events|leases|[a-z]+reviews)(\/|\?|$)/;

export function beginsTale(fact: Fact): boolean {
  if (fact.type === 'CommandEntered') return true;
  if (fact.type !== 'OutsideActionTaken' || fact.action.kind !== 'request') return false;
  const { method, url } = fact.action.http;
  return !reads.has(method) && !besideStory.test(url);
}
