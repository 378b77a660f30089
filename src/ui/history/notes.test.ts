import { beforeAll, describe, expect, it } from 'vitest';
import { allParts } from '#cluster/parts/all-parts';
import { TraceLog } from '#player/trace-log';
import { findScenario } from '#scenarios/index';
import { runRecording } from '#worker/run-recording';
import english from './en.json' with { type: 'json' };
import japanese from './ja.json' with { type: 'json' };
import type { NoteWordsById } from './note.ts';
import { notes, notesAt, notesOf } from './notes.ts';
import chinese from './zh-CN.json' with { type: 'json' };
import taiwanese from './zh-TW.json' with { type: 'json' };

const log = new TraceLog();

beforeAll(() => {
  const line = 'kubectl create deployment nginx --image=nginx';
  const at = findScenario('create-deployment')?.readyAt ?? 0;
  const input = { at, kind: 'command', line, user: 'admin' } as const;
  const recording = { scenario: 'create-deployment', seed: 1, inputs: [input] };
  for (const { facts } of runRecording(recording, allParts))
    log.append(facts.slice(log.facts.length));
});

describe('a note on what has changed', () => {
  it('has words in every language, and there are no words without a note', () => {
    const ids = notes.map(({ id }) => id).sort();
    expect(new Set(ids).size).toBe(ids.length);
    for (const words of [english, chinese, taiwanese, japanese] as readonly NoteWordsById[]) {
      expect(Object.keys(words).sort()).toEqual(ids);
      for (const id of ids) {
        expect(words[id]?.was, id).toMatch(/[.。]$/);
        expect(words[id]?.is, id).toMatch(/[.。？?]$/);
      }
    }
  });

  it('stands at a step of the walk or with a component of the cluster', () => {
    const shown = new Set([
      ...log.steps.flatMap(({ id }) => notesAt(id)),
      ...log.facts.slice().flatMap(({ component }) => notesOf(component)),
    ]);
    expect(notes.filter((note) => !shown.has(note)).map(({ id }) => id)).toEqual([]);
  });

  it('leaves room for others: at most three at a step', () => {
    const crowded = log.steps.filter(({ id }) => notesAt(id).length > 3).map(({ id }) => id);
    expect(crowded).toEqual([]);
  });

  it('answers each statement of the old texts once', () => {
    const covered = notes.flatMap(({ covers = [] }) => covers);
    expect(new Set(covered).size).toBe(covered.length);
  });
});
