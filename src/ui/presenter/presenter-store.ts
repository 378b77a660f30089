/**
 * Whether the page is shown to a class. This file is small because every page loads it; the page of
 * the presenter is fetched when somebody presents (`start-presenting.ts`).
 */
import type { ComponentType } from 'react';
import { create } from 'zustand';

interface Presenter {
  /** What stands in place of the page; `undefined` while nobody presents. */
  readonly page: ComponentType | undefined;
  /** What a key does while presenting; `undefined` when it does nothing. */
  readonly actionOf: ((event: KeyboardEvent) => (() => void) | undefined) | undefined;
}

const absent: Presenter = { page: undefined, actionOf: undefined };

export const usePresenter = create<Presenter>(() => absent);

/** The name of the parameter: `?present=1` opens the page this way. */
export const parameter = 'present';

export const asksToPresent = (search: string): boolean =>
  new URLSearchParams(search).get(parameter) === '1';

/** Returns to the page for one reader, and removes the parameter from its address. */
export function stopPresenting(): void {
  usePresenter.setState(absent);
  const url = new URL(location.href);
  if (!url.searchParams.has(parameter)) return;
  url.searchParams.delete(parameter);
  history.replaceState(null, '', url);
}
