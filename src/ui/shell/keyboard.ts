/** The keys of the page. They act only outside of fields and widgets that use them themselves. */
import { canEnter, useDiagram } from '#diagram/diagram-store';
import { tableOf } from '#diagram/inside/stage/stages';
import { fitAndFollow } from '#diagram/place-bar.tsx';
import { currentRoom } from '#diagram/selectors';
import { player } from '#player/player';
import { depths } from '#player/player-state';
import { showTab, type TabId, useInspector } from '../inspector/inspector-store.ts';
import { usePresenter } from '../presenter/presenter-store.ts';
import { startPresenting } from '../presenter/start-presenting.ts';
import { openSearch } from '../search/search-button.tsx';
import { useSettings } from '../settings/settings-store.ts';
import { toggleHelp } from '../settings/toggle-help.ts';
import { focusTerminal, submitTerminal, terminalInputId } from '../terminal/focus.ts';
import { toggleLanes } from '../timeline/lanes-store.ts';
import { toggleBookmark } from '../transport/bookmarks-store.ts';
import { setLoopEnd } from '../transport/set-loop-end.ts';
import { toggleTimeMenu } from '../transport/time-menu-id.ts';
import { toggleWhatIf } from '../what-if/what-if-id.ts';
import { clickListeners, isClicked } from './key-owner.ts';

const tabKeys: Readonly<Record<string, TabId>> = {
  c: 'story',
  h: 'http',
  y: 'object',
  x: 'diff',
  r: 'etcd',
  i: 'state',
  e: 'events',
  g: 'logs',
  o: 'source',
};

const speeds = [0.25, 0.5, 1, 2, 4, 8];

/** What a key does, or `undefined` if the page does not use it. */
function actionOf(event: KeyboardEvent): (() => void) | undefined {
  const state = player.getState();
  switch (event.key) {
    case 'ArrowRight':
      return event.shiftKey ? state.nextChapter : () => state.stepForward();
    case 'ArrowLeft':
      return event.shiftKey ? state.previousChapter : () => state.stepBack();
    case '.':
      return () => state.stepForward('events');
    case ',':
      return () => state.stepBack('events');
    case ' ':
      return state.togglePlay;
    case 'PageDown':
      return () => state.stepForward();
    case 'PageUp':
      return () => state.stepBack();
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
    case '/':
      return openSearch;
    case 'F8':
      return state.runToBreak;
    case 'F10':
      return () => state.stepFrame('over', event.shiftKey ? 'back' : 'forward');
    case 'm':
      return () => toggleBookmark();
    case 'M':
      return toggleTimeMenu;
    case '(':
      return () => setLoopEnd('from');
    case ')':
      return () => setLoopEnd('to');
    case '\\':
      return () => state.setLoop(undefined);
    case 'b':
      return breakHere;
    case 'w':
      return toggleWhatIf;
    case 'l':
      return toggleLanes;
    case '`':
      return focusTerminal;
    case '?':
      return toggleHelp;
    case 'p':
      return () => void startPresenting();
    case 'Enter':
      return state.steps.length === 0 ? submitTerminal : enterRoom;
    default:
      return mapKey(event) ?? otherKey(event.key);
  }
}

/** Keys of the map: into the room of the step and out again, fit, follow. */
function mapKey({ key, shiftKey }: KeyboardEvent): (() => void) | undefined {
  const { room, leave, following, setFollowing } = useDiagram.getState();
  switch (key) {
    case 'ArrowDown':
      return shiftKey ? () => changeDepth(1) : goIn;
    case 'ArrowUp':
      return shiftKey ? () => changeDepth(-1) : goOut;
    case 'Escape':
      // The browser closes it.
      if (document.querySelector(':popover-open') !== null) return undefined;
      if (player.getState().unfolded !== undefined)
        return () => player.getState().unfold(undefined);
      return room === undefined ? undefined : leave;
    case 'z':
      return fitAndFollow;
    case 'v':
      return () => setFollowing(!following);
    default:
      return undefined;
  }
}

/** Goes to the next finer or coarser depth; the cursor stays. */
function changeDepth(by: 1 | -1): void {
  const { depth, setDepth } = player.getState();
  const next = depths[depths.indexOf(depth) + by];
  if (next !== undefined) setDepth(next);
}

/** Stops from now on where the component of this step gets its turn; a second press ends this. */
function breakHere(): void {
  const { log, cursor, step, toggleBreakpoint } = player.getState();
  const value = step === undefined ? undefined : log.fact(cursor)?.component;
  if (value !== undefined) toggleBreakpoint({ kind: 'component', value });
}

