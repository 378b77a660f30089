/**
 * The details of a step: the terms of a decision, the output of a command, the fields of the fact.
 */
import { lazy, type ReactNode, Suspense, useEffect } from 'react';
import { useScroller } from '#diagram/use-scroller';
import type { Fact, FactOf } from '#trace/facts';
import { Printed } from '../terminal/printed.tsx';

/** Fetched with the first step that is shown, before there is a decision to show. */
const fetchDecision = () => import('./decision.tsx');
const Decision = lazy(fetchDecision);
const fetchFacts = () => import('./story-facts.tsx');
const StoryFacts = lazy(fetchFacts);

/** The output of a command; long lines fade and are scrolled sideways. */
function Output({ stream, text }: FactOf<'OutputPrinted'>): ReactNode {
  const frame = useScroller<HTMLPreElement>();
  return (
    <pre className="left mono sideways" ref={frame}>
      <Printed stream={stream} text={text} />
    </pre>
  );
}

export function StoryDetails({ fact }: { readonly fact: Fact }): ReactNode {
  useEffect(() => {
    Promise.all([fetchDecision(), fetchFacts()]).catch(() => undefined);
  }, []);
  return (
    <>
      <Suspense>
        <Decision fact={fact} />
      </Suspense>
      {fact.type === 'OutputPrinted' && <Output {...fact} />}
      <Suspense>
        <StoryFacts fact={fact} />
      </Suspense>
    </>
  );
}
