/** How many events a second the bare kernel dispatches. */
import { Channel } from '#sim/signal';
import { type Process, Simulation, sleep } from '#sim/simulation';

/** Runs about a million events: sleepers of many periods, and two processes that talk. */
export function kernelEventsPerSecond(): number {
  const sim = new Simulation();
  function* sleeper(period: number): Process {
    for (;;) yield* sleep(period);
  }
  for (let n = 0; n < 40; n++) sim.spawn('sleeper', sleeper(10 + n));
  const channel = new Channel<number>(sim);
  function* sender(): Process {
    for (let n = 0; ; n++) {
      channel.send(n);
      yield* sleep(7);
    }
  }
  function* receiver(): Process {
    for (;;) yield* channel.receive();
  }
  sim.spawn('sender', sender());
  sim.spawn('receiver', receiver());
  sim.run(10_000);
  const before = sim.eventCount;
  const start = process.hrtime.bigint();
  sim.run(600_000);
  const elapsed = Number(process.hrtime.bigint() - start) / 1e9;
  return Math.round((sim.eventCount - before) / elapsed);
}
