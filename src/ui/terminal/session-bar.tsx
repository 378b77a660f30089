/** What can be done with a running command: Ctrl-C, Ctrl-D, and to leave it and come back. */
import type { ReactNode } from 'react';
import { useT } from '#i18n/locale';
import { player, usePlayer } from '#player/player';
import { focusTerminal } from './focus.ts';
import { typeFor } from './run-line.ts';
import type { TerminalSession } from './session.ts';

interface SessionBarProps {
  readonly session: TerminalSession;
  readonly inside: boolean;
  readonly setInside: (inside: boolean) => void;
}

export function SessionBar({ session, inside, setInside }: SessionBarProps): ReactNode {
  const t = useT();
  const live = usePlayer((state) => state.live !== undefined);
  const { command, takesLines, place } = session;
  const go = (to: boolean): void => {
    setInside(to);
    focusTerminal();
  };
  return (
    <div className="chips session">
      {!live && (
        <span className="still" role="status">
          {t('terminal.still')}{' '}
          <button type="button" className="chip" onClick={() => player.getState().goLive()}>
            {t('terminal.resume')}
          </button>
        </span>
      )}
      <button
        type="button"
        className="chip"
        aria-label={t('terminal.interrupt')}
        title={t('terminal.interrupt')}
        onClick={() => typeFor(command.input, { kind: 'interrupt' })}
      >
        Ctrl-C
      </button>
      {takesLines && (
        <button
          type="button"
          className="chip"
          aria-label={t('terminal.end')}
          title={t('terminal.end')}
          onClick={() => typeFor(command.input, { kind: 'end' })}
        >
          Ctrl-D
        </button>
      )}
      {takesLines && (
        <button
          type="button"
          className="chip"
          title={inside ? t('terminal.leave.why') : command.line}
          onClick={() => go(!inside)}
        >
          {inside ? t('terminal.leave') : t('terminal.back', { place })}
        </button>
      )}
    </div>
  );
}
