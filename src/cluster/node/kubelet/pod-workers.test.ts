import { describe, expect, it } from 'vitest';
import { createPrng } from '#base/prng';
import { ms, type SimTime, second } from '#base/sim-time';
import type { Pod } from '#k8s.io/api/core/v1';
import { Signal } from '#sim/signal';
import { Simulation } from '#sim/simulation';
import { Tracer } from '#trace/tracer';
import { PodCache } from './container/cache.ts';
import { podOf } from './pod.fixture.ts';
import { type PodSyncer, PodWorkers, type SyncOutcome } from './pod-workers.ts';
import { WorkQueue } from './util/work-queue.ts';

const done: SyncOutcome = { terminal: false };
const podIn = (phase: 'Pending' | 'Running'): Pod => ({ ...podOf(), status: { phase } });
const beingDeleted: Pod = {
  ...podIn('Running'),
  metadata: { ...podOf().metadata, deletionTimestamp: '2026-01-01T00:00:01Z' },
};

/** Workers whose runtime is relisted each second, and what they did when. */
class Workers {
  readonly sim = new Simulation();
  readonly tracer = new Tracer(this.sim);
  readonly done: string[] = [];
  readonly workers: PodWorkers;

  constructor() {
    const { sim } = this;
    const lastSecond = (now: SimTime): SimTime => now - (now % second);
    const relists = {
      last: lastSecond,
      next: (now: SimTime) => lastSecond(now) + second,
      finished: new Signal(sim),
    };
    const note = (what: string, { status }: Pod): void => {
      this.done.push(`${sim.now / ms(1)} ${what} ${status?.phase}`);
    };
    const syncer: PodSyncer = {
      *syncPod(_update, pod, _status, { cancelled }) {
        note(cancelled ? 'sync, canceled,' : 'sync', pod);
        return cancelled
          ? { terminal: false, error: { kind: 'canceled', message: 'context canceled' } }
          : done;
      },
      *syncTerminatingPod(pod) {
        note('terminating', pod);
        return done;
      },
      *syncTerminatedPod(pod) {
        note('terminated', pod);
        return done;
      },
    };
    this.workers = new PodWorkers(
      { sim, tracer: this.tracer, prng: createPrng(1), component: 'node-1/kubelet' },
      {
        cache: new PodCache(sim, relists),
        queue: new WorkQueue(sim),
        syncer,
        onTerminated: () => undefined,
      },
    );
  }

  /** Plans an update of the pod, in milliseconds. */
  at(time: number, type: 'create' | 'update' | 'sync', pod: Pod): void {
    this.sim.after(ms(time), () => {
      this.tracer.emitRoot({ type: 'ComponentStarted', component: 'test', version: '', flags: [] });
      this.workers.updatePod({ type, pod });
    });
  }
}

describe('a pod worker that waits for the runtime', () => {
  it('syncs the pod as it was when it took the update, and then the newer one', () => {
    const bed = new Workers();
    bed.at(200, 'create', podIn('Pending'));
    bed.at(500, 'sync', podIn('Pending'));
    bed.at(800, 'sync', podIn('Running'));
    bed.sim.run(5 * second);
    expect(bed.done).toEqual(['200 sync Pending', '1000 sync Pending', '2000 sync Running']);
  });

  it('is canceled when the pod must end, which is a sync of its own', () => {
    const bed = new Workers();
    bed.at(200, 'create', podIn('Running'));
    bed.at(500, 'sync', podIn('Running'));
    bed.at(800, 'update', beingDeleted);
    bed.sim.run(5 * second);
    expect(bed.done).toEqual([
      '200 sync Running',
      '1000 sync, canceled, Running',
      '2000 terminating Running',
      '3000 terminated Running',
    ]);
  });
});
