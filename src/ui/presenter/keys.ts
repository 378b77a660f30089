/** The keys while presenting: those that a clicker sends, and a few for the keyboard. */
import { useDiagram } from '#diagram/diagram-store';
import { fitAndFollow } from '#diagram/place-bar.tsx';
import { currentRoom } from '#diagram/selectors';
import { player } from '#player/player';
import { stopPresenting } from './presenter-store.ts';
import { point, toggleBlank, toggleNotes, useShow } from './show-store.ts';
import { openSpeaker } from './speaker-link.ts';
import { goBack, goOn } from './walk.ts';

/** What a key does. While the screen is blank, any key only shows the picture again. */
export function actionOf(event: KeyboardEvent): (() => void) | undefined {
  const action = ofClicker(event) ?? ofHand(event.key);
  return action !== undefined && useShow.getState().blank ? toggleBlank : action;
}

function ofClicker({ key, shiftKey }: KeyboardEvent): (() => void) | undefined {
  const { stepForward, stepBack, toStart, toEnd } = player.getState();
  switch (key) {
    case 'ArrowRight':
    case 'ArrowDown':
      return shiftKey ? () => stepForward('stages') : goOn;
    case 'ArrowLeft':
    case 'ArrowUp':
      return shiftKey ? () => stepBack('stages') : goBack;
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

function ofHand(key: string): (() => void) | undefined {
  switch (key) {
    case 'k':
    case 'K':
      return () => point(true);
    case 'f':
    case 'F':
      return toggleFullScreen;
    case 'n':
    case 'N':
      return toggleNotes;
    case 's':
    case 'S':
      return openSpeaker;
    case 'z':
      return fitAndFollow;
    case 'Enter':
      return enterOrLeave;
    case '1':
    case '2':
    case '3':
    case '4':
      return () => document.querySelector<HTMLElement>(`[aria-keyshortcuts="${key}"]`)?.click();
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
