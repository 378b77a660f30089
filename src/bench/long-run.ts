/** Hours in which nobody does anything: what they take in the worker and in the page. */
import { seconds } from '#base/sim-time';
import { allParts } from '#cluster/parts/all-parts';
import { coldFacts } from '#player/cold-facts';
import { FactStore } from '#player/fact-store';
import { TraceLog } from '#player/trace-log';
import { FactPacker } from '#worker/fact-packer';
import { FactUnpacker } from '#worker/fact-unpacker';
import { LiveSimulation } from '#worker/live-simulation';
import { runRecording } from '#worker/run-recording';

export interface LongRunFigures {
  readonly facts: number;
  /** What is held at the end, in MiB: by both sides with the program, and by the page. */
  readonly bothMb: number;
  readonly pageMb: number;
  /** CPU of the page for taking in the facts, without drawing. */
  readonly pageCpuMs: number;
  /** The longest time of 40 seeks to places that are packed. */
  readonly seekMs: number;
}

/** Facts in one message, and with how many the worker lets go of its first ones, as there. */
const batch = 600;
const [lettingGo, keptFacts, letGoAtOnce] = [400_000, 60_000, 2000];

/** Runs the everyday of an empty cluster for so many hours, as the worker and the page do it. */
export function benchLongRun(hours: number): LongRunFigures {
  const recording = {
    scenario: 'empty-cluster',
    seed: 1,
    inputs: [],
    until: seconds(3600 * hours),
  };
  const log = new TraceLog(new FactStore({ cold: coldFacts }));
  const before = heldMb();
  const { cpuMs, bothMb } = takeIn(log, recording);
  const pageMb = heldMb() - before;
  const { length } = log.facts;
  const seeks = Array.from({ length: 40 }, (_, n) => {
    const started = performance.now();
    log.sceneAt(Math.floor(((n * 7) % 40) * (length / 45)));
    return performance.now() - started;
  });
  // The first ones run before their functions are compiled.
  const seekMs = Math.max(...seeks.slice(10));
  return { facts: length, bothMb, pageMb, pageCpuMs: cpuMs, seekMs };
}

function takeIn(log: TraceLog, recording: Parameters<typeof runRecording>[0]) {
  const live = new LiveSimulation(recording, allParts);
  const [packer, unpacker] = [new FactPacker(), new FactUnpacker()];
  let cpuMs = 0;
  for (const { facts } of runRecording(recording, allParts, live)) {
    while (log.facts.length < facts.length) {
      const { length } = log.facts;
      const message = structuredClone(packer.pack(facts.slice(length, length + batch)));
      const begun = process.cpuUsage();
      log.append(unpacker.unpack(message, message.writes));
      const { user, system } = process.cpuUsage(begun);
      cpuMs += (user + system) / 1000;
    }
    const gone = Math.min(facts.length - keptFacts, live.keptFrom + letGoAtOnce);
    if (facts.length > lettingGo) live.letGo(gone);
  }
  const bothMb = heldMb();
  // Both are needed up to here.
  return { cpuMs, bothMb, of: [live.at, packer, unpacker] };
}

/** What is still in use, after everything else was collected, which the process allows. */
function heldMb(): number {
  globalThis.gc?.();
  const { heapUsed, arrayBuffers } = process.memoryUsage();
  return (heapUsed + arrayBuffers) / 2 ** 20;
}
