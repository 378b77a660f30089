/**
 * Where a tale begins: at a command that a person typed, at a file with a static Pod that somebody
 * puts on a machine, and at a change that a client outside asks for. What clients only read, or
 * write all the time, begins none; nor does any other act on a machine, which happens to what is
 * there.
 */
import type { Fact } from '#trace/facts';

const reads: ReadonlySet<string> = new Set(['GET', 'OPTIONS']);
/** Background, and questions that have the form of a write (`trace/background.ts`), in a path. */
const besideStory = /\/(events|leases|[a-z]+reviews)(\/|\?|$)/;

export function beginsTale(fact: Fact): boolean {
  if (fact.type === 'CommandEntered') return true;
  if (fact.type === 'HostActionTaken') return fact.action.kind === 'put_manifest';
  if (fact.type !== 'OutsideActionTaken' || fact.action.kind !== 'request') return false;
  const { method, url } = fact.action.http;
  return !reads.has(method) && !besideStory.test(url);
}
