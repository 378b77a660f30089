/**
 * The line of the terminal: a command for the cluster, or, while one runs that takes lines, a line
 * for the program in the container, behind the prompt that this program prints.
 */
import { type KeyboardEvent, type ReactNode, useEffect, useState } from 'react';
import { useT } from '#i18n/locale';
import { player, usePlayer } from '#player/player';
import type { TerminalInput } from '#trace/terminal-input';
import { terminalInputId } from './focus.ts';
import { emptyHistory, type History, remember, walk } from './history.ts';
import { typeFor } from './run-line.ts';
import type { TerminalSession } from './session.ts';
import { isUnfinished } from './unfinished.ts';

/** Nobody presses Tab in the first picture, so what it does comes after that. */
let complete: typeof import('./complete.ts').complete | undefined;

/** Without it Tab leads on to the next control. */
function fetchCompletion(): void {
  import('./complete.ts').then(
    (part) => {
      complete = part.complete;
    },
    () => undefined,
  );
}

export interface PromptProps {
  readonly line: string;
  readonly setLine: (line: string) => void;
  readonly run: (line: string) => void;
  /** The command that runs; undefined: none does. */
  readonly session: TerminalSession | undefined;
  /** Whether lines go to it. */
  readonly inside: boolean;
  /** What the program prints before the line. */
  readonly prompt: string;
  readonly children: ReactNode;
}

export function Prompt(props: PromptProps): ReactNode {
  const { line, setLine, run, session, inside, prompt, children } = props;
  const t = useT();
  const [shell, setShell] = useState(emptyHistory);
  const [container, setContainer] = useState(emptyHistory);
  const [history, setHistory] = inside ? [container, setContainer] : [shell, setShell];
  const begun = usePlayer((state) => state.steps.length > 0);
  const submit = (): void => {
    if (line.trim() !== '') setHistory(remember(history, line.trim()));
    if (!inside || session === undefined) {
      run(line);
      return;
    }
    typeFor(session.command.input, { kind: 'text', text: `${line}\n` });
    setLine('');
  };
  const onKey = useKeys({ ...props, history, setHistory });
  useEffect(fetchCompletion, []);
  const isEmpty = line.trim() === '' && !inside;
  return (
    <form
      className="prompt"
      onSubmit={(event) => {
        event.preventDefault();
        submit();
      }}
    >
      {inside && session !== undefined && (
        <span className="into" title={t('terminal.inside', { place: session.place })}>
          {session.place}
        </span>
      )}
      <label className="pr" htmlFor={terminalInputId}>
        <span aria-hidden="true">{inside ? prompt : '$'}</span>
        <span className="sr">
          {inside && session !== undefined
            ? t('terminal.line', { command: session.place })
            : t('terminal.input')}
        </span>
      </label>
      <textarea
        id={terminalInputId}
        rows={rowsOf(line)}
        // It grows upwards, over what stands above, and nothing else moves.
        style={{ marginBlockStart: `${1 - rowsOf(line)}lh` }}
        value={line}
        spellCheck={false}
        autoCapitalize="off"
        autoComplete="off"
        autoCorrect="off"
        enterKeyHint={inside ? 'send' : 'go'}
        title={t(inside ? 'terminal.hint.inside' : 'terminal.hint')}
        onChange={(event) => setLine(event.target.value)}
        onKeyDown={onKey}
      />
      <button
        type="submit"
        className={begun ? 'btn' : 'btn primary'}
        aria-disabled={isEmpty}
        title={inside && prompt !== '' ? t('terminal.send') : undefined}
      >
        {t(inside ? 'terminal.send' : 'terminal.run')}
      </button>
      {children}
    </form>
  );
}

/** Rows that the field has room for; more are scrolled. */
const mostRows = 6;
const rowsOf = (line: string): number => Math.min(mostRows, line.split('\n').length);

/** Whether the arrow leads to another line of the field, and not into the history. */
function hasLineThere(field: HTMLTextAreaElement, key: 'ArrowUp' | 'ArrowDown'): boolean {
  const { value, selectionStart, selectionEnd } = field;
  return key === 'ArrowUp'
    ? value.slice(0, selectionStart).includes('\n')
    : value.slice(selectionEnd).includes('\n');
}

interface Keys extends PromptProps {
  readonly history: History;
  readonly setHistory: (history: History) => void;
}

function useKeys({ line, setLine, session, inside, history, setHistory }: Keys) {
  const send = (typed: TerminalInput): void => {
    if (session !== undefined) typeFor(session.command.input, typed);
  };
  return (event: KeyboardEvent<HTMLTextAreaElement>): void => {
    const { key, currentTarget } = event;
    const isControl = event.ctrlKey && !event.metaKey && !event.altKey;
    const selects = currentTarget.selectionStart !== currentTarget.selectionEnd;
    if (key === 'Escape') currentTarget.blur();
    else if (key === 'Enter' && !event.nativeEvent.isComposing) {
      // As a shell asks for the rest of a command.
      if (event.shiftKey || (!inside && isUnfinished(line))) return;
      event.preventDefault();
      currentTarget.form?.requestSubmit();
    } else if (key === 'ArrowUp' || key === 'ArrowDown') {
      if (hasLineThere(currentTarget, key)) return;
      event.preventDefault();
      const next = walk(history, key === 'ArrowUp' ? -1 : 1, line);
      setHistory(next.history);
      setLine(next.text);
    } else if (isControl && key.toLowerCase() === 'c' && !selects) {
      // Selected text is copied, as elsewhere.
      event.preventDefault();
      setLine('');
      send({ kind: 'interrupt' });
    } else if (isControl && key.toLowerCase() === 'd' && inside && line === '') {
      event.preventDefault();
      send({ kind: 'end' });
    } else if (key === 'Tab' && !event.shiftKey && !inside && line.trim() !== '') {
      const completed = complete?.(line, player.getState().scene) ?? line;
      if (completed === line) return;
      event.preventDefault();
      setLine(completed);
    }
  };
}
