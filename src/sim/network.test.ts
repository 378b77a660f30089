import { expect, it } from 'vitest';
import { createPrng } from '#base/prng';
import { Link } from './network.ts';
import { type Process, Simulation } from './simulation.ts';

/** Whether a crossing that begins now arrives, and when. */
function crossing(sim: Simulation, link: Link): { arrived: boolean | undefined; at: number } {
  const seen: { arrived: boolean | undefined; at: number } = { arrived: undefined, at: 0 };
  function* cross(): Process {
    seen.arrived = yield* link.cross();
    seen.at = sim.now;
  }
  sim.spawn('cross', cross());
  return seen;
}

const newLink = (): Link => new Link({ latency: 100, jitter: 0 }, createPrng(1));

it('a slow link takes longer for each crossing, until it is as fast as before', () => {
  const [sim, link] = [new Simulation(), newLink()];
  link.slowDown(5000);
  const slow = crossing(sim, link);
  sim.run(10_000);
  expect(slow).toEqual({ arrived: true, at: 5100 });
  link.slowDown(0);
  const fast = crossing(sim, link);
  sim.run(20_000);
  expect(fast).toEqual({ arrived: true, at: 10_100 });
});

it('what is on its way is lost when connections break, and a new connection works', () => {
  const [sim, link] = [new Simulation(), newLink()];
  const lost = crossing(sim, link);
  sim.after(50, () => link.breakConnections());
  sim.run(1000);
  expect(lost.arrived).toBe(false);
  const next = crossing(sim, link);
  sim.run(2000);
  expect(next.arrived).toBe(true);
});
