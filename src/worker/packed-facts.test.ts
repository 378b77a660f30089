/** Facts arrive as they were, also while their run goes on and in batches of any size. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { allParts } from '#cluster/parts/all-parts';
import type { Fact } from '#trace/facts';
import { hashTrace } from '#trace/trace-hash';
import { FactPacker } from './fact-packer.ts';
import { FactUnpacker } from './fact-unpacker.ts';
import { runRecording } from './run-recording.ts';

const line = 'kubectl create deployment nginx --image=nginx --replicas=3';
const recording = {
  scenario: 'create-deployment',
  seed: 1,
  inputs: [{ at: 40_000_000, kind: 'command', line, user: 'admin' }],
} as const;

/** As through a message: what is posted is cloned. */
function sendThrough(packer: FactPacker, unpacker: FactUnpacker, facts: readonly Fact[]) {
  const { writes, ...packed } = structuredClone(packer.pack(facts));
  return unpacker.unpack(packed, writes);
}

/** A fact that no component writes, with any JSON in it. */
const noted = (value: unknown): Fact =>
  ({ id: 1, at: 0, cause: 0, type: 'Noted', component: 'etcd', value }) as unknown as Fact;

describe('facts on their way to the page', () => {
  it('give the trace of the run when each slice is sent as soon as it is there', () => {
    // It begins again a few times on the way.
    const [packer, unpacker] = [new FactPacker({ most: 2000 }), new FactUnpacker()];
    const arrived: Fact[] = [];
    let written: readonly Fact[] = [];
    for (const { facts } of runRecording(recording, allParts)) {
      arrived.push(...sendThrough(packer, unpacker, facts.slice(arrived.length)));
      written = facts;
    }
    expect(arrived).toHaveLength(written.length);
    expect(hashTrace(arrived)).toBe(hashTrace(written));
  });

  it('carry any JSON, in batches that refer to each other', () => {
    const json = fc.jsonValue();
    fc.assert(
      fc.property(
        fc.array(json, { maxLength: 5 }),
        fc.array(json),
        fc.nat(9),
        (shared, values, n) => {
          const [packer, unpacker] = [new FactPacker({ most: 1 + n }), new FactUnpacker()];
          for (const value of [...values, shared, { shared, values }, undefined]) {
            const fact = noted(value);
            expect(sendThrough(packer, unpacker, [fact, fact])).toEqual([fact, fact]);
          }
        },
      ),
    );
  });

  it('share what they shared', () => {
    const [packer, unpacker] = [new FactPacker(), new FactUnpacker()];
    const object = { metadata: { name: 'nginx' } };
    const [first] = sendThrough(packer, unpacker, [noted(object)]);
    const [second] = sendThrough(packer, unpacker, [noted([object])]);
    const valueIn = (fact: Fact | undefined): unknown => Reflect.get(fact ?? {}, 'value');
    expect((valueIn(second) as unknown[])[0]).toBe(valueIn(first));
  });
});
