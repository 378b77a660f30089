/**
 * The terminal: commands run in the simulator at the moment that is shown. Its lines are those of
 * the scene, so stepping back takes the output back too.
 */
import { type ReactNode, useEffect, useMemo, useRef, useState } from 'react';
import { storyStart } from '#diagram/selectors';
import { useScroller } from '#diagram/use-scroller';
import { useT } from '#i18n/locale';
import { player, usePlayer } from '#player/player';
import type { CommandScene } from '#player/scene';
import { openEditor } from '../editor/editor-store.ts';
import { Icon } from '../icons.tsx';
import { useMedia } from '../use-media.ts';
import { onlyAsks } from './answer.ts';
import { keepLine, keptLine } from './kept-line.ts';
import { Printed } from './printed.tsx';
import { Prompt } from './prompt.tsx';
import { likelyLine, runLine } from './run-line.ts';
import { type Piece, screenOf } from './screen.ts';
import { sessionOf, type TerminalSession } from './session.ts';
import { SessionBar } from './session-bar.tsx';
import { suggestions } from './suggestions.ts';

export interface TerminalProps {
  readonly scenario: string;
  /** The command that the scenario suggests. */
  readonly first: string;
}

export function Terminal({ scenario, first }: TerminalProps): ReactNode {
  const t = useT();
  const commands = usePlayer((state) => state.scene.commands);
  // A link may bring typed commands: then the first command is not offered again.
  const [line, setLine] = useState(
    () => keptLine(scenario) ?? (player.getState().recording?.inputs.length === 0 ? first : ''),
  );
  const session = useMemo(() => sessionOf(commands), [commands]);
  // The command that a person left for the cluster's shell; another one is entered by itself.
  const [left, leave] = useState<number | undefined>(undefined);
  const inside = session?.takesLines === true && left !== session.command.input;
  const prompt = useMemo(
    () => (inside && session !== undefined ? screenOf(session.command.output, true).rest : ''),
    [inside, session],
  );
  const { open, setOpen, place } = useOpen(commands, session);
  useEffect(() => player.getState().setAtPrompt(inside ? '' : likelyLine(line)), [line, inside]);
  // What is typed into a container is not kept: after a loss nobody would know where it belongs.
  useEffect(() => {
    if (!inside) keepLine(scenario, line === first ? '' : line);
  }, [scenario, first, line, inside]);
  const run = (text: string): void => {
    if (text.trim() === '') return;
    runLine(text.trim());
    setLine('');
  };
  return (
    <section className={`term ${place}${open ? ' open' : ''}`} aria-label={t('terminal.label')}>
      <div className="screen">
        <div className="lines">
          <Transcript commands={commands} open={open} inside={inside ? session : undefined} />
          {session !== undefined && (
            <SessionBar
              session={session}
              inside={inside}
              setInside={(into) => leave(into ? undefined : session.command.input)}
            />
          )}
        </div>
        <Prompt
          line={line}
          setLine={setLine}
          run={run}
          session={session}
          inside={inside}
          prompt={prompt}
        >
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
      {session === undefined && <Chips run={run} />}
    </section>
  );
}

/** Where nothing stands below Next and Play that lines could cover; as in terminal.css. */
const lowWindow = '(width < 1440px) or (height < 800px)';

/**
 * Whether the output lies open over the timeline: as a person set it, or else just after an answer
 * of several lines, until the cursor moves on; on the live clock until the next command; and while
 * somebody types into a container.
 */
function useOpen(
  commands: readonly CommandScene[],
  session: TerminalSession | undefined,
): {
  readonly open: boolean;
  readonly setOpen: (open: boolean) => void;
  /** Whether it lies over the map, or shows less below Next and Play: the words stay in sight. */
  readonly place: 'over' | 'brief' | 'talk' | 'over few' | 'over some';
} {
  const [chosen, choose] = useState<boolean | undefined>(undefined);
  const live = usePlayer((state) => state.live !== undefined);
  const answered = usePlayer(({ log, cursor }) => log.fact(cursor)?.type === 'CommandExited');
  const last = commands.at(-1);
  const lines = last?.output.reduce((sum, { text }) => sum + text.split('\n').length - 1, 0) ?? 0;
  const asked = last !== undefined && (onlyAsks(last.line) || (last.exitCode ?? 0) !== 0);
  const talks = session?.takesLines === true;
  const opens = session !== undefined || ((answered || live) && asked && lines > 1);
  const low = useMedia(lowWindow);
  const ownPlace = () => {
    if (talks) return low ? 'over some' : 'talk';
    if (low && (live || session !== undefined)) return 'over few';
    return live ? 'brief' : 'over';
  };
  const own = ownPlace();
  return { open: chosen ?? opens, setOpen: choose, place: chosen === true ? 'over' : own };
}

interface TranscriptProps {
  readonly commands: readonly CommandScene[];
  readonly open: boolean;
  /** The command whose last, unfinished line stands before the field. */
  readonly inside: TerminalSession | undefined;
}

function Transcript({ commands, open, inside }: TranscriptProps): ReactNode {
  const t = useT();
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
    <div
      className="transcript"
      ref={screen}
      data-testid="transcript"
      role="log"
      aria-label={t('terminal.label')}
      aria-live={inside === undefined ? 'off' : 'polite'}
    >
      {sinceClear(commands).map((command) => (
        <div key={command.input} className="entry">
          <div>
            <span className="pr" aria-hidden="true">
              ${' '}
            </span>
            {command.line}
          </div>
          {/* Folded, nothing can be scrolled: `useScroller` has to measure again. */}
          {command.output.length > 0 && (
            <Output
              key={String(open)}
              command={command}
              open={command.input === inside?.command.input}
            />
          )}
        </div>
      ))}
      <div ref={end} />
    </div>
  );
}

/** `clear` leaves out what stands before it. */
const sinceClear = (commands: readonly CommandScene[]): readonly CommandScene[] =>
  commands.slice(commands.findLastIndex(({ line }) => line.trim() === 'clear') + 1);

interface OutputProps {
  readonly command: CommandScene;
  /** Whether its unfinished line stands elsewhere. */
  readonly open: boolean;
}

/** Columns wider than the terminal are scrolled sideways, and fade where they go on. */
function Output({ command, open }: OutputProps): ReactNode {
  const frame = useScroller<HTMLPreElement>();
  const pieces = useMemo(() => screenOf(command.output, open).lines, [command.output, open]);
  return (
    <pre className="sideways" ref={frame}>
      {inOrder(pieces).map(({ order, ...printed }) => (
        <Printed key={order} {...printed} />
      ))}
    </pre>
  );
}

// Only their order identifies pieces of output.
const inOrder = (pieces: readonly Piece[]): readonly (Piece & { readonly order: number })[] =>
  pieces.map((printed, order) => ({ ...printed, order }));

/** Commands that make sense now, one tap each. */
function Chips({ run }: { readonly run: (line: string) => void }): ReactNode {
  const t = useT();
  const commands = usePlayer(({ scene }) => scene.commands);
  const etcd = usePlayer(({ scene }) => scene.etcd);
  const start = usePlayer(storyStart);
  const offered = useMemo(() => suggestions({ commands, etcd }, start), [commands, etcd, start]);
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
