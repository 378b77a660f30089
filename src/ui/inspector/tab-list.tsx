/**
 * The tabs of the inspector, by the ARIA practices: arrows move, the chosen one is in the tab
 * order. The story has those that it speaks of; the others are behind "More", and the chosen one of
 * them stands beside the first.
 */
import { type KeyboardEvent, lazy, type ReactNode, Suspense } from 'react';
import { useT } from '#i18n/locale';
import { usePlayer } from '#player/player';
import { isClicked, isModified } from '../shell/key-owner.ts';
import { showTab, type TabId, tabs, useInspector } from './inspector-store.ts';

const MoreTabs = lazy(() => import('./more-tabs.tsx'));

const ofStory: ReadonlySet<TabId> = new Set(['story', 'http', 'object', 'logs']);

export function TabList(): ReactNode {
  const t = useT();
  const current = useInspector((state) => state.tab);
  const told = usePlayer(({ depth }) => depth === 'story');
  const shown = told ? tabs.filter((tab) => ofStory.has(tab) || tab === current) : tabs;
  const onKey = (event: KeyboardEvent<HTMLDivElement>): void => {
    const by = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
    const target =
      by === undefined
        ? { Home: shown[0], End: shown.at(-1) }[event.key]
        : shown[(shown.indexOf(current) + by + shown.length) % shown.length];
    if (target === undefined || isModified(event) || isClicked(event.target)) return;
    event.preventDefault();
    showTab(target);
    document.getElementById(`tab-${target}`)?.focus();
  };
  return (
    <div className={told ? 'tabs told' : 'tabs'}>
      <div className="tab-list" role="tablist" aria-label={t('inspector.label')} onKeyDown={onKey}>
        {shown.map((tab) => (
          <button
            type="button"
            key={tab}
            id={`tab-${tab}`}
            role="tab"
            aria-selected={tab === current}
            aria-controls={`panel-${tab}`}
            tabIndex={tab === current ? 0 : -1}
            className={tab === current ? 'on' : ''}
            onClick={() => showTab(tab)}
          >
            {t(`inspector.tab.${tab}`)}
          </button>
        ))}
      </div>
      {told && (
        <Suspense>
          <MoreTabs shown={shown} />
        </Suspense>
      )}
    </div>
  );
}
