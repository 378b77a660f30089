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
import '../inspector/inspector.css';
import '../settings/settings.css';
import '../terminal/terminal.css';
import '../timeline/timeline.css';
import '../transport/transport.css';
import { type ReactNode, useEffect } from 'react';
import { Diagram } from '#diagram/diagram.tsx';
import { useDiagram } from '#diagram/diagram-store';
import { usePlayer } from '#player/player';
import { findScenario } from '#scenarios/index';
import { CaptionBar } from '../caption/caption-bar.tsx';
import { LiveRegion } from '../caption/live-region.tsx';
import { Inspector } from '../inspector/inspector.tsx';
import { HelpDialog } from '../settings/help-dialog.tsx';
import { Terminal } from '../terminal/terminal.tsx';
import { ChapterSlider } from '../timeline/chapter-slider.tsx';
import { Timeline } from '../timeline/timeline.tsx';
import { Transport } from '../transport/transport.tsx';
import { listenToKeys } from './keyboard.ts';
import { RunStatus } from './run-status.tsx';
import { TopBar } from './top-bar.tsx';

export function AppShell(): ReactNode {
  const inside = useDiagram((diagram) => diagram.room !== undefined);
  const scenario = usePlayer((state) => state.recording?.scenario);
  useEffect(listenToKeys, []);
  return (
    <div className={inside ? 'app inside' : 'app'}>
      <TopBar />
      <main className="canvas">
        <Diagram />
        <RunStatus />
      </main>
      <Inspector />
      <CaptionBar />
      <div className="time">
        <ChapterSlider />
        <Transport />
        <Timeline />
      </div>
      <Terminal key={scenario} first={findScenario(scenario ?? '')?.suggestion ?? ''} />
      <LiveRegion />
      <HelpDialog />
    </div>
  );
}
