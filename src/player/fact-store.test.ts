/** A store that packs what is old is a list of facts like any other. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { allParts } from '#cluster/parts/all-parts';
import type { Fact } from '#trace/facts';
import { hashTrace } from '#trace/trace-hash';
import { runRecording } from '#worker/run-recording';
import { coldFacts } from './cold-facts.ts';
import { FactStore } from './fact-store.ts';

const recording = { scenario: 'create-deployment', seed: 1, inputs: [], until: 130_000_000 };

function factsOfRun(): readonly Fact[] {
  let all: readonly Fact[] = [];
  for (const { facts } of runRecording(recording, allParts)) all = facts;
  // As they come to the page: without what the simulator keeps beside its objects.
  return structuredClone(all);
}

const facts = factsOfRun();

/** Everything but the last facts is packed. */
function packedOf(all: readonly Fact[]): FactStore {
  const store = new FactStore({ warm: 0, cold: coldFacts });
  for (const fact of all) {
    store.push(fact);
    store.tidy();
  }
  return store;
}

describe('a store that packs what is old', () => {
  it('gives back the facts of a run to the byte', () => {
    expect(hashTrace(packedOf(facts))).toBe(hashTrace(facts));
    expect(packedOf(facts).at(0)).not.toBe(facts[0]);
  });

  it('takes a chunk in a tenth of the room of its JSON', () => {
    const chunk = facts.slice(-2048);
    const { bytes, rest } = coldFacts.pack(chunk);
    expect(bytes.length + rest.length).toBeLessThan(JSON.stringify(chunk).length / 8);
  });

  it('keeps any JSON, and what a field lacks', () => {
    fc.assert(
      fc.property(fc.array(fc.jsonValue()), (values) => {
        const noted = values.map((value, index) => ({
          ...{ type: 'Noted', value, absent: undefined, at: 2 ** 33 + index },
          ...{ cause: index, id: 2_000_000 + index },
        })) as unknown as Fact[];
        const back = coldFacts.unpack(coldFacts.pack(noted));
        expect(back).toStrictEqual(noted);
        expect(JSON.stringify(back)).toBe(JSON.stringify(noted));
      }),
    );
  });

  it('is read, cut and copied like a list', () => {
    const whole = packedOf(facts);
    const end = facts.length;
    fc.assert(
      fc.property(fc.nat(end), fc.nat(end), fc.integer({ min: -end, max: end }), (a, b, at) => {
        const [less, more] = [Math.min(a, b), Math.max(a, b)];
        const copy = whole.copyTo(more);
        copy.cut(less);
        for (const fact of facts.slice(less, more)) copy.push(fact);
        expect([copy.length, whole.length]).toEqual([more, end]);
        expect(copy.slice(less - 3, less + 3)).toEqual(
          facts.slice(0, more).slice(less - 3, less + 3),
        );
        expect(copy.at(at)).toEqual(facts.slice(0, more).at(at));
        const moment = facts[less]?.at ?? 0;
        expect(whole.countUpTo(moment)).toBe(facts.findLastIndex((fact) => fact.at <= moment) + 1);
      }),
      { numRuns: 40 },
    );
  });
});
