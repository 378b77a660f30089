import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createPrng } from '#base/prng';
import { Link } from './network.ts';
import { Channel, firstOf, Signal } from './signal.ts';
import { type Process, Simulation, sleep } from './simulation.ts';
import { TaskGroup } from './task.ts';

describe('the kernel', () => {
  it('dispatches events by time, and events of one moment in the order they were planned', () => {
    fc.assert(
      fc.property(fc.array(fc.nat({ max: 50 }), { maxLength: 200 }), (delays) => {
        const sim = new Simulation();
        const seen: { at: number; index: number }[] = [];
        delays.forEach((delay, index) => {
          sim.after(delay, () => seen.push({ at: sim.now, index }));
        });
        sim.run(Number.POSITIVE_INFINITY);
        const expected = delays
          .map((at, index) => ({ at, index }))
          .sort((a, b) => a.at - b.at || a.index - b.index);
        expect(seen).toEqual(expected);
      }),
    );
  });

  it('puts an input first at its moment, whenever it became known', () => {
    const seenWhen = (told: number): readonly string[] => {
      const sim = new Simulation();
      const seen: string[] = [];
      sim.after(20, () => {
        seen.push('planned before');
        sim.after(0, () => seen.push('at once'));
      });
      sim.run(told);
      for (const name of ['first input', 'second input']) {
        sim.input(20, () => {
          seen.push(`${name} under ${sim.cause}`);
          sim.traced(7);
        });
      }
      sim.run(100);
      return seen;
    };
    const first = ['first input under 0', 'second input under 0', 'planned before', 'at once'];
    expect(seenWhen(0)).toEqual(first);
    expect(seenWhen(19)).toEqual(first);
  });

  it('lets time pass for a process only where it sleeps', () => {
    const sim = new Simulation();
    const moments: number[] = [];
    function* walk(): Process {
      moments.push(sim.now);
      yield* sleep(30);
      moments.push(sim.now);
      yield* sleep(12);
      moments.push(sim.now);
    }
    sim.spawn('walk', walk());
    sim.run(1000);
    expect(moments).toEqual([0, 30, 42]);
    expect(sim.now).toBe(1000);
  });

  it('stops at `until` and goes on from there as if it had not stopped', () => {
    const run = (stops: readonly number[]): string[] => {
      const sim = new Simulation();
      const seen: string[] = [];
      function* tick(name: string, period: number): Process {
        for (let n = 0; n < 5; n++) {
          yield* sleep(period);
          seen.push(`${sim.now} ${name}`);
        }
      }
      sim.spawn('a', tick('a', 7));
      sim.spawn('b', tick('b', 5));
      for (const stop of stops) sim.run(stop);
      return seen;
    };
    expect(run([3, 7, 8, 21, 100])).toEqual(run([100]));
  });

  it('hands the cause of the one who wakes to the one who waits', () => {
    const sim = new Simulation();
    const signal = new Signal(sim);
    const causes: number[] = [];
    function* waiter(): Process {
      sim.traced(1);
      yield* sleep(5);
      causes.push(sim.cause);
      yield* signal.wait();
      causes.push(sim.cause);
    }
    function* waker(): Process {
      sim.traced(2);
      yield* sleep(10);
      signal.notifyAll();
    }
    sim.spawn('waiter', waiter());
    sim.spawn('waker', waker());
    sim.run(100);
    expect(causes).toEqual([1, 2]);
  });

  it('gives a joined task’s value, and nothing for a cancelled one', () => {
    const sim = new Simulation();
    const results: unknown[] = [];
    function* work(): Process<string> {
      yield* sleep(10);
      return 'done';
    }
    function* boss(): Process {
      const first = sim.spawn('first', work());
      const second = sim.spawn('second', work());
      yield* sleep(1);
      second.cancel();
      results.push(yield* first.join(), yield* second.join());
    }
    sim.spawn('boss', boss());
    sim.run(100);
    expect(results).toEqual(['done', undefined]);
  });

  it('ends every task of a group, running its `finally` blocks', () => {
    const sim = new Simulation();
    const group = new TaskGroup('kubelet');
    const ended: string[] = [];
    function* child(name: string): Process {
      try {
        yield* sleep(1000);
      } finally {
        ended.push(name);
      }
    }
    function* parent(): Process {
      sim.spawn('child', child('child'));
      yield* child('parent');
    }
    sim.spawn('parent', parent(), group);
    sim.run(10);
    expect(group.size).toBe(2);
    group.cancelAll();
    sim.run(2000);
    expect(ended).toEqual(['parent', 'child']);
    expect(group.size).toBe(0);
  });

  it('starts nothing in a group that has ended', () => {
    const sim = new Simulation();
    const group = new TaskGroup('kubelet');
    group.cancelAll();
    const done: string[] = [];
    function* work(): Process {
      done.push('worked');
      yield* sleep(1);
    }
    const task = sim.spawn('late', work(), group);
    sim.run(10);
    expect(done).toEqual([]);
    expect([task.cancelled, group.size]).toEqual([true, 0]);
  });

  it('forgets what a group has planned for itself when it ends, and nothing else', () => {
    const planned = (ends: boolean): readonly unknown[] => {
      const sim = new Simulation();
      const group = new TaskGroup('kubelet');
      const seen: unknown[] = [];
      function* later(): Process {
        seen.push(sim.currentTask?.group?.name);
        yield* sleep(0);
      }
      function* work(): Process {
        sim.after(5, () => seen.push('sent'));
        sim.afterOwn(5, () => sim.spawn('later', later()));
        yield* sleep(2);
      }
      sim.spawn('work', work(), group);
      sim.run(1);
      if (ends) group.cancelAll();
      sim.run(10);
      return seen;
    };
    expect(planned(false)).toEqual(['sent', 'kubelet']);
    expect(planned(true)).toEqual(['sent']);
  });

  it('ends a group in place of its n-th step, also between two steps of one moment', () => {
    const stepsOf = (n: number): readonly string[] => {
      const sim = new Simulation();
      const group = new TaskGroup('kubelet');
      const done: string[] = [];
      function* work(name: string): Process {
        for (let step = 1; step <= 2; step++) {
          done.push(`${name}${step}`);
          yield* sleep(0);
        }
      }
      sim.spawn('a', work('a'), group);
      sim.spawn('b', work('b'), group);
      group.endAtResume(n, () => group.cancelAll());
      sim.run(10);
      return done;
    };
    expect(stepsOf(1)).toEqual([]);
    expect(stepsOf(2)).toEqual(['a1']);
    expect(stepsOf(4)).toEqual(['a1', 'b1', 'a2']);
    expect(stepsOf(0)).toEqual(['a1', 'b1', 'a2', 'b2']);
  });
});

