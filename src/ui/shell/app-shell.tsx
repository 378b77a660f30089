/**
 * The whole page: map, inspector, caption, time, terminal. Each part reads the player by itself;
 * this one only gives them their places.
 *
 * In: the run in the player. Out: nothing; what a person does goes to the player.
 */
import '../theme/tokens.css';
import '../theme/base.css';
import './shell.css';
import '../caption/caption.css';
import '../history/history.css';
import '../inspector/inspector.css';
import '../inspector/panels.css';
import '../inspector/story.css';
import '../search/search.css';
import '../settings/settings.css';
import '../share/share.css';
import '../terminal/terminal.css';
import '../timeline/timeline.css';
import '../transport/transport.css';
import '../theme/forced-colors.css';
import { lazy, type ReactNode, Suspense, useEffect } from 'react';
import { Diagram } from '#diagram/diagram.tsx';
import { useDiagram } from '#diagram/diagram-store';
import { usePlayer } from '#player/player';
import { findScenario } from '#scenarios/index';
import { BuilderSlot } from '../builder/builder-slot.tsx';
import { CaptionBar } from '../caption/caption-bar.tsx';
import { LiveRegion } from '../caption/live-region.tsx';
import { EditorSlot } from '../editor/editor-slot.tsx';
import { followHistory } from '../history/history-store.ts';
import { Inspector } from '../inspector/inspector.tsx';
import { listenForFiles } from '../lesson/lesson-files.ts';
import { LessonSlot } from '../lesson/lesson-slot.tsx';
import { usePresenter } from '../presenter/presenter-store.ts';
import { ServedSlot } from '../served/served-slot.tsx';
import { Terminal } from '../terminal/terminal.tsx';
import { BeadsSlot } from '../timeline/beads-slot.tsx';
import { ChapterSlider } from '../timeline/chapter-slider.tsx';
import { CaptionSlot, QuestionSlot } from '../tour/tour-slots.tsx';
import { Transport } from '../transport/transport.tsx';
import { BranchSlot } from '../what-if/branch-slot.tsx';
import { holdWhileReading } from './hold-words.ts';
import { listenToKeys } from './keyboard.ts';
import { RunStatus } from './run-status.tsx';
import { TopBar } from './top-bar.tsx';
import { listenForHome } from './way-home.ts';

// Nobody needs these before the page is drawn: they are fetched then. The strip of the run has its
// place from the beginning.
const Timeline = lazy(async () => ({
  default: (await import('../timeline/timeline.tsx')).Timeline,
}));
const Notice = lazy(() => import('./notice.tsx'));
const HelpDialog = lazy(() => import('../settings/help-dialog.tsx'));
const SearchDialog = lazy(() => import('../search/search-dialog.tsx'));

export function AppShell(): ReactNode {
  const inside = useDiagram((diagram) => diagram.room !== undefined);
  const told = usePlayer(({ depth, steps }) => depth === 'story' && steps.length > 0);
  const waits = usePlayer(({ steps }) => steps.length === 0);
  const scenario = usePlayer((state) => state.recording?.scenario);
  useEffect(listenToKeys, []);
  useEffect(listenForHome, []);
  useEffect(holdWhileReading, []);
  useEffect(followHistory, []);
  useEffect(listenForFiles, []);
  const Presented = usePresenter((presenter) => presenter.page);
  if (Presented !== undefined) {
    return <Presented />;
  }
  return (
    <div className={`app${inside ? ' inside' : ''}${told ? ' told' : ''}${waits ? ' waits' : ''}`}>
      <TopBar />
      <main className="canvas">
        <Diagram />
        <RunStatus />
        <Suspense>
          <Notice />
        </Suspense>
        <ServedSlot />
        <LessonSlot />
      </main>
      <QuestionSlot ofRun />
      <Inspector />
      <CaptionSlot>
        <CaptionBar />
      </CaptionSlot>
      <div className="time">
        <BranchSlot />
        <ChapterSlider />
        <Transport />
        <BeadsSlot />
        <Suspense fallback={<div className="timeline folded to-come" />}>
          <Timeline />
        </Suspense>
      </div>
      <Terminal
        key={scenario}
        scenario={scenario ?? ''}
        first={findScenario(scenario ?? '')?.suggestion ?? ''}
      />
      <LiveRegion />
      <Suspense>
        <HelpDialog />
        <SearchDialog />
      </Suspense>
      <EditorSlot />
      <BuilderSlot />
    </div>
  );
}
