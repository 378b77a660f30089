import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { stringify } from 'yaml';
import { checkSchema, type Schema } from './check-schema.ts';
import schema from './lesson.schema.json' with { type: 'json' };
import { lessonTour, wordsIn } from './lesson-tour.ts';
import { longestLesson, readLesson } from './read-lesson.ts';

const example = readFileSync(
  join(import.meta.dirname, '../../../public/lessons/first-deployment.yaml'),
  'utf8',
);
const small = {
  podyssey: 'lesson/v1',
  meta: { title: 'A lesson' },
  scenario: 'create-deployment',
  drive: [{ run: 'kubectl get pods' }],
  beats: [{ id: 'enter', at: 'person/enter', caption: 'Somebody types.' }],
};

const problemsOf = (text: string): readonly string[] => {
  const read = readLesson(text);
  return read.ok ? [] : read.error.map(({ line, message }) => `${line}: ${message}`);
};

describe('a lesson', () => {
  it('is read from YAML and from JSON', () => {
    expect(problemsOf(example)).toEqual([]);
    const read = readLesson(JSON.stringify(small, null, 2));
    expect(read.ok && read.value).toEqual(small);
  });

  it('becomes a tour with its words in the language of the reader, or in English', () => {
    const read = readLesson(example);
    if (!read.ok) throw new Error('not read');
    const { tour, words } = lessonTour(read.value);
    expect(tour.chapters.map(({ beats }) => beats.map(({ id }) => id))).toEqual([
      ['enter', 'stored'],
      ['controller', 'pods'],
      ['scheduler', 'node'],
    ]);
    const chinese = wordsIn(words, 'zh-CN');
    expect(chinese['lesson']).toBe('从 Deployment 到节点上的位置');
    expect(chinese['lesson.part-1.enter.md']).toContain('**kubectl**');
    expect(chinese['lesson.part-1.enter']).not.toContain('*');
    expect(wordsIn(words, 'zh-TW')['lesson']).toBe(chinese['lesson']);
    expect(wordsIn(words, 'ja')['lesson']).toBe('From a Deployment to a place on a node');
  });

  it('chooses the cast, and names what its words are in the picture', () => {
    const text = JSON.stringify({
      ...small,
      beats: [{ ...small.beats[0], cast: ['etcd', 'node-1/pods/default/web', 'watch/kubectl'] }],
    });
    const read = readLesson(text);
    if (!read.ok) throw new Error('not read');
    const { tour, words } = lessonTour(read.value);
    expect(tour.chapters[0]?.beats[0]?.cast).toEqual([
      ...['etcd', 'node-1/pods/default/web', 'watch/kubectl'],
    ]);
    expect(wordsIn({ a: 'See [[etcd|it]].', 'a.md': 'See [[etcd|it]].' }, 'en')).toEqual({
      a: 'See it.',
      'a.md': 'See [[etcd|it]].',
    });
    expect(words['lesson']).toBe('A lesson');
  });

  it('runs in any scenario that an address knows', () => {
    for (const scenario of ['three-members', 'bad-image', 'loss']) {
      expect(problemsOf(JSON.stringify({ ...small, scenario }))).toEqual([]);
    }
  });

  it.each([
    ['beats:\n', '1: The lesson needs "podyssey"'],
    [example.replace('  minutes: 5', '  minutes: five'), '11: meta.minutes must be a whole number'],
    [example.replace('  - id: stored', '  - id: Stored'), 'beats.1.id must match'],
    [example.replace('  - id: stored', '  - id: enter'), 'beats.1.id is taken'],
    [example.replace('right: 2', 'right: 3'), 'beats.3.ask.right is not the number of an option'],
    [example.replace('scenario: create', 'scenario: make'), '13: scenario is unknown'],
    [example.replace('    notes:', '    html:'), 'beats.0 has no "html"'],
    [example.replace('caption:', 'captoin:'), 'beats.0 has no "captoin"; did you mean "caption"?'],
    [example.replace(': create-deployment', ': bad-imgae'), 'did you mean "bad-image"?'],
    [
      example.replace('focus: etcd', 'cast: [etcd/pods/default/web, kubelt]'),
      'beats.1.cast.1 must match',
    ],
    [example.replace('seed: 1', 'seed: 1\nseed: 2'), '15: has "seed" twice'],
    [example.replace('meta:\n', 'meta:\n  - x\n'), ': '],
    ['a: [1, 2', '1: '],
  ])('says on which line it is wrong', (text, words) => {
    expect(problemsOf(text).join('\n')).toContain(words);
  });
});

