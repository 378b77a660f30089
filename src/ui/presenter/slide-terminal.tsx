/** The output of the last command as a part of the slide. */
import type { ReactNode } from 'react';
import { useT } from '#i18n/locale';
import { usePlayer } from '#player/player';
import { useSlide } from './slide-store.ts';
import { type ShownLine, shownLines } from './terminal-lines.ts';
import { isTerminalShown } from './terminal-shown.ts';

/** As many lines as a slide has room for, beside the command itself. */
const mostLines = 17;

/** Whether the slide shows output in place of the map. */
export function useTerminalShown(): boolean {
  const chosen = useSlide((slide) => slide.terminal);
  return usePlayer((state) => isTerminalShown(state, chosen));
}

interface SlideTerminalProps {
  readonly sentences: readonly string[];
  readonly said: number;
}

export function SlideTerminal({ sentences, said }: SlideTerminalProps): ReactNode {
  const t = useT();
  const command = usePlayer(({ scene }) => scene.commands.at(-1));
  if (command === undefined) return null;
  const output = command.output.map(({ text }) => text).join('');
  const lines = output === '' ? [] : shownLines(output, sentences, said, mostLines);
  return (
    <section className="sl-term" aria-label={t('terminal.label')} data-testid="slide-terminal">
      <div>
        <span className="pr" aria-hidden="true">
          ${' '}
        </span>
        {command.line}
      </div>
      {lines.map((line) => (
        <Line key={line.at} line={line} />
      ))}
    </section>
  );
}

function Line({ line }: { readonly line: ShownLine }): ReactNode {
  const t = useT();
  if ('folded' in line) {
    return <div className="fold">⋯ {t('presenter.folded', { n: line.folded })}</div>;
  }
  const state = { now: 'lit', other: 'next' } as const;
  return (
    <div
      className={line.named === undefined ? undefined : state[line.named]}
      aria-current={line.named === 'now' ? true : undefined}
    >
      {line.text || ' '}
    </div>
  );
}