/**
 * Goes one level deeper where there is one, and otherwise steps into the frame that begins here.
 */
function goIn(): void {
  const state = player.getState();
  const { room: open, station: shown, enterStation } = useDiagram.getState();
  const room = currentRoom(state);
  const fact = state.log.fact(state.cursor);
  const station = fact === undefined ? undefined : tableOf(fact);
  if (room === undefined || !canEnter(room)) state.stepFrame('into');
  else if (open !== room) enterRoom();
  else if (station !== undefined && shown !== station) enterStation(station);
  else state.stepFrame('into');
}

/** Goes one level up, and from the whole map steps out of the frame at the cursor. */
function goOut(): void {
  const { room, leave } = useDiagram.getState();
  if (room === undefined) player.getState().stepFrame('out');
  else leave();
}

function enterRoom(): void {
  const room = currentRoom(player.getState());
  if (room !== undefined) useDiagram.getState().enter(room);
}

function describeObject(): void {
  useInspector.setState({ allEvents: false });
  showTab('events');
}

function otherKey(key: string): (() => void) | undefined {
  const answer = document.querySelector<HTMLElement>(
    `.question [aria-keyshortcuts="${CSS.escape(key)}"]`,
  );
  if (answer !== null) return () => answer.click();
  if (/^[0-9]$/.test(key)) return () => player.getState().seekFraction(Number(key) / 10);
  // `d` describes one object; `e` shows what was chosen last.
  if (key === 'd') return describeObject;
  const tab = tabKeys[key];
  return tab === undefined ? undefined : () => showTab(tab);
}

/** Keys that scroll a panel with the focus. */
const scrollKeys = new Set(['ArrowUp', 'ArrowDown', 'PageUp', 'PageDown', 'Home', 'End', ' ']);

/**
 * Whether something on the page uses the key itself. Fields use all keys, open menus and sliders
 * theirs. Buttons use Space, tabs and radio buttons use arrows, but only for somebody who came to
 * them by keyboard: where the mouse clicked last, Space still plays and arrows still step.
 */
function isTaken(event: KeyboardEvent): boolean {
  const target = event.target;
  if (!(target instanceof Element)) return false;
  if (isIdleTerminal(target, event.key)) return false;
  if (isClicked(target) && playKeys.has(event.key)) return false;
  // A menu that has just closed may have the focus until the next frame.
  if (target.closest('input:not([type=radio]), textarea, select, dialog[open], :popover-open')) {
    return true;
  }
  if (event.key === ' ' || event.key === 'Enter') {
    return target.closest('button, a, [role=button], label, summary') !== null;
  }
  if (scrollKeys.has(event.key) && target.closest('[role=tabpanel][tabindex]') !== null)
    return true;
  const isArrow = event.key.startsWith('Arrow') || event.key === 'Home' || event.key === 'End';
  return (
    isArrow &&
    !event.shiftKey &&
    !isClicked(target) &&
    target.closest('[role=tab], [role=slider], input[type=radio]') !== null
  );
}

/** The keys that play and step. */
const playKeys = new Set([' ', 'ArrowRight', 'ArrowLeft']);

/** After Enter the field is empty and still has the focus: arrows then step through the run. */
function isIdleTerminal(target: Element, key: string): boolean {
  const idle = target instanceof HTMLTextAreaElement && target.id === terminalInputId;
  return idle && target.value === '' && (key === 'ArrowRight' || key === 'ArrowLeft');
}

/** Listens on the document; returns the function that stops this. */
export function listenToKeys(): () => void {
  const onKey = (event: KeyboardEvent): void => {
    const modified = event.ctrlKey || event.metaKey || event.altKey;
    if (event.key === 'k' && (event.ctrlKey || event.metaKey) && !event.altKey) {
      event.preventDefault();
      openSearch();
      return;
    }
    if (modified || event.defaultPrevented || isTaken(event)) return;
    if (event.key.length === 1 && !useSettings.getState().shortcuts) return;
    const action = (usePresenter.getState().actionOf ?? actionOf)(event);
    if (action === undefined) return;
    event.preventDefault();
    action();
  };
  // A button that was clicked would act once more when the key that played is released.
  const onKeyUp = (event: KeyboardEvent): void => {
    const { target } = event;
    if (event.key === ' ' && target !== null && isClicked(target)) event.preventDefault();
  };
  const listeners = [...clickListeners, ['keydown', onKey], ['keyup', onKeyUp]] as const;
  for (const [type, listener] of listeners) {
    document.addEventListener(type, listener as EventListener);
  }
  return () => {
    for (const [type, listener] of listeners) {
      document.removeEventListener(type, listener as EventListener);
    }
  };
}
