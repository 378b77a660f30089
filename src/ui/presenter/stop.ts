/** What a stop says: the words of a tour, of the story, or of the step, in sentences. */
import { useMemo } from 'react';
import { roomOfAnchor } from '#diagram/story/room-of-anchor';
import { t, useLocale } from '#i18n/locale';
import { captionInLog } from '#player/caption-in-log';
import { captionedFact } from '#player/captioned-fact';
import { isBeforeAll } from '#player/navigation';
import type { RoomId } from '#player/place';
import { player, usePlayer } from '#player/player';
import { piecesOf as markedPieces } from '#scenarios/lessons/marks';
import { beatAt, beatWords } from '#scenarios/tours/bind-tour';
import type { FactId } from '#trace/fact';
import { partsOf } from '../caption/marked-line.ts';
import { stopToldAt, toldAt, useTelling } from '../caption/telling.ts';
import { useTour } from '../tour/tour-store.ts';
import { tourText, useTourWords } from '../tour/tour-words.ts';
import { type Piece, piecesOf, type Sentence, sentencesOf } from './sentences.ts';

export interface Stop {
  readonly sentences: readonly Sentence[];
  /** The language of the words. */
  readonly lang: string;
  /** The id of a tour's words; `undefined` beside its stops. */
  readonly words: string | undefined;
}

/** What is told at a fact; a question is asked in the words of the stop before it. */
export function stopAt(at: FactId, asks: boolean): Stop {
  const { tour, bound } = useTour.getState();
  const beat = beatAt(bound, at);
  if (tour !== undefined && beat !== undefined && (beat.fact === at || asks)) {
    const words = beatWords(tour, beat.chapter, beat.beat);
    const pieces = piecesOfWords(words, beat.fact);
    return { sentences: sentencesOf(pieces), lang: useTourWords.getState().locale, words };
  }
  if (tour !== undefined && beat === undefined) {
    const lang = useTourWords.getState().locale;
    return { sentences: sentencesOf(piecesOf(tourText(tour.id))), lang, words: undefined };
  }
  return {
    sentences: sentencesOf(piecesAt(at)),
    lang: useLocale.getState().locale,
    words: undefined,
  };
}

/** The rooms that the words of a stop name, or a part of: they are drawn with its cast. */
export function roomsOfStop({ words, sentences }: Stop): readonly RoomId[] {
  if (words === undefined) return [];
  const anchors = sentences.flatMap(({ pieces }) =>
    pieces.flatMap(({ anchor }) => anchor?.split(' ') ?? []),
  );
  return [...new Set(anchors.map(roomOfAnchor))];
}

/** The words of a tour with what they name; those of a lesson with what its author has marked. */
function piecesOfWords(words: string, at: FactId): readonly Piece[] {
  const marked = tourText(`${words}.md`);
  if (marked !== '') {
    return markedPieces(marked).map(({ text, kind, anchor }) => ({
      text,
      bold: kind === 'bold',
      anchor,
    }));
  }
  const told = stopToldAt(player.getState().log, at);
  return told === undefined ? piecesOf(tourText(words)) : piecesOfTelling(told);
}

function piecesAt(at: FactId): readonly Piece[] {
  const state = player.getState();
  const { log, depth, goal } = state;
  const fact = log.fact(at);
  if (fact === undefined || (goal === undefined && isBeforeAll(state, at))) {
    return piecesOf(t('presenter.first'));
  }
  const told = depth === 'story' ? toldAt(log, at) : undefined;
  if (told !== undefined) return piecesOfTelling(told);
  const { id, params } = captionInLog(log, fact);
  return piecesOf(t(id, params));
}

const piecesOfTelling = ({
  telling,
  translate,
}: NonNullable<ReturnType<typeof toldAt>>): readonly Piece[] =>
  partsOf(translate(telling.line)).map(({ text, anchor }) => ({
    text,
    anchor: anchor === undefined ? undefined : telling.anchors[anchor],
  }));

/** The stop on the page; renders again with all that its words come from. */
export function useStop(asks: boolean): Stop {
  const at = usePlayer(captionedFact);
  const log = usePlayer((state) => state.log);
  const beats = usePlayer((state) => state.beats);
  const depth = usePlayer((state) => state.depth);
  const telling = useTelling();
  const tour = useTour((state) => state.tour);
  const bound = useTour((state) => state.bound);
  const words = useTourWords((state) => state.words);
  const catalog = useLocale((state) => state.catalog);
  const sources = [log, beats, depth, telling, tour, bound, words, catalog];
  return useMemo(() => stopAt(at, asks), [at, asks, ...sources]);
}
