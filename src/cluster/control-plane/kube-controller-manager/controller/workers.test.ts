import { describe, expect, it } from 'vitest';
import { createPrng } from '#base/prng';
import { ms, seconds } from '#base/sim-time';
import { RateLimitingQueue } from '#k8s.io/client-go/util/workqueue/rate-limiting-queue';
import { type Process, Simulation, sleep } from '#sim/simulation';
import { Tracer } from '#trace/tracer';
import { type SyncResult, startWorkers } from './workers.ts';

describe('the workers of a controller', () => {
  it('sync a key again after a panic, which is logged as a fact', () => {
    const sim = new Simulation();
    const tracer = new Tracer(sim);
    const component = 'kube-controller-manager/demo-controller';
    const queue = new RateLimitingQueue(sim, tracer, component, 'demo');
    let calls = 0;
    function* main() {
      tracer.emitRoot({ type: 'ComponentStarted', component, version: '', flags: [] });
      function* sync(): Process<SyncResult> {
        yield* sleep(ms(1));
        calls++;
        if (calls === 1) throw new Error('index out of range');
        return undefined;
      }
      startWorkers({ sim, tracer, prng: createPrng(1) }, queue, sync, { workers: 1 });
      queue.add('default/web');
    }
    sim.spawn('main', main());
    sim.run(seconds(5));
    expect(calls).toBe(2);
    expect(tracer.facts.find(({ type }) => type === 'PanicRecovered')).toMatchObject({
      component,
      doing: 'default/web',
      message: 'index out of range',
    });
    const ends = tracer.facts.filter(({ type }) => type === 'SyncFinished');
    expect(ends).toMatchObject([{ error: 'Observed a panic: index out of range' }, {}]);
  });
});
