/** What a stop says: the words of a tour, of the story, or of the step, in sentences. */
import { useMemo } from 'react';
import { castHere } from '#diagram/story/cast';
import { roomOfAnchor } from '#diagram/story/room-of-anchor';
import type { StoryMessage, Telling } from '#facts/telling';
import { t, useLocale } from '#i18n/locale';
import { captionInLog } from '#player/caption-in-log';
import type { RoomId } from '#player/place';
import { player, usePlayer } from '#player/player';
import { piecesOf as markedPieces } from '#scenarios/lessons/marks';
import { beatAt, beatWords } from '#scenarios/tours/bind-tour';
import type { FactId } from '#trace/fact';
import { partsOf } from '../caption/marked-line.ts';
import { captionedFact } from '../caption/reading-time.ts';
import { toldAt, useTelling } from '../caption/telling.ts';
import { useTour } from '../tour/tour-store.ts';
import { tourText, useTourWords } from '../tour/tour-words.ts';
import { fixedRooms, namingRooms } from './named-rooms.ts';
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
    const pieces = namingRooms(piecesOfWords(words), allRooms());
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

/** The words of a tour; those of a lesson with what its author has named. */
function piecesOfWords(words: string): readonly Piece[] {
  const marked = tourText(`${words}.md`);
  if (marked === '') return piecesOf(tourText(words));
  return markedPieces(marked).map(({ text, kind, anchor }) => ({
    text,
    bold: kind === 'bold',
    anchor,
  }));
}

/** All rooms that words may name; of the nodes those of the cast first. */
function allRooms(): readonly RoomId[] {
  const state = player.getState();
  const cast = castHere(state).anchors.map(roomOfAnchor);
  const nodes = [...cast, ...state.scene.nodes.keys()].filter((room) => room.startsWith('node-'));
  return [...fixedRooms, ...new Set(nodes)];
}

/** The rooms that the words of a stop name: they are drawn with its cast. */
export const roomsOfStop = ({ words, sentences }: Stop): readonly RoomId[] =>
  words === undefined
    ? []
    : [
        ...new Set(
          sentences.flatMap(({ pieces }) =>
            pieces.flatMap(({ anchor }) => anchor?.split(' ').map(roomOfAnchor) ?? []),
          ),
        ),
      ];

function piecesAt(at: FactId): readonly Piece[] {
  const { log, depth } = player.getState();
  const told = depth === 'story' ? toldAt(log, at) : undefined;
  if (told !== undefined) return piecesOfTelling(told.telling, told.translate);
  const fact = log.fact(at);
  if (fact === undefined) return piecesOf(t('caption.none'));
  const { id, params } = captionInLog(log, fact);
  return piecesOf(t(id, params));
}

const piecesOfTelling = (
  telling: Telling,
  translate: (message: StoryMessage) => string,
): readonly Piece[] =>
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
