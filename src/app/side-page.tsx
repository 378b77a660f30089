/** The pages of `?view=coverage` and `?view=speaker`: no run, none of the interface. */
import type { ComponentType } from 'react';
import { createRoot } from 'react-dom/client';
import { chooseLocale, type Locale } from '#i18n/locale';

interface Page {
  readonly default: ComponentType;
}

const pages: Readonly<Record<string, () => Promise<Page>>> = {
  coverage: () => import('#ui/tour/coverage-page.tsx'),
  speaker: () => import('#ui/presenter/speaker-page.tsx'),
};

export async function showSidePage(root: HTMLElement, view: string, locale: Locale): Promise<void> {
  const fetched = await pages[view]?.();
  if (fetched === undefined) return;
  const { default: Content } = fetched;
  await chooseLocale(locale);
  createRoot(root).render(<Content />);
}