describe('a hostile lesson', () => {
  it('does not grow by aliases', () => {
    const level = (n: number): string => `l${n}: &l${n} [${`*l${n - 1},`.repeat(9)}]`;
    const bomb = ['l0: &l0 [x]', ...[1, 2, 3, 4, 5, 6, 7, 8, 9].map(level)].join('\n');
    expect(problemsOf(bomb).join()).toContain('alias');
  });

  it.each([
    ['brackets', '['.repeat(150_000)],
    ['braces', '{a: '.repeat(40_000)],
    ['lists on one line', `${'- '.repeat(90_000)}x`],
    ['indentation', Array.from({ length: 500 }, (_, n) => `${' '.repeat(n)}a:`).join('\n')],
    ['its length', 'x'.repeat(longestLesson + 1)],
  ])('is refused for %s', (_, text) => {
    expect(problemsOf(text).length).toBeGreaterThan(0);
  });

  it('changes no prototype', () => {
    for (const name of ['__proto__', 'constructor', 'prototype', 'toString']) {
      const text = JSON.stringify(small).replace('"meta"', `"${name}": {"polluted": 1}, "meta"`);
      expect(problemsOf(text).join()).toContain(`has no "${name}"`);
      const inside = JSON.stringify(small).replace('"title"', `"${name}": {"a": 1}, "title"`);
      expect(problemsOf(inside).join()).toContain(`has no "${name}"`);
    }
    expect(({} as Record<string, unknown>)['polluted']).toBeUndefined();
  });

  it('is refused when it has a tag, a key that is no text, or a second document', () => {
    for (const text of ['!!js/function x: 1', '? [a]\n: 1', `${example}\n---\na: 1\n`]) {
      expect(problemsOf(text).length).toBeGreaterThan(0);
    }
  });

  it('is read or refused, and never throws, whatever it is', () => {
    const cut = fc
      .tuple(fc.nat(example.length), fc.string({ maxLength: 20 }), fc.nat(30))
      .map(([at, more, gone]) => example.slice(0, at) + more + example.slice(at + gone));
    const shaped = fc
      .tuple(fc.constantFrom(...Object.keys(small)), fc.jsonValue())
      .map(([name, value]) => JSON.stringify({ ...small, [name]: value }));
    const any = fc.oneof(
      cut,
      shaped,
      fc.string(),
      fc.jsonValue().map((value) => stringify(value)),
    );
    fc.assert(
      fc.property(any, (text) => {
        const read = readLesson(text);
        if (!read.ok) return read.error.length > 0 && read.error.every(({ line }) => line >= 1);
        lessonTour(read.value);
        return checkSchema(schema as Schema, read.value).length === 0;
      }),
      { numRuns: 200 },
    );
  });
});

it('the published schema says nothing that is not checked', () => {
  const known = new Set(
    ['$ref', 'type', 'const', 'enum', 'anyOf', 'required', 'additionalProperties', 'items']
      .concat(['minProperties', 'minItems', 'maxItems', 'minLength', 'maxLength', 'pattern'])
      .concat(['minimum', 'maximum', '$schema', 'title', 'description', 'properties', '$defs']),
  );
  const unknown: string[] = [];
  const visit = (node: Readonly<Record<string, unknown>>): void => {
    for (const [word, value] of Object.entries(node)) {
      if (!known.has(word)) unknown.push(word);
      if (word === 'properties' || word === '$defs') {
        for (const each of Object.values(value as object)) visit(each);
      } else if (word === 'items') visit(value as Record<string, unknown>);
      else if (word === 'anyOf') for (const each of value as Record<string, unknown>[]) visit(each);
    }
  };
  visit(schema);
  expect(unknown).toEqual([]);
});
