/**
 * What changed and why, the details of the fact, then its cause and its effect as links. The words
 * of the caption are never repeated.
 */
import { lazy, type ReactNode, Suspense, useEffect, useMemo } from 'react';
import { useScroller } from '#diagram/use-scroller';
import { titleOf } from '#facts/title-of';
import { useT } from '#i18n/locale';
import { causeStep, effectStep } from '#player/navigation';
import { player, usePlayer } from '#player/player';
import type { FactId } from '#trace/fact';
import type { Fact, FactOf } from '#trace/facts';
import { Icon, type IconName } from '../icons.tsx';
import { Printed } from '../terminal/printed.tsx';
import { useAsks, useTourAsks } from '../tour/tour-store.ts';
import { useFact } from './focus.ts';
import { PendingSlot } from './pending-slot.tsx';
import { StartHere } from './start-here.tsx';
import { Why } from './why.tsx';

// Fetched with the first step that is shown, before anything can be missing.
const DeadEnd = lazy(() => import('./dead-end-card.tsx'));
const TellingParts = lazy(() => import('./telling-parts.tsx'));
// Its notes come after the page is up.
const StepHistory = lazy(async () => ({
  default: (await import('../history/then-and-now.tsx')).StepHistory,
}));

export function StoryTab(): ReactNode {
  const fact = useFact();
  const asks = useTourAsks() !== undefined;
  const told = usePlayer(({ depth }) => depth === 'story');
  const step = usePlayer((state) => state.step?.id);
  if (fact === undefined) return <StartHere />;
  return (
    <>
      {/* What changed and why may give away the answer to an open question. */}
      <Suspense>{told && !asks && <TellingParts />}</Suspense>
      <PendingSlot />
      <Suspense>
        <DeadEnd />
      </Suspense>
      <StoryDetails fact={fact} />
      {!asks && <Why />}
      <Suspense>{step !== undefined && <StepHistory step={step} />}</Suspense>
      <Causality />
    </>
  );
}

/** The two links under every story. */
function Causality(): ReactNode {
  const t = useT();
  const cursor = usePlayer((state) => state.cursor);
  const facts = usePlayer((state) => state.factCount);
  // While a question is open, what comes next would be its answer.
  const asks = useAsks() !== undefined;
  const { cause, effect } = useMemo(() => linksAt(cursor, facts), [cursor, facts]);
  const { log, goToCause, goToEffect } = player.getState();
  const words = (id: number | undefined): string | undefined => {
    const fact = id === undefined ? undefined : log.fact(id);
    return fact === undefined ? undefined : titleOf(fact, t);
  };
  const [before, after] = [words(cause), asks ? undefined : words(effect)];
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
      {!asks && (
        <Link
          icon="next"
          keyName="]"
          words={
            after === undefined ? t('inspector.noEffect') : t('inspector.effect', { what: after })
          }
          act={after === undefined ? undefined : goToEffect}
        />
      )}
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

/** Fetched with the first step that is shown, before there is anything to decide. */
const fetchDecision = () => import('./decision.tsx');
const Decision = lazy(fetchDecision);
const fetchFacts = () => import('./story-facts.tsx');
const StoryFacts = lazy(fetchFacts);

/** What a command printed; what does not fit fades, and is scrolled sideways. */
function Output({ stream, text }: FactOf<'OutputPrinted'>): ReactNode {
  const frame = useScroller<HTMLPreElement>();
  return (
    <pre className="left mono sideways" ref={frame}>
      <Printed stream={stream} text={text} />
    </pre>
  );
}

/** What there is to a step: the terms of a decision, what was printed, the fields of the fact. */
function StoryDetails({ fact }: { readonly fact: Fact }): ReactNode {
  useEffect(() => {
    Promise.all([fetchDecision(), fetchFacts()]).catch(() => undefined);
  }, []);
  return (
    <>
      <Suspense>
        <Decision fact={fact} />
      </Suspense>
      {/* Not the prompt of a program that waits. */}
      {fact.type === 'OutputPrinted' && fact.text.includes('\n') && <Output {...fact} />}
      <Suspense>
        <StoryFacts fact={fact} />
      </Suspense>
    </>
  );
}
