/** Causes in programs of many shapes: no item of a batch follows from another item of it. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { Channel } from './signal.ts';
import { type Process, Simulation } from './simulation.ts';
import { joinAll } from './task.ts';

/** What an item does before it is over. */
type Work =
  | { readonly kind: 'fact' }
  | { readonly kind: 'sleep'; readonly for: number }
  | { readonly kind: 'send' }
  | { readonly kind: 'aside'; readonly works: readonly Work[] }
  | { readonly kind: 'batch'; readonly how: How; readonly items: readonly (readonly Work[])[] };

type How = 'each' | 'inTurn' | 'side by side' | 'cut short';
const hows: readonly How[] = ['each', 'inTurn', 'side by side', 'cut short'];

const { works } = fc.letrec<{ work: Work; works: readonly Work[] }>((tie) => ({
  works: fc.array(tie('work'), { minLength: 1, maxLength: 4 }),
  work: fc.oneof(
    { depthSize: 'small', withCrossShrink: true },
    fc.constant<Work>({ kind: 'fact' }),
    fc.record({ kind: fc.constant('sleep' as const), for: fc.nat(5) }),
    fc.constant<Work>({ kind: 'send' }),
    fc.record({ kind: fc.constant('aside' as const), works: tie('works') }),
    fc.record({
      kind: fc.constant('batch' as const),
      how: fc.constantFrom(...hows),
      items: fc.array(tie('works'), { minLength: 2, maxLength: 3 }),
    }),
  ),
}));

/** Where a fact was written: the batches around it from the outside in, `batch/item`. */
type Place = readonly string[];

interface Written {
  readonly cause: number;
  readonly place: Place;
}

/** Runs a program and returns its facts; the first one is where everything begins. */
function run(program: readonly Work[]): readonly Written[] {
  const sim = new Simulation();
  const facts: Written[] = [];
  const inbox = new Channel<Place>(sim);
  let batches = 0;

  const write = (place: Place): void => {
    facts.push({ cause: sim.cause, place });
    sim.traced(facts.length);
  };
  function* receive(): Process {
    for (;;) {
      const place = yield* inbox.receive();
      if (place === undefined) return;
      write(place);
    }
  }
  function* all(list: readonly Work[], place: Place): Process {
    for (const work of list) yield* one(work, place);
  }
  function* one(work: Work, place: Place): Process {
    if (work.kind === 'fact') write(place);
    else if (work.kind === 'sleep') yield work.for;
    else if (work.kind === 'send') inbox.send(place);
    else if (work.kind === 'aside') yield* sim.asideProcess(all(work.works, place));
    else yield* batch(work.how, work.items, place);
  }
  function* batch(how: How, items: readonly (readonly Work[])[], place: Place): Process {
    const id = batches++;
    const inside = (index: number): Place => [...place, `${id}/${index}`];
    if (how === 'side by side') {
      const tasks = items.map((item, index) => sim.spawn('item', all(item, inside(index))));
      yield* joinAll(sim, tasks);
      return;
    }
    const numbered = [...items.entries()];
    if (how === 'cut short') {
      const task = sim.spawn('batch', eachOf(numbered, inside));
      yield 3;
      task.cancel();
      return;
    }
    if (how === 'each') yield* eachOf(numbered, inside);
    else for (const [index, item] of sim.inTurn(numbered)) yield* all(item, inside(index));
  }
  function* eachOf(
    items: readonly (readonly [number, readonly Work[]])[],
    inside: (index: number) => Place,
  ): Process {
    for (const [index, item] of sim.each(items)) yield* all(item, inside(index));
  }

  write([]);
  sim.spawn('reader', receive());
  sim.spawn('program', all(program, []));
  sim.run(10_000);
  return facts;
}

/** Whether both stand in one batch and in different items of it. */
function areSiblings(a: Place, b: Place): boolean {
  const fork = a.findIndex((part, depth) => part !== b[depth]);
  const [mine, other] = [a[fork], b[fork]];
  if (mine === undefined || other === undefined) return false;
  return mine.split('/')[0] === other.split('/')[0];
}

describe('the items of a batch', () => {
  it('never follow from each other, however they wait, nest, send and are cut short', () => {
    fc.assert(
      fc.property(works, (program) => {
        const facts = run(program);
        const wrong = facts.filter(({ cause, place }) => {
          const from = facts[cause - 1];
          return from !== undefined && areSiblings(place, from.place);
        });
        expect(wrong).toEqual([]);
      }),
      { numRuns: 500 },
    );
  });

  it('all have a cause that was written before them', () => {
    fc.assert(
      fc.property(works, (program) => {
        for (const [index, { cause }] of run(program).entries()) {
          expect(cause).toBeLessThanOrEqual(index);
          if (index > 0) expect(cause).toBeGreaterThan(0);
        }
      }),
    );
  });
});
