/** Applets that only wait or return an exit code: sleep, usleep, true, false. */
import { seconds } from '#base/sim-time';
import { Signal } from '#sim/signal';
import { type Process, type Simulation, sleep as sleepFor } from '#sim/simulation';
import type { Program } from '../program.ts';

const units: Readonly<Record<string, number>> = { s: 1, m: 60, h: 3600, d: 86_400 };

const usage = `BusyBox v1.36.1 multi-call binary.

Usage: sleep [N]...

Pause for a time equal to the total of the args given, where each arg can
have an optional suffix of (s)econds, (m)inutes, (h)ours, or (d)ays
`;

const usleepUsage = `BusyBox v1.36.1 multi-call binary.

Usage: usleep N

Pause for N microseconds
`;

export const usleep: Program = function* ({ argv, err, sim }) {
  const [, word] = argv;
  if (word === undefined) {
    err(usleepUsage);
    return 1;
  }
  if (!/^\+?\d+$/.test(word)) {
    err(`usleep: invalid number '${word}'\n`);
    return 1;
  }
  if (!Number.isSafeInteger(Number(word))) return yield* forever(sim);
  yield* sleepFor(Number(word));
  return 0;
};

export const sleep: Program = function* ({ argv, err, sim }) {
  const words = argv.slice(1);
  if (words.length === 0) err(usage);
  let total = 0;
  for (const word of words) {
    if (word === 'infinity' || word === 'inf') return yield* forever(sim);
    const match = /^(\d*\.?\d+|\d+\.)([smhd]?)$/.exec(word);
    if (match === null) {
      err(`sleep: invalid number '${word}'\n`);
      return 1;
    }
    total += Number(match[1]) * (units[match[2] ?? ''] ?? 1);
  }
  if (words.length === 0) return 1;
  if (!Number.isSafeInteger(seconds(total))) return yield* forever(sim);
  yield* sleepFor(seconds(total));
  return 0;
};

function* forever(sim: Simulation): Process<never> {
  const never = new Signal(sim);
  for (;;) yield* never.wait();
}

export const succeed: Program = function* () {
  return 0;
};

export const fail: Program = function* () {
  return 1;
};
