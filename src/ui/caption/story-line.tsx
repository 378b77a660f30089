/**
 * The sentence of a beat. The names of things are marked, and the things lit in the picture: all of
 * them at rest, one after the other while it plays. Its terms open a popover.
 */
import './story-line.css';
import { type HTMLAttributes, type ReactNode, useEffect, useId, useMemo } from 'react';
import { canEnter, roomIds, useDiagram } from '#diagram/diagram-store';
import { FamilyGlyph } from '#diagram/nodes/glyph.tsx';
import type { Telling } from '#facts/telling';
import { useT } from '#i18n/locale';
import { usePlayer } from '#player/player';
import type { Player } from '#player/player-state';
import type { Piece } from '#scenarios/lessons/marks';
import { Icon } from '../icons.tsx';
import { PartOfText, piecesInLine } from '../lesson/lesson-text.tsx';
import { type AnchorLook, lookOf } from './anchor-look.ts';
import { type Term, useGlossary } from './glossary.ts';
import { anchorReadAt, type Part, partsOf } from './marked-line.ts';
import { useStoryT } from './telling.ts';

/** How much of the hold has passed; `undefined` without a hold. */
function shareRead({ playing, hold, holdLeft }: Player): number | undefined {
  return playing && hold !== undefined && hold > 0 ? 1 - holdLeft / hold : undefined;
}

interface StoryLineProps {
  readonly telling: Telling;
  /** The words of a lesson with its author's marks; tours and the story have none. */
  readonly marked?: string;
}

export default function StoryLine({ telling, marked = '' }: StoryLineProps): ReactNode {
  const translate = useStoryT();
  const line = translate(telling.line);
  const glossary = useGlossary();
  const terms = useMemo(
    () =>
      telling.terms.flatMap((id) => {
        const found = glossary[id];
        return found === undefined ? [] : [{ id, names: [found.term, ...(found.also ?? [])] }];
      }),
    [telling, glossary],
  );
  const pieces = useMemo(() => piecesInLine(marked), [marked]);
  const parts = useMemo(() => outsideLinks(partsOf(line, terms), pieces), [line, terms, pieces]);
  const words = (text: string, at: number): ReactNode =>
    marked === '' ? text : <PartOfText pieces={pieces} from={at} to={at + text.length} />;
  const share = usePlayer(shareRead);
  const now = share === undefined ? undefined : anchorReadAt(parts, share);
  const names = parts.flatMap(({ anchor }) => anchor ?? []);
  const lit = names.filter((_, index) => now === undefined || index === now);
  useLit(lit.flatMap((name) => telling.anchors[name]?.split(' ') ?? []));
  return (
    <span className="story-line">
      {parts.map((part, place) => {
        const signs = signsAfter(parts[place + 1]);
        if (part.term !== undefined) {
          return (
            <span key={part.at} className="kept">
              <TermWord part={part} card={glossary[part.term]} />
              {signs}
            </span>
          );
        }
        if (part.anchor === undefined) {
          const own = place === 0 ? '' : signsAfter(part);
          const rest = part.text.slice(own.length);
          return <span key={part.at}>{words(rest, part.at + own.length)}</span>;
        }
        const index = names.indexOf(part.anchor);
        const state =
          now === undefined ? 'at-rest' : index < now ? 'read' : index === now ? 'now' : 'to-come';
        return (
          <span key={part.at} className={isShortName(part.text) ? 'kept whole' : 'kept'}>
            <AnchorWord
              words={words(part.text, part.at)}
              state={state}
              isPronoun={part.text.length <= longestPronoun}
              anchor={telling.anchors[part.anchor]?.split(' ')[0]}
            />
            {signs}
          </span>
        );
      })}
    </span>
  );
}

/** A browser would break `node-2` after its hyphen; a long name may need that. */
const isShortName = (text: string): boolean => /^[!-~]{1,16}$/.test(text);

