/** A run of the simulator itself, for the models of rooms: what they read has its whole depth. */
import { seconds } from '#base/sim-time';
import { allParts } from '#cluster/parts/all-parts';
import { TraceLog } from '#player/trace-log';
import type { Fact, FactOf, FactType } from '#trace/facts';
import { runRecording } from '#worker/run-recording';

const createThree = 'kubectl create deployment nginx --image=nginx --replicas=3';

/** The log of a command in a scenario. */
export function realRun(scenario: string, line = createThree, user = 'admin'): TraceLog {
  const log = new TraceLog();
  const inputs = [{ at: seconds(30), kind: 'command', line, user } as const];
  for (const { facts } of runRecording({ scenario, seed: 1, inputs }, allParts)) {
    log.append(facts.slice(log.facts.length));
  }
  return log;
}

/** The first fact of a type that fits. */
export function firstFact<T extends FactType>(
  log: TraceLog,
  type: T,
  fits: (fact: FactOf<T>) => boolean = () => true,
): FactOf<T> {
  const found = log.facts.find(
    (fact): fact is FactOf<T> & Fact => fact.type === type && fits(fact as FactOf<T>),
  );
  if (found === undefined) throw new Error(`The run has no such ${type}.`);
  return found;
}
