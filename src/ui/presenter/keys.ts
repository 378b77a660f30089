/** The keys while presenting: those that a clicker sends, and a few for the keyboard. */
import { useDiagram } from '#diagram/diagram-store';
import { fitAndFollow } from '#diagram/place-bar.tsx';
import { currentRoom } from '#diagram/selectors';
import { player } from '#player/player';
import { stopPresenting } from './presenter-store.ts';
import { choices, count, point, toggleBlank, toggleNotes, useShow } from './show-store.ts';
import { toggleKeys } from './slide-store.ts';
import { openSpeaker } from './speaker-link.ts';
import { toggleTerminal } from './terminal-shown.ts';
import {
  askAgain,
  goBack,
  goOn,
  goToQuestion,
  reveal,
  saySentence,
  shownQuestion,
} from './walk.ts';

/** What a key does. While the screen is blank, any key only shows the picture again. */
export function actionOf(event: KeyboardEvent): (() => void) | undefined {
  const action = ofClicker(event) ?? ofQuestion(event) ?? ofHand(event.key);
  return action !== undefined && useShow.getState().blank ? toggleBlank : action;
}

function ofClicker({ key, shiftKey }: KeyboardEvent): (() => void) | undefined {
  const { stepForward, stepBack, toStart, toEnd } = player.getState();
  switch (key) {
    case 'ArrowRight':
      return shiftKey ? () => stepForward('stages') : goOn;
    case 'ArrowLeft':
      return shiftKey ? () => stepBack('stages') : goBack;
    case 'ArrowDown':
      return () => saySentence(1);
    case 'ArrowUp':
      return () => saySentence(-1);
    case 'PageDown':
    case ' ':
      return goOn;
    case 'PageUp':
      return goBack;
    case 'Home':
      return toStart;
    case 'End':
      return toEnd;
    case 'b':
    case 'B':
    case '.':
      return toggleBlank;
    case 'Escape':
    case 'p':
    case 'P':
      return stopPresenting;
    default:
      return undefined;
  }
}

/** While a question stands on the slide: hands, its answer, and the question once more. */
function ofQuestion({ key, code, shiftKey }: KeyboardEvent): (() => void) | undefined {
  const asked = shownQuestion();
  if (asked === undefined) return undefined;
  if (key === 'Backspace') return askAgain;
  if (asked.revealed) return undefined;
  if (key === 'Enter') return reveal;
  // With Shift the key has another sign: its place on the keyboard says which one it is.
  const choice = Number(/^(?:Digit|Numpad)([1-4])$/.exec(code)?.[1] ?? key) - 1;
  const offered = choices.find((each) => each === choice);
  return offered === undefined ? undefined : () => count(asked.id, offered, shiftKey ? -1 : 1);
}

function ofHand(key: string): (() => void) | undefined {
  switch (key.toLowerCase()) {
    case 'k':
      return () => point(true);
    case 'f':
      return toggleFullScreen;
    case 'n':
      return toggleNotes;
    case 'q':
      return goToQuestion;
    case 's':
      return openSpeaker;
    case 't':
      return toggleTerminal;
    case 'z':
      return fitAndFollow;
    case '?':
      return toggleKeys;
    case 'enter':
      return enterOrLeave;
    default:
      return undefined;
  }
}

/** Opens the room of the step, or leaves the open room. */
function enterOrLeave(): void {
  const { room, enter, leave } = useDiagram.getState();
  const here = currentRoom(player.getState());
  if (room !== undefined) leave();
  else if (here !== undefined) enter(here);
}

export function toggleFullScreen(): void {
  const { fullscreenElement, documentElement } = document;
  const change =
    fullscreenElement === null ? documentElement.requestFullscreen?.() : document.exitFullscreen();
  // The browser may refuse this to a frame; then the window stays as it is.
  change?.catch(() => undefined);
}
