/**
 * Inputs that once broke something, or could: `corpus.json`, each given to its door.
 *
 * Whatever comes: nothing throws, no component panics, and no answer holds `undefined` or the like.
 * Where an answer is a promise, it is there with the input. A new finding becomes a new line.
 */
import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { seconds } from '#base/sim-time';
import type { Answer, Door, FuzzKind } from './fuzz-kind.ts';
import { judge } from './judge.ts';
import { type KindName, kinds } from './kinds.ts';

/** An input, or one with words that its answer has. */
type Line = { readonly input: unknown; readonly says: string } | unknown;

interface Group {
  readonly about: string;
  readonly kind: KindName;
  /** Of one kind all share a door, in their order. */
  readonly inputs: readonly Line[];
}

// Read as it is: a bundler does not take half of a surrogate pair.
const corpus = JSON.parse(
  readFileSync(new URL('./corpus.json', import.meta.url), 'utf8'),
) as readonly Group[];

const patience = seconds(60);
const doors = new Map<KindName, Door<unknown>>();

/** The corpus has inputs of the right kind: it is written by hand. */
const openDoor = <T>(kind: FuzzKind<T>): Door<unknown> => kind.open(4, patience) as Door<unknown>;

function doorOf(kind: KindName): Door<unknown> {
  const door = doors.get(kind) ?? kinds[kind](openDoor);
  doors.set(kind, door);
  return door;
}

const hasAnswer = (line: Line): line is { readonly input: unknown; readonly says: string } =>
  typeof line === 'object' && line !== null && 'input' in line;

describe.each(corpus)('inputs for $kind: $about', ({ kind, inputs }) => {
  it('break nothing', async () => {
    const wrong: unknown[] = [];
    for (const line of inputs) {
      const [input, says] = hasAnswer(line) ? [line.input, line.says] : [line, ''];
      let said = '';
      const door = async (given: unknown): Promise<Answer> => {
        const answer = await doorOf(kind)(given);
        said = answer.said;
        return answer;
      };
      const finding = await judge(door, input, false);
      if (finding !== undefined) wrong.push({ input, ...finding });
      else if (!said.includes(says)) wrong.push({ input, says, said });
    }
    expect(wrong).toEqual([]);
  });
});