/** A word of a link is that link, and nothing else that can be pressed. */
function outsideLinks(parts: readonly Part[], pieces: readonly Piece[]): readonly Part[] {
  const links = pieces.filter(({ kind }) => kind === 'link');
  if (links.length === 0) return parts;
  const joined: Part[] = [];
  for (const part of parts) {
    const { text, at } = part;
    const within = links.some(
      (each) => at < each.at + each.text.length && each.at < at + text.length,
    );
    const plain = within || (part.anchor === undefined && part.term === undefined);
    const last = joined.at(-1);
    // Words stay together: the signs after a word that can be pressed stand beside it.
    if (!plain) joined.push(part);
    else if (last === undefined || last.anchor !== undefined || last.term !== undefined) {
      joined.push({ text, at });
    } else joined.splice(-1, 1, { text: last.text + text, at: last.at });
  }
  return joined;
}

const closing = /^[,.;:!?)\]’”、。，；：！？）」』]+/u;

/** The signs that end a word stay on its line: a browser would break the line before them. */
function signsAfter(part: Part | undefined): string {
  if (part === undefined || part.anchor !== undefined || part.term !== undefined) return '';
  return closing.exec(part.text)?.[0] ?? '';
}

/** Lights the things that the words name in the map, for as long as the words stand. */
function useLit(lit: readonly string[]): void {
  const key = lit.join(' ');
  useEffect(() => {
    useDiagram.setState({ lit: key === '' ? [] : key.split(' ') });
    return () => useDiagram.setState({ lit: [], pointed: undefined });
  }, [key]);
}

interface AnchorWordProps {
  readonly words: ReactNode;
  readonly anchor: string | undefined;
  readonly isPronoun: boolean;
  readonly state: 'at-rest' | 'read' | 'now' | 'to-come';
}

/** Letters of a word that stands for a name, as "it" or "它": it looks like no thing. */
const longestPronoun = 2;

const point = (pointed: string | undefined): void => useDiagram.setState({ pointed });

/**
 * Words as a button that points at a thing. A `<button>` is one box: a line could not break within
 * its words, nor go on behind them.
 */
const buttonFor = (anchor: string | undefined): HTMLAttributes<HTMLElement> => ({
  role: 'button',
  tabIndex: 0,
  onPointerEnter: () => point(anchor),
  onPointerLeave: () => point(undefined),
  onFocus: () => point(anchor),
  onBlur: () => point(undefined),
  onClick: () => point(anchor),
  onKeyDown: ({ key }) => key === 'Enter' && point(anchor),
});

function AnchorWord({ words, anchor, isPronoun, state }: AnchorWordProps): ReactNode {
  const isPointed = useDiagram(({ pointed }) => pointed !== undefined && pointed === anchor);
  const { kind, family }: AnchorLook = isPronoun ? { kind: 'part' } : lookOf(anchor ?? '');
  return (
    <span
      {...buttonFor(anchor)}
      className={`anchor a-${kind} ${state}${isPointed ? ' pointed' : ''}`}
      data-names={anchor}
    >
      {family !== undefined && <FamilyGlyph family={family} />}
      <span>{words}</span>
    </span>
  );
}

interface TermWordProps {
  readonly part: Part;
  readonly card: ReturnType<typeof useGlossary>[string] | undefined;
}

function TermWord({ part, card }: TermWordProps): ReactNode {
  const id = useId();
  if (card === undefined) return part.text;
  return (
    <>
      <button type="button" className="term-word" popoverTarget={id}>
        {part.text}
      </button>
      <TermCard id={id} card={card} />
    </>
  );
}

interface TermCardProps {
  readonly id: string;
  readonly card: Term;
}

/** What a term means, in one sentence, and the way to the room where one sees it. */
function TermCard({ id, card: { term, plain, where } }: TermCardProps): ReactNode {
  const t = useT();
  const room = where.split('/')[0] ?? '';
  const go = (): void => {
    document.getElementById(id)?.hidePopover();
    useDiagram.getState().enter(room);
  };
  return (
    <span id={id} popover="auto" className="popover term-card" role="dialog" aria-label={term}>
      <span>
        <b>{term}</b>: {plain}
      </span>
      {roomIds.test(room) && canEnter(room) && (
        <button type="button" className="see" onClick={go}>
          <Icon name="next" />
          {t('term.seeIt', { room })}
          <kbd>Esc</kbd>
        </button>
      )}
    </span>
  );
}
