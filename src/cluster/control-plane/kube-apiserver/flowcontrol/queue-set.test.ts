import { describe, expect, it } from 'vitest';
import { ms, seconds } from '#base/sim-time';
import { Simulation } from '#sim/simulation';
import type { Task } from '#sim/task';
import { dealHand, QueueSet } from './queue-set.ts';

const queuing = { queues: 16, handSize: 4, queueLengthLimit: 3 };

/**
 * A flow whose requests run for 10 ms each; records when each one begins and which are rejected.
 */
class Flood {
  readonly sim = new Simulation();
  readonly set: QueueSet;
  readonly log: string[] = [];

  constructor(seats: number) {
    this.set = new QueueSet(this.sim, { seats, queuing });
  }

  send(flow: string, count: number): readonly Task<void>[] {
    return Array.from({ length: count }, (_, index) =>
      this.sim.spawn(flow, this.#request(flow, `${flow}${index + 1}`)),
    );
  }

  *#request(flow: string, name: string) {
    let seat = this.set.tryTake();
    if (seat === undefined) {
      const ticket = this.set.enqueue(flow);
      if (ticket !== undefined) seat = yield* ticket.take(seconds(15));
    }
    if (seat === undefined) {
      this.log.push(`${name} rejected`);
      return;
    }
    this.log.push(`${name} at ${this.sim.now / 1000}`);
    yield ms(10);
    seat.release();
  }
}

describe('the queues of a priority level', () => {
  it('let requests run at once while there are seats, and others when a seat comes free', () => {
    const flood = new Flood(2);
    flood.send('a', 4);
    flood.sim.run(seconds(1));
    expect(flood.log.toSorted()).toEqual(['a1 at 0', 'a2 at 0', 'a3 at 10', 'a4 at 10']);
    expect(flood.set.executing).toBe(0);
  });

  it('let a small flow pass between the requests of a flood', () => {
    const flood = new Flood(1);
    flood.send('flood', 9);
    flood.send('small', 1);
    flood.sim.run(seconds(1));
    const position = flood.log.findIndex((line) => line.startsWith('small1'));
    expect(position).toBeLessThan(6);
  });

  it('give no seat to a request that was dropped while it waited', () => {
    const flood = new Flood(1);
    flood.send('a', 1);
    const dropped = [flood.send('b', 1), flood.send('c', 1)].flat();
    flood.sim.run(ms(5));
    dropped[0]?.cancel();
    // This one gets the seat at the same moment at which it is dropped.
    flood.sim.input(ms(10), () => flood.sim.after(0, () => dropped[1]?.cancel()));
    flood.sim.run(seconds(1));
    expect(flood.log).toEqual(['a1 at 0']);
    expect([flood.set.executing, flood.set.waiting]).toEqual([0, 0]);
  });

  it('reject what finds every queue of its hand full', () => {
    const flood = new Flood(1);
    flood.send('a', 1 + 4 * 3 + 2);
    flood.sim.run(seconds(1));
    expect(flood.log.filter((line) => line.endsWith('rejected'))).toEqual([
      'a14 rejected',
      'a15 rejected',
    ]);
  });

  it('give up on a request that waited too long', () => {
    const { sim, set, log } = new Flood(1);
    set.tryTake();
    const ticket = set.enqueue('a');
    function* wait() {
      const seat = yield* (ticket as NonNullable<typeof ticket>).take(seconds(15));
      log.push(`${seat === undefined ? 'timed out' : 'seated'} at ${sim.now / 1_000_000}`);
    }
    sim.spawn('wait', wait());
    sim.run(seconds(60));
    expect(log).toEqual(['timed out at 15']);
    expect(set.waiting).toBe(0);
  });
});

describe('shuffle sharding', () => {
  it('deals different queues, always the same ones to a flow', () => {
    const hand = dealHand('alice', 64, 6);
    expect(new Set(hand).size).toBe(6);
    expect(hand.every((queue) => queue >= 0 && queue < 64)).toBe(true);
    expect(dealHand('alice', 64, 6)).toEqual(hand);
    expect(dealHand('bob', 64, 6)).not.toEqual(hand);
  });
});
