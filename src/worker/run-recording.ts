/**
 * Runs a recording in slices, so that a worker can post facts and hear a stop in between.
 *
 * The run ends when the cluster has settled after its last input, or at the scenario's horizon, or
 * when it has as many facts as its reader can keep.
 */
import { type SimTime, second } from '#base/sim-time';
import type { ClusterParts } from '#cluster/parts/cluster-parts';
import type { Fact } from '#trace/facts';
import { LiveSimulation, mostEvents, scenarioOf } from './live-simulation.ts';
import type { Recording } from './protocol.ts';

/** The virtual time of a slice at most; after each one it is checked whether the run may end. */
const pace = second / 2;
/** How long nothing but heartbeats may happen until the run counts as settled. */
const settleAfter = 35 * second;

export interface RunSlice {
  /** The trace so far; it only grows. */
  readonly facts: readonly Fact[];
  readonly at: number;
  readonly horizon: number;
  /** Why the run is over; `undefined` while it goes on. */
  readonly ended: 'settled' | 'horizon' | 'full' | undefined;
}

/** The earliest and the latest moment at which the run of a recording may end. */
interface Course {
  /** When all that is planned has begun. */
  readonly begun: SimTime;
  readonly until: SimTime;
  readonly horizon: SimTime;
}

function courseOf(recording: Recording): Course {
  const { readyAt, horizonSeconds } = scenarioOf(recording);
  const { inputs, until = 0 } = recording;
  const begun = inputs.reduce((latest, { at }) => Math.max(latest, at), readyAt);
  return { begun, until, horizon: Math.max(begun + horizonSeconds * second, until) };
}

/** The moment up to which no run of this recording is over. */
export function certainUntil(recording: Recording): SimTime {
  const { begun, until } = courseOf(recording);
  return Math.max(begun, until);
}

/**
 * Runs slice by slice; each step of the iterator is one. Throws when the recording names an
 * unknown scenario, needs a part that is not given, or the simulator itself fails; the caller
 * reports it.
 *
 * `live` is a simulation that stands on the way of this run, before its end; without it the run
 * begins with empty machines. The trace is the same. With `most` facts it ends, wherever it is.
 */
export function* runRecording(
  recording: Recording,
  parts: ClusterParts,
  live: LiveSimulation = new LiveSimulation(recording, parts),
  most = Number.POSITIVE_INFINITY,
): Generator<RunSlice, void, void> {
  const course = courseOf(recording);
  const { until, horizon } = course;
  // The first facts of a command are posted at once; later, larger portions cost less.
  let events = 10;
  for (;;) {
    const next = Math.min(Math.floor(live.doneTo / pace + 1) * pace, horizon);
    const over = live.runTo(next, recording.inputs, events);
    events = Math.min(2 * events, mostEvents);
    const isFull = live.facts.length >= most;
    const ended = isFull ? 'full' : over && next >= until ? endOf(live, course) : undefined;
    yield { facts: live.facts, at: live.at, horizon, ended };
    if (ended !== undefined) return;
  }
}

function endOf(live: LiveSimulation, { begun, horizon }: Course): RunSlice['ended'] {
  if (live.at >= horizon) return 'horizon';
  const quiet = live.quietSince();
  if (live.at < begun || quiet === undefined) return undefined;
  return live.at - Math.max(quiet, begun) >= settleAfter ? 'settled' : undefined;
}
