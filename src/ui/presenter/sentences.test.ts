import { describe, expect, it } from 'vitest';
import { numberOf, piecesOf, sentencesOf, slidesOf, spokenAt } from './sentences.ts';

const texts = (text: string): readonly string[] =>
  sentencesOf(piecesOf(text)).map((sentence) => sentence.text);

describe('the sentences of a stop', () => {
  it('end at a full stop, also before a name in small letters', () => {
    expect(texts('The record is there. kubectl prints “created.” Is that all? Yes.')).toEqual([
      'The record is there.',
      'kubectl prints “created.”',
      'Is that all?',
      'Yes.',
    ]);
  });

  it('do not end within numbers, names and what is shortened', () => {
    expect(
      texts('It is v1.36, e.g. in spec.nodeName of nginx:1.28. Then 10.244.0.2 is its own.'),
    ).toEqual(['It is v1.36, e.g. in spec.nodeName of nginx:1.28.', 'Then 10.244.0.2 is its own.']);
  });

  it('need no space between them in Chinese and Japanese', () => {
    expect(texts('调度器不启动任何东西。它提交一个 Binding。「完了」。次へ。')).toHaveLength(4);
  });

  it('keep their bold words, and never cut what is marked as one', () => {
    const [first, second] = sentencesOf([
      { text: 'It hears ' },
      { text: 'ADDED. Pod', anchor: 'watch/event' },
      { text: '. Then ' },
      { text: 'it works.', bold: true },
    ]);
    expect(first?.pieces.map(({ text }) => text)).toEqual(['It hears ', 'ADDED. Pod', '.']);
    expect(second?.pieces.at(-1)).toMatchObject({ text: 'it works.', bold: true });
  });
});

describe('a stop with more words than a slide holds', () => {
  const long = Array.from({ length: 6 }, (_, n) => `Sentence ${n} ${'word '.repeat(14)}ends here.`);
  const sentences = sentencesOf(piecesOf(long.join(' ')));

  it('goes on at the end of a sentence, and loses none', () => {
    const slides = slidesOf(sentences);
    expect(slides.length).toBeGreaterThan(1);
    expect(slides.flat()).toEqual(sentences);
    for (const slide of slides) {
      expect(slide.map(({ text }) => text).join(' ').length).toBeLessThanOrEqual(260);
    }
  });

  it('says which slide a sentence stands on, and wears a letter', () => {
    const spoken = spokenAt(sentences, 5);
    expect(spoken.sentences[spoken.said]).toBe(sentences[5]);
    expect(spoken.first + spoken.said).toBe(5);
    expect(numberOf(12, spokenAt(sentences, 0))).toBe('12a');
    expect(numberOf(12, spoken)).not.toBe('12a');
    expect(numberOf(12, spokenAt(sentences.slice(0, 1), 0))).toBe('12');
  });

  it('is one slide where nothing is said', () => {
    expect(spokenAt([], 3)).toMatchObject({ slides: 1, sentences: [], said: 0 });
  });
});
