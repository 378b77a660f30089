/** What is to be said of a room in its head, in a few words that are cut where they must be. */
import type { ReactNode } from 'react';
import { type Translate, useT } from '#i18n/locale';
import type { RoomId } from '#player/place';
import { roomOf } from '#player/place';
import type { CutLink } from '#player/scene';
import { programsIn, useShown } from '../selectors.ts';

export interface Mark {
  readonly words: string;
  readonly className: string;
  /** Whether the sign of a cut link stands before the words. */
  readonly cut?: true;
}

interface MarksProps {
  readonly marks: readonly Mark[];
  /** How many stand beside each other. */
  readonly most: number;
}

/**
 * The first mark, and how many more there are. Marks are cut where they must be, the number of
 * those left out never; the title has all.
 */
export function Marks({ marks, most }: MarksProps): ReactNode {
  const shown = marks.length <= most ? marks : marks.slice(0, 1);
  const others = marks.length - shown.length;
  return (
    <span className="room-marks" title={marks.map(({ words }) => words).join(', ')}>
      {shown.map(({ words, className, cut }) => (
        <span key={words} className={className}>
          {cut === true && <CutSign />}
          {words}
        </span>
      ))}
      {others > 0 && <b className="num">+{others}</b>}
    </span>
  );
}

/** A line with a gap. */
function CutSign(): ReactNode {
  return (
    <svg className="i" viewBox="0 0 16 16" aria-hidden="true">
      <path d="M1 8h4M11 8h4M6.500 4l3 8" />
    </svg>
  );
}

/** That no program of a room runs any more; a node says it of each of its programs. */
export function useEnded(room: RoomId): readonly Mark[] {
  const t = useT();
  const ended = useShown(
    (scene) => scene.components.get(room)?.up === false && programsIn({ scene }, room) === 0,
  );
  return ended ? [{ words: t('diagram.process.ended'), className: 'fail' }] : [];
}

/** The links of a room that are cut, each with the other end. */
export function useCutLinks(room: RoomId): readonly Mark[] {
  const t = useT();
  const links = useShown(({ cutLinks }) => cutLinks);
  return links.flatMap((link) => markOf(link, room, t) ?? []);
}

/** A mark stands in the rooms of both ends. */
function markOf({ one, other }: CutLink, room: RoomId, t: Translate): Mark | undefined {
  const mark = (words: string): Mark => ({ words, className: 'fail', cut: true });
  if (one === room) return mark(t('diagram.cut.to', { other }));
  if (other === room) return mark(t('diagram.cut.to', { other: one }));
  // The room stands for several programs: a member of etcd, a second scheduler.
  const isHere = placeOf(one) === room || placeOf(other) === room;
  return isHere ? mark(t('diagram.cut.between', { one, other })) : undefined;
}

/** A machine is a room by its own name. */
const placeOf = (end: string): RoomId => roomOf(end) ?? end;
