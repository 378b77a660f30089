/**
 * The plate that every room stands on: a head with sign, name and one quiet fact, and the mark of
 * the room of this step. The head is the button that opens the room.
 */

import type { ReactNode } from 'react';
import { Handle, Position } from 'reactflow';
import { useT } from '#i18n/locale';
import type { RoomId } from '#player/place';
import { usePlayer } from '#player/player';
import type { Family } from '#player/timeline';
import { canEnter, useDiagram } from '../diagram-store.ts';
import { currentRoom } from '../selectors.ts';
import { useAnchor } from '../story/anchored.ts';
import { isBeside, useCast } from '../story/cast.ts';
import { FamilyGlyph } from './glyph.tsx';
import { Marks, useCutLinks, useEnded } from './marks.tsx';

export interface RoomProps {
  readonly id: RoomId;
  readonly family: Family;
  readonly title?: string;
  readonly fact?: ReactNode;
  /** The state in words, for screen readers. */
  readonly state: string;
  readonly children?: ReactNode;
}

export function Room({ id, family, title = id, fact, state, children }: RoomProps): ReactNode {
  const t = useT();
  const anchor = useAnchor(id);
  const rest = useCast((cast) => isBeside(cast, id));
  const enter = useDiagram((diagram) => diagram.enter);
  const current = usePlayer((player) => currentRoom(player) === id);
  const step = usePlayer((player) => (currentRoom(player) === id ? player.step?.id : undefined));
  // A node has them among its own marks.
  const cut = useCutLinks(id).filter(() => family !== 'kubelet');
  const ended = useEnded(id);
  const marks = [...ended, ...cut];
  const whole = [state, ...marks.map(({ words }) => words)].join(', ');
  const classes = [
    ...['room', family],
    ...(current ? ['on'] : []),
    ...(rest ? ['beside'] : []),
    ...(ended.length > 0 ? ['ended'] : []),
  ];
  const label = t('diagram.room.label', { name: title, state: whole });
  const head = (
    <>
      <FamilyGlyph family={family} />
      <span className="room-name">{title}</span>
      {marks.length > 0 && <Marks marks={marks} most={1} />}
      {fact !== undefined && ended.length === 0 && <small className="room-fact">{fact}</small>}
    </>
  );
  return (
    <section
      className={classes.join(' ')}
      aria-label={label}
      aria-current={current ? 'step' : undefined}
      data-room={id}
      {...anchor}
      data-step-id={step}
      onDoubleClick={() => enter(id)}
    >
      {canEnter(id) ? (
        <button
          type="button"
          className="room-head nodrag nopan"
          aria-label={t('diagram.room.open', { name: title, state: whole })}
          onClick={() => enter(id)}
        >
          {head}
        </button>
      ) : (
        <header className="room-head">{head}</header>
      )}
      {children}
      <Handle type="source" position={Position.Top} isConnectable={false} />
      <Handle type="target" position={Position.Top} isConnectable={false} />
    </section>
  );
}
