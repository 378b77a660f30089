/** Starts presenting, from anywhere on the page. */
import { player } from '#player/player';
import { showNotice } from '../shell/notice-store.ts';
import { asksToPresent, usePresenter } from './presenter-store.ts';

/** Fetches the page of the presenter, pauses the run, and shows the page. */
export async function startPresenting(): Promise<void> {
  try {
    const { default: page, actionOf } = await import('./presenter-page.tsx');
    player.getState().pause();
    usePresenter.setState({ page, actionOf });
  } catch {
    showNotice({ id: 'notice.presenter' });
  }
}

export function presentIfAsked(search: string): void {
  if (asksToPresent(search)) void startPresenting();
}
