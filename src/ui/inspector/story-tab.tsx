/**
 * What changed and why, the details of the fact, then its cause and its effect as links. The words
 * of the caption are never repeated.
 */
import { lazy, type ReactNode, Suspense, useMemo } from 'react';
import { titleOf } from '#facts/title-of';
import { useT } from '#i18n/locale';
import { causeStep, effectStep } from '#player/navigation';
import { player, usePlayer } from '#player/player';
import type { FactId } from '#trace/fact';
import { StepHistory } from '../history/then-and-now.tsx';
import { Icon, type IconName } from '../icons.tsx';
import { useFact } from './focus.ts';
import { PendingSlot } from './pending-slot.tsx';
import { StartHere } from './start-here.tsx';
import { StoryDetails } from './story-details.tsx';
import { Why } from './why.tsx';

const ToldParts = lazy(() => import('./told-parts.tsx'));

export function StoryTab(): ReactNode {
  const fact = useFact();
  const told = usePlayer(({ depth }) => depth === 'story');
  const step = usePlayer((state) => state.step?.id);
  if (fact === undefined) return <StartHere />;
  return (
    <>
      <Suspense>{told && <ToldParts />}</Suspense>
      <PendingSlot />
      <StoryDetails fact={fact} />
      <Why />
      {step !== undefined && <StepHistory step={step} />}
      <Causality />
    </>
  );
}

/** The two links under every story. */
function Causality(): ReactNode {
  const t = useT();
  const cursor = usePlayer((state) => state.cursor);
  const facts = usePlayer((state) => state.factCount);
  const { cause, effect } = useMemo(() => linksAt(cursor, facts), [cursor, facts]);
  const { log, goToCause, goToEffect } = player.getState();
  const words = (id: number | undefined): string | undefined => {
    const fact = id === undefined ? undefined : log.fact(id);
    return fact === undefined ? undefined : titleOf(fact, t);
  };
  const [before, after] = [words(cause), words(effect)];
  return (
    <nav className="links" aria-label={t('inspector.why')}>
      <Link
        icon="back"
        keyName="["
        words={
          before === undefined ? t('inspector.noCause') : t('inspector.cause', { what: before })
        }
        act={before === undefined ? undefined : goToCause}
      />
      <Link
        icon="next"
        keyName="]"
        words={
          after === undefined ? t('inspector.noEffect') : t('inspector.effect', { what: after })
        }
        act={after === undefined ? undefined : goToEffect}
      />
    </nav>
  );
}

// Only a known fact can be an effect, so the links are computed anew as facts arrive.
function linksAt(cursor: FactId, known: number): { cause: Found; effect: Found } {
  const state = player.getState();
  if (cursor > known) return { cause: undefined, effect: undefined };
  return { cause: causeStep(state), effect: effectStep(state) };
}
type Found = FactId | undefined;

interface LinkProps {
  readonly icon: IconName;
  readonly keyName: string;
  readonly words: string;
  readonly act: (() => void) | undefined;
}

function Link({ icon, keyName, words, act }: LinkProps): ReactNode {
  if (act === undefined) {
    return (
      <p className="link none">
        <Icon name={icon} />
        {words}
      </p>
    );
  }
  return (
    <button type="button" className="link" onClick={act}>
      <Icon name={icon} />
      <span title={words}>{words}</span>
      <span className="kbd" aria-hidden="true">
        {keyName}
      </span>
    </button>
  );
}
