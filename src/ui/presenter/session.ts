/** Which presentation this window shows, and where it can be opened again. */
import { player } from '#player/player';
import { parameter as present } from './presenter-store.ts';
import { isSession } from './speaker-protocol.ts';

const key = 'podyssey.presenter';
/** In the address of a window that goes on with a presentation. */
const parameter = 'session';
let made: string | undefined;

/** The id of this window's presentation; the same after a reload if the browser keeps it. */
export function session(): string {
  made ??=
    asked() ?? kept() ?? Array.from(crypto.getRandomValues(new Uint8Array(10)), hex).join('');
  try {
    sessionStorage.setItem(key, made);
  } catch {
    // Without storage it lasts as long as the page.
  }
  return made;
}

/** The address of what is on the slide now, for a window that goes on with this presentation. */
export function presentedAddress(): string {
  const url = new URL(location.href);
  // The address of the page follows a moment later.
  const step = player.getState().step?.id;
  if (step !== undefined) url.searchParams.set('step', step);
  url.searchParams.set(present, '1');
  url.searchParams.set(parameter, session());
  return url.href;
}

const hex = (byte: number): string => byte.toString(16).padStart(2, '0');

function asked(): string | undefined {
  const text = new URLSearchParams(location.search).get(parameter) ?? '';
  return isSession(text) ? text : undefined;
}

function kept(): string | undefined {
  try {
    const text = sessionStorage.getItem(key) ?? '';
    return isSession(text) ? text : undefined;
  } catch {
    return undefined;
  }
}
