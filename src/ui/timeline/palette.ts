/** The colours of the tokens for painting: read once, and again when the theme changes. */
import { useEffect, useState } from 'react';
import type { Family } from '#player/timeline';

export interface Palette {
  readonly families: Readonly<Record<Family, string>>;
  readonly surface: string;
  readonly sunken: string;
  readonly line1: string;
  readonly line2: string;
  readonly ink1: string;
  readonly ink3: string;
  readonly now: string;
  readonly nowTint: string;
}

const families: readonly Family[] = [
  'client',
  'apiserver',
  'etcd',
  'controllers',
  'scheduler',
  'kubelet',
  'runtime',
  'network',
];

function readPalette(): Palette {
  const style = getComputedStyle(document.documentElement);
  const token = (name: string): string => style.getPropertyValue(`--${name}`).trim();
  const entries = families.map((family) => [family, token(`fam-${family}`)] as const);
  return {
    families: Object.fromEntries(entries) as Palette['families'],
    surface: token('surface'),
    sunken: token('sunken'),
    line1: token('line-1'),
    line2: token('line-2'),
    ink1: token('ink-1'),
    ink3: token('ink-3'),
    now: token('now'),
    nowTint: token('now-tint'),
  };
}

const darkQuery = '(prefers-color-scheme: dark)';

/** The palette of the theme; a new object when the theme changes. */
export function usePalette(): Palette {
  const [palette, setPalette] = useState(readPalette);
  useEffect(() => {
    const read = (): void => setPalette(readPalette());
    const observer = new MutationObserver(read);
    observer.observe(document.documentElement, { attributeFilter: ['data-theme'] });
    const dark = matchMedia(darkQuery);
    dark.addEventListener('change', read);
    return () => {
      observer.disconnect();
      dark.removeEventListener('change', read);
    };
  }, []);
  return palette;
}
