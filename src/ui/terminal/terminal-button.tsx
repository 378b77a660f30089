/**
 * Opens the terminal where it has no row of its own: it lies over the page until it loses the
 * focus.
 */
import type { ReactNode } from 'react';
import { useT } from '#i18n/locale';
import { Icon } from '../icons.tsx';
import { focusTerminal } from './focus.ts';

export function TerminalButton(): ReactNode {
  const t = useT();
  return (
    <button
      type="button"
      className="btn ghost terminal-button"
      aria-label={t('terminal.label')}
      title={t('terminal.label')}
      aria-keyshortcuts="`"
      onClick={focusTerminal}
    >
      <Icon name="terminal" />
      <span className="kbd" aria-hidden="true">
        `
      </span>
    </button>
  );
}
