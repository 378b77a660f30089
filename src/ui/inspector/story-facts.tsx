/** The contents of a step as rows, and what the simulator leaves out there. */
import type { ReactNode } from 'react';
import { detailsOf } from '#facts/details/details';
import { useT } from '#i18n/locale';
import { player } from '#player/player';
import type { Fact } from '#trace/facts';
import { Facts } from './facts.tsx';
import { rowsOf } from './story-rows.ts';

export default function StoryFacts({ fact }: { readonly fact: Fact }): ReactNode {
  const t = useT();
  const { scene, log } = player.getState();
  const missing = detailsOf(fact).leftOut?.(fact, scene.etcd.members.size > 0);
  return (
    <>
      <Facts rows={rowsOf(log, fact)} />
      {missing !== undefined && <p className="left-out">{t(missing)}</p>}
    </>
  );
}