describe('signals and channels', () => {
  it('wake for the first of several, or for the timeout', () => {
    const sim = new Simulation();
    const never = new Signal(sim);
    const soon = new Signal(sim);
    const winners: unknown[] = [];
    function* waiter(): Process {
      winners.push((yield* firstOf(sim, [never, soon], 50)) === soon);
      winners.push(yield* firstOf(sim, [never, soon], 50));
      winners.push(sim.now);
    }
    sim.spawn('waiter', waiter());
    sim.after(20, () => soon.notifyAll());
    sim.run(200);
    expect(winners).toEqual([true, 'timeout', 70]);
  });

  it('deliver items in order, each under the cause it was sent with', () => {
    const sim = new Simulation();
    const channel = new Channel<string>(sim);
    const seen: string[] = [];
    function* reader(): Process {
      for (;;) {
        const item = yield* channel.receive();
        if (item === undefined) return;
        seen.push(`${item} ${sim.cause}`);
      }
    }
    sim.spawn('reader', reader());
    sim.after(5, () => {
      sim.traced(7);
      channel.send('a');
      sim.traced(8);
      channel.send('b');
      channel.close();
    });
    sim.run(10);
    expect(seen).toEqual(['a 7', 'b 8']);
  });
});

describe('a link', () => {
  it('delays by its latency and at most its jitter more, and carries nothing when cut', () => {
    const sim = new Simulation();
    const link = new Link({ latency: 100, jitter: 20 }, createPrng(1).fork('link'));
    const crossings: unknown[] = [];
    function* cross(): Process {
      const ok = yield* link.cross();
      crossings.push(ok, sim.now >= 100 && sim.now <= 120);
      link.cut('cable');
      crossings.push(yield* link.cross());
    }
    sim.spawn('cross', cross());
    sim.run(1000);
    expect(crossings).toEqual([true, true, false]);
  });
});

describe('chance', () => {
  it('is the same for the same seed and label, whatever the parent was used for', () => {
    const parent = createPrng(42);
    parent.nextFloat();
    const a = parent.fork('kubelet').nextInt(1_000_000);
    const b = createPrng(42).fork('kubelet').nextInt(1_000_000);
    expect(a).toBe(b);
    expect(createPrng(43).fork('kubelet').nextInt(1_000_000)).not.toBe(a);
  });
});
