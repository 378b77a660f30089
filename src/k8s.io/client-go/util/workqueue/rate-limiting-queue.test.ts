import { describe, expect, it } from 'vitest';
import { ms } from '#base/sim-time';
import { type Process, Simulation, sleep } from '#sim/simulation';
import { Tracer } from '#trace/tracer';
import { RateLimitingQueue } from './rate-limiting-queue.ts';

function prepared() {
  const sim = new Simulation();
  const tracer = new Tracer(sim);
  tracer.emitRoot({ type: 'ComponentStarted', component: 'test', version: '', flags: [] });
  const queue = new RateLimitingQueue(sim, tracer, 'test', 'queue');
  const taken: string[] = [];
  function* worker(work: number): Process {
    for (;;) {
      const key = yield* queue.get();
      taken.push(`${key}@${sim.now}`);
      yield* sleep(work);
      queue.done(key);
    }
  }
  return { sim, queue, taken, worker };
}

describe('a work queue', () => {
  it('holds a key once, however often it is added', () => {
    const { sim, queue, taken, worker } = prepared();
    for (const key of ['a', 'b', 'a', 'a']) queue.add(key);
    expect(queue.length).toBe(2);
    sim.spawn('worker', worker(10));
    sim.run(100);
    expect(taken).toEqual(['a@0', 'b@10']);
  });

  it('gives a key that is added while it is processed back once, afterwards', () => {
    const { sim, queue, taken, worker } = prepared();
    queue.add('a');
    sim.spawn('one', worker(10));
    sim.spawn('two', worker(10));
    sim.after(5, () => queue.add('a'));
    sim.after(6, () => queue.add('a'));
    sim.run(100);
    expect(taken).toEqual(['a@0', 'a@10']);
  });

  it('doubles the delay of a key that fails, from 5 ms on, and forgets it on success', () => {
    const { sim, queue, taken, worker } = prepared();
    sim.spawn('worker', worker(0));
    function* fail(): Process {
      for (let n = 0; n < 3; n++) {
        queue.addRateLimited('a');
        yield* sleep(ms(30));
      }
      expect(queue.numRequeues('a')).toBe(3);
      queue.forget('a');
      queue.addRateLimited('a');
    }
    sim.spawn('failing', fail());
    sim.run(ms(200));
    expect(taken).toEqual([`a@${ms(5)}`, `a@${ms(40)}`, `a@${ms(80)}`, `a@${ms(95)}`]);
  });

  it('keeps the earliest of several waits for one key', () => {
    const { sim, queue, taken, worker } = prepared();
    sim.spawn('worker', worker(0));
    queue.addAfter('a', ms(50));
    queue.addAfter('a', ms(20));
    queue.addAfter('a', ms(90));
    sim.run(ms(200));
    expect(taken).toEqual([`a@${ms(20)}`]);
  });

  it('lets a hundred failures through at once and then ten a second', () => {
    const { sim, queue, taken, worker } = prepared();
    sim.spawn('worker', worker(0));
    for (let n = 0; n < 103; n++) queue.addRateLimited(`key-${n}`);
    sim.run(ms(1000));
    expect(taken.filter((entry) => entry.endsWith(`@${ms(5)}`))).toHaveLength(100);
    expect(taken.slice(100)).toEqual([
      `key-100@${ms(100)}`,
      `key-101@${ms(200)}`,
      `key-102@${ms(300)}`,
    ]);
  });
});
