/** The person and their kubectl: the last command, and how it ended. */

import type { ReactNode } from 'react';
import { withoutSequences } from '#base/escape-sequences';
import { saysFailed } from '#facts/kubectl';
import { titleOf } from '#facts/title-of';
import { t as translated, useT } from '#i18n/locale';
import { shortKind } from '#player/object-words';
import { usePlayer } from '#player/player';
import type { Player } from '#player/player-state';
import type { CommandScene } from '#player/scene';
import { useShown } from '../selectors.ts';
import { useAnchor } from '../story/anchored.ts';
import { Room } from './room.tsx';
import { Ticket } from './ticket.tsx';
import { Wrapped } from './wrapped.tsx';

interface KubectlRoomProps {
  /** It shows what was printed, where there is no terminal beside the map. */
  readonly withOutput?: boolean;
  /** It has place for two lines of the command. */
  readonly short?: boolean;
}

export function KubectlRoom({ withOutput = false, short = false }: KubectlRoomProps): ReactNode {
  const t = useT();
  const act = usePlayer(actOf);
  const output = useAnchor('kubectl/output');
  const command = useShown(({ commands }) => commands.at(-1));
  const line = command?.line.replace(/^kubectl\s+/, '');
  const outside = useShown((scene) => scene.outside);
  if (act !== undefined) return <Act who={t('diagram.you')} words={act} />;
  // What a request asks besides its path stands in the inspector.
  if (outside !== '') return <Act who={t('diagram.outside')} words={outside.split('?')[0] ?? ''} />;
  const outcome = command === undefined ? undefined : outcomeOf(command);
  const isAnswered = command?.code !== undefined;
  const made = outcome?.code === 0 && !isAnswered ? command?.object : undefined;
  // An object in its hands says that it works; with `--dry-run` it is all that kubectl prints.
  const working = made !== undefined && outcome?.tone === 'progress';
  const words = outcome === undefined ? '' : t(outcome.message, { code: outcome.code });
  const state = line === undefined ? t('diagram.kubectl.idle') : `${line}. ${words}`;
  return (
    <Room id="kubectl" family="client" title={t('diagram.you')} fact="kubectl" state={state}>
      <div className="room-body">
        {line === undefined ? (
          <p className="quiet">{t('diagram.kubectl.idle')}</p>
        ) : (
          <p className={short ? 'command short' : 'command'}>
            <span>
              <Wrapped text={line} />
            </span>
          </p>
        )}
        {withOutput && <Printed command={command} />}
        {made !== undefined && (
          <Ticket
            kind={shortKind(made.kind)}
            name={made.metadata.name}
            edge="new"
            anchor={working ? 'kubectl/object kubectl/output' : 'kubectl/object'}
          />
        )}
      </div>
      {outcome !== undefined && !working && (
        <p className="room-foot" {...output}>
          <StateSign tone={outcome.tone} words={words} />
        </p>
      )}
    </Room>
  );
}

/** What a command has printed, as much as there is room for; before that, what kubectl does. */
function Printed({ command }: { readonly command: CommandScene | undefined }): ReactNode {
  const does = usePlayer(({ log, scene }) => {
    const fact = log.fact(scene.cursor);
    return fact?.component === 'kubectl' ? titleOf(fact, translated) : '';
  });
  const text = withoutSequences((command?.output ?? []).map((each) => each.text).join(''));
  if (text.trim() === '') return <p className="quiet">{does}</p>;
  return <pre className="printed">{text.trimEnd()}</pre>;
}

/** What the person does to a machine at this step without kubectl, in words. */
function actOf({ log, scene }: Player): string | undefined {
  const fact = log.fact(scene.cursor);
  return fact?.type === 'HostActionTaken' ? titleOf(fact, translated) : undefined;
}

/** `who`: the person, or a client outside. */
function Act({ who, words }: { readonly who: string; readonly words: string }): ReactNode {
  return (
    <Room id="kubectl" family="client" title={who} state={words}>
      <div className="room-body">
        <p className="act">
          <Wrapped text={words} />
        </p>
      </div>
    </Room>
  );
}

/**
 * What came of a command. What kubectl makes of an answer is known when it ends, or has
 * printed an error: a delete waits until it reads 404, and a program in a container may fail after
 * an answer of 101.
 */
function outcomeOf({ code, exitCode, output }: CommandScene) {
  const isRefused = (code ?? 0) >= 400;
  const last = output.at(-1);
  const hasError = last?.stream === 'stderr' && saysFailed(last.text);
  if (exitCode === 0 && (code === undefined || isRefused)) {
    return { message: 'diagram.kubectl.done', code: 0, tone: 'ok' } as const;
  }
  if (exitCode !== undefined && exitCode !== 0 && !isRefused) {
    return { message: 'diagram.kubectl.failed', code: exitCode, tone: 'fail' } as const;
  }
  if (exitCode === undefined && hasError && !isRefused) {
    return { message: 'diagram.kubectl.error', code: 0, tone: 'fail' } as const;
  }
  if (code === undefined) {
    return { message: 'diagram.kubectl.working', code: 0, tone: 'progress' } as const;
  }
  if (code === 404) {
    const tone = exitCode === undefined && !hasError ? 'progress' : 'fail';
    return { message: 'diagram.kubectl.notFound', code, tone } as const;
  }
  if (isRefused) return { message: 'diagram.kubectl.refused', code, tone: 'fail' } as const;
  const message = code === 201 ? 'diagram.kubectl.created' : 'diagram.kubectl.answered';
  return { message, code, tone: 'ok' } as const;
}

type Tone = 'ok' | 'fail' | 'progress';

const paths: Readonly<Record<Tone, string>> = {
  ok: 'M3 8.500l3.250 3L13 4.500',
  fail: 'M4 4l8 8M12 4l-8 8',
  progress: 'M3 8h9.500M9 4.500L12.500 8 9 11.500',
};

/** A state as sign and word; the colour only repeats them. */
function StateSign({ tone, words }: { readonly tone: Tone; readonly words: string }): ReactNode {
  return (
    <span className={`state-sign ${tone}`}>
      <svg className="i" viewBox="0 0 16 16" aria-hidden="true">
        <path d={paths[tone]} />
      </svg>
      {words}
    </span>
  );
}
