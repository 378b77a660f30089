/** Facts come over a socket as the worker posts them. */
import { describe, expect, it } from 'vitest';
import { allParts } from '#cluster/parts/all-parts';
import { hashTrace } from '#trace/trace-hash';
import { FactPacker } from './fact-packer.ts';
import { FactUnpacker } from './fact-unpacker.ts';
import { runRecording } from './run-recording.ts';
import { readFrame, writeFrame } from './served-frames.ts';

const line = 'kubectl create deployment nginx --image=nginx --replicas=3';
const recording = {
  scenario: 'create-deployment',
  seed: 1,
  inputs: [{ at: 40_000_000, kind: 'command', line, user: 'admin' }],
} as const;

describe('frames of a served run', () => {
  it('carry a whole trace to the byte', () => {
    const facts = [...runRecording(recording, allParts)].at(-1)?.facts ?? [];
    const [packer, unpacker] = [new FactPacker(), new FactUnpacker()];
    const arrived = [facts.slice(0, 700), facts.slice(700)].flatMap((batch) => {
      const { writes, ...packed } = packer.pack(batch);
      const frame = writeFrame({ type: 'facts', run: 0, facts: writes, packed });
      if (typeof frame === 'string') throw new Error('a text');
      const read = readFrame(frame.buffer);
      return read.type === 'facts' ? unpacker.unpack(read.packed, read.facts) : [];
    });
    expect(arrived).toHaveLength(facts.length);
    expect(hashTrace(arrived)).toBe(hashTrace(facts));
  });

  it('are texts for everything else', () => {
    const world = { paused: true, speed: 2, watching: 1 };
    const frame = writeFrame({ type: 'world', world });
    expect(typeof frame).toBe('string');
    expect(readFrame(frame as string)).toEqual({ type: 'world', world });
  });
});
