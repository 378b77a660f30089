/**
 * Whether the page is shown to a class. Small, because every page has it: what presenting looks
 * like is fetched when somebody presents (`start-presenting.ts`).
 */
import type { ComponentType } from 'react';
import { create } from 'zustand';

interface Presenter {
  /** What stands in place of the page; `undefined`: nobody presents. */
  readonly page: ComponentType | undefined;
  /** What a key does then; `undefined` when it does nothing. */
  readonly actionOf: ((event: KeyboardEvent) => (() => void) | undefined) | undefined;
}

const absent: Presenter = { page: undefined, actionOf: undefined };

export const usePresenter = create<Presenter>(() => absent);

/** The name in an address: `?present=1` opens the page this way. */
const parameter = 'present';

export const asksToPresent = (search: string): boolean =>
  new URLSearchParams(search).get(parameter) === '1';

/** Back to the page as it is for one reader; its address no longer asks for presenting. */
export function stopPresenting(): void {
  usePresenter.setState(absent);
  const url = new URL(location.href);
  if (!url.searchParams.has(parameter)) return;
  url.searchParams.delete(parameter);
  history.replaceState(null, '', url);
}
