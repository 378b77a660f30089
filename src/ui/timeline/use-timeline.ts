/** The timeline of the known part of the run, computed once however many parts draw it. */
import { useEffect, useMemo, useState } from 'react';
import { builtNodes } from '#diagram/layout/built-nodes';
import { player, usePlayer } from '#player/player';
import type { Lane, Timeline } from '#player/timeline';
import { timelineOf } from '#player/timeline-builder';
import { TimelineIndex } from '#player/timeline-index';
import type { TraceLog } from '#player/trace-log';
import { findScenario } from '#scenarios/index';
import { type Filtered, filterLanes } from './filter.ts';
import { useLaneFilter } from './lane-filter.tsx';

let known: { readonly log: TraceLog; readonly facts: number; readonly timeline: Timeline };

function timelineFor(log: TraceLog, facts: number): Timeline {
  if (known?.log !== log || known.facts !== facts) {
    known = { log, facts, timeline: timelineOf(log) };
  }
  return known.timeline;
}

/** Milliseconds between two updates from a run that still grows. */
const growing = 200;

/** The number of facts, updated only now and then while many arrive. */
function useFactCount(): number {
  const facts = usePlayer((state) => state.factCount);
  const running = usePlayer(({ status, goal }) => status.kind === 'running' && goal === undefined);
  const [drawn, setDrawn] = useState(facts);
  useEffect(() => {
    if (!running || drawn === 0 || facts < drawn) {
      setDrawn(facts);
      return undefined;
    }
    const timer = setTimeout(() => setDrawn(player.getState().factCount), growing);
    return () => clearTimeout(timer);
  }, [facts, running, drawn]);
  return Math.min(drawn, facts);
}

export function useTimeline(): Timeline {
  const log = usePlayer((state) => state.log);
  return timelineFor(log, useFactCount());
}

/** The lanes and marks that the filter leaves. */
export function useFilteredLanes(timeline: Timeline, lanes: readonly Lane[]): Filtered {
  const log = usePlayer((state) => state.log);
  const text = useLaneFilter((state) => state.text);
  const index = useMemo(() => new TimelineIndex(timeline), [timeline]);
  return useMemo(
    () => filterLanes({ timeline, lanes, index, log }, text),
    [timeline, lanes, index, log, text],
  );
}

/** Rows that are there before anything happens in them, so that none moves when it does. */
const firstLanes: readonly Lane[] = [
  { id: 'kubectl', family: 'client' },
  { id: 'kube-apiserver', family: 'apiserver' },
  { id: 'etcd', family: 'etcd' },
  { id: 'deployment-controller', family: 'controllers' },
  { id: 'replicaset-controller', family: 'controllers' },
  { id: 'kube-scheduler', family: 'scheduler' },
];
/** In a cluster with more nodes, only nodes that work have rows. */
const mostNodes = 3;

/** The rows: those of every run in pipeline order, then the others that this run needs. */
export function useLanes({ lanes }: Timeline): readonly Lane[] {
  const scenario = usePlayer((state) => state.recording?.scenario);
  const built = usePlayer((state) => state.recording?.cluster);
  return useMemo(() => {
    const named = findScenario(scenario ?? '')?.nodes ?? [];
    const nodes = built === undefined ? named : builtNodes(built);
    const rows = new Map(firstLanes.map((lane) => [lane.id, lane]));
    for (const name of nodes.length <= mostNodes ? nodes : []) {
      rows.set(name, { id: name, family: 'kubelet' });
    }
    for (const lane of lanes) rows.set(lane.id, lane);
    return [...rows.values()];
  }, [lanes, scenario, built]);
}
