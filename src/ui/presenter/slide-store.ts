/** Where the speaker is within a stop: which sentence, and what of it is answered or opened. */
import { create } from 'zustand';
import { captionedFact } from '#player/captioned-fact';
import { player } from '#player/player';
import type { FactId } from '#trace/fact';

interface Slide {
  /** The stop that the sentence belongs to; at any other it is the first. */
  readonly stop: FactId;
  readonly sentence: number;
  /** A person chose the sentence: it no longer changes by itself at this stop. */
  readonly byHand: boolean;
  /** The id of the question whose answer stands on the slide. */
  readonly revealed: string | undefined;
  /** As a person set it; `undefined`: where the words speak of output. */
  readonly terminal: boolean | undefined;
  /** Whether the list of keys is open. */
  readonly keys: boolean;
}

export const freshSlide: Slide = {
  stop: -1,
  sentence: 0,
  byHand: false,
  revealed: undefined,
  terminal: undefined,
  keys: false,
};

export const useSlide = create<Slide>(() => freshSlide);

/** The sentence that is being said at a stop, from 0. */
export const sentenceAt = ({ stop, sentence }: Slide, at: FactId): number =>
  stop === at ? sentence : 0;

/** Goes to a sentence of the stop on the page. */
export function goToSentence(sentence: number, byHand = true): void {
  useSlide.setState({ stop: captionedFact(player.getState()), sentence, byHand });
}

export const toggleKeys = (): void => useSlide.setState(({ keys }) => ({ keys: !keys }));
