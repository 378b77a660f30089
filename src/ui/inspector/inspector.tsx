/** The panel beside the canvas: tabs with the details of the step at the cursor. */
import { lazy, type ReactNode, type RefObject, Suspense, useEffect } from 'react';
import { showActing } from '#diagram/acting-in-view';
import { ErrorLine } from '#diagram/error-line.tsx';
import { Moving } from '#diagram/motion/moving.tsx';
import { Wrapped } from '#diagram/nodes/wrapped.tsx';
import { useScroller } from '#diagram/use-scroller';
import { titleOf } from '#facts/title-of';
import { componentWords } from '#facts/words';
import { useT } from '#i18n/locale';
import { usePlayer } from '#player/player';
import { usePlaceWords } from '../caption/place-words.ts';
import { useFact } from './focus.ts';
import { type TabId, toggleSheet, useInspector } from './inspector-store.ts';
import { StoryTab } from './story-tab.tsx';
import { TabList } from './tab-list.tsx';

// Each tab is fetched when it is first opened; the YAML library comes with the first two.
const ObjectTab = lazy(() => import('./object-tab.tsx'));
const DiffTab = lazy(() => import('./diff-tab.tsx'));
const HttpTab = lazy(() => import('./http-tab.tsx'));
const EtcdTab = lazy(() => import('./etcd-tab.tsx'));
const StateTab = lazy(() => import('./state-tab.tsx'));
const EventsTab = lazy(() => import('./events-tab.tsx'));
const LogsTab = lazy(() => import('./logs-tab.tsx'));
const SourceTab = lazy(() => import('./source-tab.tsx'));
const InspectorFoot = lazy(() => import('./inspector-foot.tsx'));

const panels: Readonly<Record<TabId, () => ReactNode>> = {
  story: () => <StoryTab />,
  http: () => <HttpTab />,
  object: () => <ObjectTab />,
  diff: () => <DiffTab />,
  etcd: () => <EtcdTab />,
  state: () => <StateTab />,
  events: () => <EventsTab />,
  logs: () => <LogsTab />,
  source: () => <SourceTab />,
};

export function Inspector(): ReactNode {
  const t = useT();
  const { tab, open } = useInspector();
  const cursor = usePlayer((state) => state.cursor);
  const panel = useScroller<HTMLDivElement>();
  useStoryInView(panel);
  return (
    <aside className={open ? 'insp open' : 'insp'} aria-label={t('inspector.label')}>
      <button type="button" className="sheet-handle" aria-expanded={open} onClick={toggleSheet}>
        {t(open ? 'sheet.close' : 'sheet.open')}
      </button>
      <Head />
      <TabList />
      <div
        ref={panel}
        className="body"
        role="tabpanel"
        id={`panel-${tab}`}
        aria-labelledby={`tab-${tab}`}
      >
        <Suspense fallback={null}>
          <Moving as="div" how="opens" key={tab} className="panel">
            <ErrorLine words={(message) => t('part.failed', { message })} at={cursor}>
              {panels[tab]()}
            </ErrorLine>
          </Moving>
        </Suspense>
      </div>
      <Suspense fallback={null}>
        <InspectorFoot />
      </Suspense>
    </aside>
  );
}

/**
 * The story of another step begins at its top, with what changed; where nothing is told, a list
 * that is longer than the panel at the rows that acted. The other tabs are read while the cursor
 * moves: they stay where they are.
 */
function useStoryInView(panel: RefObject<HTMLElement | null>): void {
  const isStory = useInspector(({ tab }) => tab === 'story');
  // The folded sheet of a phone has no height to scroll in.
  const open = useInspector((inspector) => inspector.open);
  const cursor = usePlayer((state) => state.cursor);
  useEffect(() => {
    if (!isStory || cursor === 0) return undefined;
    // With the next picture: to measure before it is to lay the whole page out twice.
    const frame = requestAnimationFrame(() => {
      const body = panel.current;
      if (body === null || (!open && body.offsetHeight === 0)) return;
      body.scrollTop = 0;
      if (body.querySelector('.telling-parts') !== null) return;
      const links = body.querySelector<HTMLElement>('.links');
      showActing(body, { top: 8, bottom: (links?.offsetHeight ?? 0) + 8 });
    });
    return () => cancelAnimationFrame(frame);
  }, [panel, isStory, open, cursor]);
}

function Head(): ReactNode {
  const t = useT();
  const fact = useFact();
  const id = usePlayer((state) => state.step?.id);
  const place = usePlaceWords();
  return (
    <div className="head" data-step-id={id}>
      <div className="lbl num">
        {id !== undefined && place !== '' && <span>{place}</span>}
        {fact !== undefined && <span>{componentWords(fact.component)}</span>}
      </div>
      <h2>{fact === undefined ? t('inspector.before') : <Wrapped text={titleOf(fact, t)} />}</h2>
    </div>
  );
}
