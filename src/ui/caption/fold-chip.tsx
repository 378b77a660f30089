/** The stages that are folded into the beat at the cursor, as a chip that opens them in place. */
import './fold-chip.css';
import type { ReactNode } from 'react';
import { apiserverStages } from '#facts/fact-kind';
import { kindOf } from '#facts/facts';
import { titleOf } from '#facts/title-of';
import { useT } from '#i18n/locale';
import type { Beat } from '#player/beats';
import { captionedFact } from '#player/captioned-fact';
import { player, usePlayer } from '#player/player';
import type { Player } from '#player/player-state';
import type { Step } from '#player/steps';
import { Icon } from '../icons.tsx';

/** The beat that the words are about. */
function beatTold(state: Player): Beat | undefined {
  const captioned = captionedFact(state);
  if (captioned < (state.steps[0]?.fact ?? captioned + 1)) return undefined;
  return state.beats.find(({ fact }) => fact >= captioned);
}

/** The stages of the API server that decide whether a request may pass: all but the last. */
const checks: ReadonlySet<string> = new Set(apiserverStages.filter((stage) => stage !== 'store'));

/**
 * How many of the stages are checks of the API server. All have passed: a beat stands where one
 * refuses.
 */
function checksAmong(stages: readonly Step[]): number {
  const { log } = player.getState();
  return stages.filter(({ fact: id }) => {
    const fact = log.fact(id);
    return fact !== undefined && checks.has(kindOf(fact).stage ?? '');
  }).length;
}

export default function FoldChip(): ReactNode {
  const beat = usePlayer(beatTold);
  const steps = usePlayer((state) => state.steps);
  const inTour = usePlayer((state) => state.marks !== undefined);
  if (beat === undefined || beat.last === beat.first || inTour) return null;
  return <Fold beat={beat} stages={steps.slice(beat.first, beat.last)} />;
}

interface FoldProps {
  readonly beat: Beat;
  readonly stages: readonly Step[];
}

function Fold({ beat, stages }: FoldProps): ReactNode {
  const t = useT();
  const open = usePlayer(({ unfolded }) => unfolded === beat.index);
  const cursor = usePlayer((state) => state.cursor);
  const passed = checksAmong(stages);
  const { log, unfold, seek } = player.getState();
  return (
    <div className={open ? 'fold-in open' : 'fold-in'}>
      <button
        type="button"
        className="fold-chip"
        aria-expanded={open}
        onClick={() => unfold(open ? undefined : beat.index)}
      >
        <Icon name="chevron" />
        {passed > 0 ? t('fold.checks', { n: passed }) : t('fold.steps', { n: stages.length })}
        {passed > 0 && <Icon name="check" />}
      </button>
      {open && (
        <ol aria-label={t('fold.list')}>
          {stages.map(({ fact: id }) => {
            const fact = log.fact(id);
            return (
              <li key={id}>
                <button
                  type="button"
                  aria-current={id === cursor ? 'step' : undefined}
                  onClick={() => seek(id)}
                >
                  {fact === undefined ? '' : titleOf(fact, t)}
                </button>
              </li>
            );
          })}
        </ol>
      )}
    </div>
  );
}
