/** The meaning of a term in one sentence, and the way to the room where a reader can see it. */
import type { ReactNode } from 'react';
import { canEnter, roomIds, useDiagram } from '#diagram/diagram-store';
import { useT } from '#i18n/locale';
import { Icon } from '../icons.tsx';
import type { Term } from './glossary.ts';

interface TermCardProps {
  readonly id: string;
  readonly card: Term;
}

export function TermCard({ id, card: { term, plain, where } }: TermCardProps): ReactNode {
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
