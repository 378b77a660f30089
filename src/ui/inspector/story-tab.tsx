/** What happens and why: the details of the fact, then its cause and its effect as links. */
import { type ReactNode, useMemo } from 'react';
import { titleOf } from '#facts/title-of';
import { useT } from '#i18n/locale';
import { captionInLog } from '#player/caption-in-log';
import { causeStep, effectStep } from '#player/navigation';
import { player, usePlayer } from '#player/player';
import type { FactId } from '#trace/fact';
import { StepHistory } from '../history/then-and-now.tsx';
import { Icon, type IconName } from '../icons.tsx';
import { RichText } from '../rich-text.tsx';
import { useFact } from './focus.ts';
import { PendingCard } from './pending-card.tsx';
import { StartHere } from './start-here.tsx';
import { StoryDetails } from './story-details.tsx';
import { Why } from './why.tsx';

export function StoryTab(): ReactNode {
  const t = useT();
  const fact = useFact();
  const step = usePlayer((state) => state.step?.id);
  if (fact === undefined) return <StartHere />;
  const { id, params } = captionInLog(player.getState().log, fact);
  const message = t(id, params);
  return (
    <>
      {!repeats(message, titleOf(fact, t)) && (
        <p>
          <RichText message={message} params={params} />
        </p>
      )}
      <PendingCard />
      <StoryDetails fact={fact} />
      <Why />
      {step !== undefined && <StepHistory step={step} />}
      <Causality />
    </>
  );
}

/** Whether a message says no more than the heading above it. */
const repeats = (message: string, title: string): boolean =>
  message
    .replaceAll('**', '')
    .replace(/[.。]$/, '')
    .toLowerCase() === title.toLowerCase();

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

// Only what is known of the run can be an effect: the links are computed anew as facts arrive.
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
