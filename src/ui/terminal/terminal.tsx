/**
 * The terminal: commands run in the simulator at the moment that is shown. Its lines are those of
 * the scene, so stepping back takes the output back too.
 */
import { type KeyboardEvent, type ReactNode, useEffect, useMemo, useRef, useState } from 'react';
import { useScroller } from '#diagram/use-scroller';
import { useT } from '#i18n/locale';
import { player, usePlayer } from '#player/player';
import type { CommandScene } from '#player/scene';
import { openEditor } from '../editor/editor-store.ts';
import { Icon } from '../icons.tsx';
import { onlyAsks } from './answer.ts';
import { complete } from './complete.ts';
import { terminalInputId } from './focus.ts';
import { emptyHistory, remember, walk } from './history.ts';
import { Printed } from './printed.tsx';
import { runLine } from './run-line.ts';
import { suggestions } from './suggestions.ts';

export function Terminal({ first }: { readonly first: string }): ReactNode {
  const t = useT();
  const commands = usePlayer((state) => state.scene.commands);
  // A link may bring typed commands: then the first command is not offered again.
  const [line, setLine] = useState(() =>
    player.getState().recording?.inputs.length === 0 ? first : '',
  );
  const [open, setOpen, brief] = useOpen(commands);
  const run = (text: string): void => {
    if (text.trim() === '') return;
    runLine(text.trim());
    setLine('');
  };
  return (
    <section
      className={`term${open ? ' open' : ''}${brief ? ' brief' : ''}`}
      aria-label={t('terminal.label')}
    >
      <div className="screen">
        <Transcript commands={commands} open={open} />
        <Prompt line={line} setLine={setLine} run={run}>
          <button
            type="button"
            className="btn ghost fold-button"
            aria-expanded={open}
            aria-label={t(open ? 'terminal.close' : 'terminal.open')}
            title={t(open ? 'terminal.close' : 'terminal.open')}
            onClick={() => setOpen(!open)}
          >
            <Icon name="chevron" />
          </button>
        </Prompt>
      </div>
      <Chips run={run} />
    </section>
  );
}

/**
 * Whether the output lies open over the timeline: as a person set it, or else just after an answer
 * of several lines, until the cursor moves on; on the live clock until the next command.
 */
function useOpen(
  commands: readonly CommandScene[],
): readonly [open: boolean, setOpen: (open: boolean) => void, brief: boolean] {
  const [chosen, choose] = useState<boolean | undefined>(undefined);
  const live = usePlayer((state) => state.live !== undefined);
  const answered = usePlayer(({ log, cursor }) => log.fact(cursor)?.type === 'CommandExited');
  const last = commands.at(-1);
  const lines = last?.output.reduce((sum, { text }) => sum + text.split('\n').length - 1, 0) ?? 0;
  const asked = last !== undefined && (onlyAsks(last.line) || (last.exitCode ?? 0) !== 0);
  return [chosen ?? ((answered || live) && asked && lines > 1), choose, live && chosen !== true];
}

interface TranscriptProps {
  readonly commands: readonly CommandScene[];
  readonly open: boolean;
}

function Transcript({ commands, open }: TranscriptProps): ReactNode {
  const screen = useScroller<HTMLDivElement>();
  const end = useRef<HTMLDivElement>(null);
  // The open terminal shows its newest lines too. To scroll lays out the page: it waits for that.
  useEffect(() => {
    if (!open && commands.length === 0) return undefined;
    const show = (): void => end.current?.scrollIntoView({ block: 'nearest' });
    const frame = requestAnimationFrame(show);
    return () => cancelAnimationFrame(frame);
  }, [commands, open]);
  return (
    <div className="transcript" ref={screen} data-testid="transcript">
      {commands.map((command) => (
        <div key={command.input} className="entry">
          <div>
            <span className="pr" aria-hidden="true">
              ${' '}
            </span>
            {command.line}
          </div>
          {/* Folded, nothing can be scrolled: `useScroller` has to measure again. */}
          {command.output.length > 0 && <Output key={String(open)} command={command} />}
        </div>
      ))}
      <div ref={end} />
    </div>
  );
}

/** Columns wider than the terminal are scrolled sideways, and fade where they go on. */
function Output({ command }: { readonly command: CommandScene }): ReactNode {
  const frame = useScroller<HTMLPreElement>();
  return (
    <pre className="sideways" ref={frame}>
      {inOrder(command).map(({ order, ...printed }) => (
        <Printed key={order} {...printed} />
      ))}
    </pre>
  );
}

// Only their order identifies pieces of output.
function inOrder({
  output,
}: CommandScene): readonly (CommandScene['output'][number] & { readonly order: number })[] {
  return output.map((printed, order) => ({ ...printed, order }));
}

interface PromptProps {
  readonly line: string;
  readonly setLine: (line: string) => void;
  readonly run: (line: string) => void;
  readonly children: ReactNode;
}

function Prompt({ line, setLine, run, children }: PromptProps): ReactNode {
  const t = useT();
  const [history, setHistory] = useState(emptyHistory);
  const begun = usePlayer((state) => state.steps.length > 0);
  const submit = (): void => {
    if (line.trim() !== '') setHistory(remember(history, line.trim()));
    run(line);
  };
  const go = (by: -1 | 1): void => {
    const next = walk(history, by, line);
    setHistory(next.history);
    setLine(next.text);
  };
  const onKey = (event: KeyboardEvent<HTMLInputElement>): void => {
    if (event.key === 'Escape') event.currentTarget.blur();
    else if (event.key === 'ArrowUp' || event.key === 'ArrowDown') {
      event.preventDefault();
      go(event.key === 'ArrowUp' ? -1 : 1);
    } else if (event.key === 'Tab' && !event.shiftKey && line.trim() !== '') {
      const completed = complete(line, player.getState().scene);
      if (completed === line) return;
      event.preventDefault();
      setLine(completed);
    }
  };
  return (
    <form
      className="prompt"
      onSubmit={(event) => {
        event.preventDefault();
        submit();
      }}
    >
      <label className="pr" htmlFor={terminalInputId}>
        <span aria-hidden="true">$</span>
        <span className="sr">{t('terminal.input')}</span>
      </label>
      <input
        id={terminalInputId}
        value={line}
        spellCheck={false}
        autoCapitalize="off"
        autoComplete="off"
        autoCorrect="off"
        enterKeyHint="go"
        title={t('terminal.hint')}
        onChange={(event) => setLine(event.target.value)}
        onKeyDown={onKey}
      />
      <button
        type="submit"
        className={begun ? 'btn' : 'btn primary'}
        aria-disabled={line.trim() === ''}
      >
        {t('terminal.run')}
      </button>
      {children}
    </form>
  );
}

/** Commands that make sense now, one tap each. */
function Chips({ run }: { readonly run: (line: string) => void }): ReactNode {
  const t = useT();
  const commands = usePlayer(({ scene }) => scene.commands);
  const etcd = usePlayer(({ scene }) => scene.etcd);
  const offered = useMemo(() => suggestions({ commands, etcd }), [commands, etcd]);
  return (
    <div className="chips">
      <button type="button" className="chip" aria-haspopup="dialog" onClick={() => openEditor()}>
        {t('editor.open')}
      </button>
      {offered.map((line) => (
        <button type="button" key={line} className="chip" onClick={() => run(line)}>
          {line.replace(/^kubectl /, '')}
        </button>
      ))}
    </div>
  );
}
