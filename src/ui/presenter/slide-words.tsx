/**
 * The words of a stop: all sentences of the slide, the one being said in ink. What it names is
 * marked, and lit in the picture. Sentences change by their hold until a hand takes over.
 */
import { type ReactNode, useEffect } from 'react';
import { useDiagram } from '#diagram/diagram-store';
import { captionedFact } from '#player/captioned-fact';
import { usePlayer } from '#player/player';
import { readingTimeOf } from '../caption/reading-time.ts';
import { numberOf, type Piece, type Sentence, type Spoken } from './sentences.ts';
import { goToSentence, sentenceAt, useSlide } from './slide-store.ts';

/** Which sentence is being said now. */
export function useSentence(): number {
  const at = usePlayer(captionedFact);
  return useSlide((slide) => sentenceAt(slide, at));
}

/** Goes on with the next sentence of the slide when this one has been read. */
export function useHold({ sentences, said, first }: Spoken, held: boolean): void {
  const byHand = useSlide((slide) => slide.byHand);
  const at = usePlayer(captionedFact);
  const own = useSlide((slide) => slide.stop === at);
  const text = sentences[said]?.text;
  const waits = held || (byHand && own) || said >= sentences.length - 1;
  useEffect(() => {
    if (waits || text === undefined) return undefined;
    const timer = setTimeout(() => goToSentence(first + said + 1, false), readingTimeOf(text));
    return () => clearTimeout(timer);
  }, [waits, text, first, said]);
}

/** Tells the picture what the sentence names, for as long as it is being said. */
export function useSpoken(sentence: Sentence | undefined): void {
  const lit = (sentence?.pieces ?? []).flatMap(({ anchor }) => anchor?.split(' ') ?? []);
  const key = lit.join(' ');
  useEffect(() => {
    useDiagram.setState({ lit: key === '' ? [] : key.split(' ') });
    return () => useDiagram.setState({ lit: [] });
  }, [key]);
}

interface SlideWordsProps {
  readonly spoken: Spoken;
  readonly lang: string;
  readonly n: number;
  readonly total: number;
}

export function SlideWords({ spoken, lang, n, total }: SlideWordsProps): ReactNode {
  const { sentences, said } = spoken;
  return (
    <section className="sl-cap">
      <p lang={lang} data-testid="caption">
        {sentences.map((sentence, index) => (
          <SentenceWords key={sentence.text} sentence={sentence} said={index === said} />
        ))}
      </p>
      <div className="at num" data-testid="progress">
        {numberOf(n, spoken)} / {total}
      </div>
      <output className="sr" aria-live="polite" lang={lang}>
        {sentences.map(({ text }) => text).join(' ')}
      </output>
    </section>
  );
}

function SentenceWords({
  sentence,
  said,
}: {
  readonly sentence: Sentence;
  readonly said: boolean;
}): ReactNode {
  return (
    <span className={said ? 'sentence say' : 'sentence'} aria-current={said ? true : undefined}>
      {placed(sentence.pieces).map(({ at, ...piece }) => (
        <PieceWords key={at} piece={piece} said={said} />
      ))}
    </span>
  );
}

// Pieces have no identity but their place.
function placed(pieces: readonly Piece[]): readonly (Piece & { readonly at: number })[] {
  let at = 0;
  return pieces.map((piece) => {
    const here = at;
    at += piece.text.length;
    return { ...piece, at: here };
  });
}

function PieceWords({ piece, said }: { readonly piece: Piece; readonly said: boolean }): ReactNode {
  if (piece.anchor !== undefined) {
    return (
      <b className={said ? 'an lit' : 'an'} data-names={piece.anchor.split(' ')[0]}>
        {piece.text}
      </b>
    );
  }
  return piece.bold === true ? <b>{piece.text}</b> : piece.text;
}
