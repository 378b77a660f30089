/** What there is to a step: the terms of a decision, what was printed, the fields of the fact. */
import { lazy, type ReactNode, Suspense, useEffect } from 'react';
import { useScroller } from '#diagram/use-scroller';
import { detailsOf } from '#facts/details/details';
import { useT } from '#i18n/locale';
import { player } from '#player/player';
import type { Fact, FactOf } from '#trace/trace-event';
import { Printed } from '../terminal/printed.tsx';
import { Facts } from './facts.tsx';
import { rowsOf } from './story-rows.ts';

/** Fetched with the first step that is shown, before there is anything to decide. */
const fetchDecision = () => import('./decision.tsx');
const Decision = lazy(fetchDecision);

/** What a command printed; what does not fit fades, and is scrolled sideways. */
function Output({ stream, text }: FactOf<'OutputPrinted'>): ReactNode {
  const frame = useScroller<HTMLPreElement>();
  return (
    <pre className="left mono sideways" ref={frame}>
      <Printed stream={stream} text={text} />
    </pre>
  );
}

export function StoryDetails({ fact }: { readonly fact: Fact }): ReactNode {
  const t = useT();
  const { scene, log } = player.getState();
  const missing = detailsOf(fact).leftOut?.(fact, scene.etcd.members.size > 0);
  useEffect(() => {
    fetchDecision().catch(() => undefined);
  }, []);
  return (
    <>
      <Suspense>
        <Decision fact={fact} />
      </Suspense>
      {fact.type === 'OutputPrinted' && <Output {...fact} />}
      <Facts rows={rowsOf(log, fact)} />
      {missing !== undefined && <p className="left-out">{t(missing)}</p>}
    </>
  );
}
