/** The keys of the page. They act only outside of fields and widgets that use them themselves. */
import { player } from '#player/player';
import { showTab, type TabId } from '../inspector/inspector-store.ts';
import { toggleHelp } from '../settings/help-dialog.tsx';
import { useSettings } from '../settings/settings-store.ts';
import { focusTerminal } from '../terminal/focus.ts';

const tabKeys: Readonly<Record<string, TabId>> = {
  c: 'story',
  h: 'http',
  y: 'object',
  x: 'diff',
  r: 'etcd',
  i: 'state',
  e: 'events',
};

const speeds = [0.25, 0.5, 1, 2, 4, 8];

/** What a key does, or `undefined` when it is not one of ours. */
function actionOf(event: KeyboardEvent): (() => void) | undefined {
  const state = player.getState();
  switch (event.key) {
    case 'ArrowRight':
      return event.shiftKey ? state.nextChapter : () => state.stepForward();
    case 'ArrowLeft':
      return event.shiftKey ? state.previousChapter : () => state.stepBack();
    case '.':
      return () => state.stepForward('event');
    case ',':
      return () => state.stepBack('event');
    case ' ':
      return state.togglePlay;
    case 'Home':
      return state.toStart;
    case 'End':
      return state.toEnd;
    case '<':
      return () => state.setSpeed(speeds.findLast((speed) => speed < state.speed) ?? state.speed);
    case '>':
      return () => state.setSpeed(speeds.find((speed) => speed > state.speed) ?? state.speed);
    case '[':
      return state.goToCause;
    case ']':
      return state.goToEffect;
    case '`':
      return focusTerminal;
    case '?':
      return toggleHelp;
    default:
      return otherKey(event.key);
  }
}

function otherKey(key: string): (() => void) | undefined {
  if (/^[0-9]$/.test(key)) return () => player.getState().seekFraction(Number(key) / 10);
  const tab = tabKeys[key];
  return tab === undefined ? undefined : () => showTab(tab);
}

/** Fields take all keys; buttons take Space; sliders, tabs and radio buttons take arrows. */
function isTaken(event: KeyboardEvent): boolean {
  const target = event.target;
  if (!(target instanceof Element)) return false;
  if (target.closest('input:not([type=radio]), textarea, select, dialog, [popover]')) return true;
  if (event.key === ' ') return target.closest('button, a, [role=button], label') !== null;
  const isArrow = event.key.startsWith('Arrow') || event.key === 'Home' || event.key === 'End';
  return isArrow && target.closest('[role=tab], [role=slider], input[type=radio]') !== null;
}

/** Listens on the document; returns how to stop. */
export function listenToKeys(): () => void {
  const onKey = (event: KeyboardEvent): void => {
    const modified = event.ctrlKey || event.metaKey || event.altKey;
    if (modified || event.defaultPrevented || isTaken(event)) return;
    if (event.key.length === 1 && !useSettings.getState().shortcuts) return;
    const action = actionOf(event);
    if (action === undefined) return;
    event.preventDefault();
    action();
  };
  document.addEventListener('keydown', onKey);
  return () => document.removeEventListener('keydown', onKey);
}
