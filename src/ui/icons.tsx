/**
 * The few line icons of the interface, drawn on a grid of 16. They are decoration: the words beside
 * them carry the meaning.
 */
import type { ReactNode } from 'react';

const paths = {
  next: 'M3 8h10M9 4l4 4-4 4',
  back: 'M13 8H3M7 4 3 8l4 4',
  play: 'M5 3.5v9l7.5-4.5z',
  pause: 'M5.5 3.5v9M10.5 3.5v9',
  previousChapter: 'M8 4 4 8l4 4M13 4 9 8l4 4',
  nextChapter: 'm8 4 4 4-4 4M3 4l4 4-4 4',
  start: 'M4 3.5v9M12.5 4l-5 4 5 4z',
  help: 'M6.2 6.2a1.9 1.9 0 1 1 2.6 1.9c-.6.3-.8.6-.8 1.2M8 11.3v.2M14 8A6 6 0 1 1 2 8a6 6 0 0 1 12 0Z',
  settings:
    'M2 5h7M12.5 5H14M2 11h1.5M7 11h7M9 5a1.75 1.75 0 1 0 3.5 0A1.75 1.75 0 0 0 9 5ZM3.5 11A1.75 1.75 0 1 0 7 11a1.75 1.75 0 0 0-3.5 0Z',
  copy: 'M5.5 5.5v-2h7v7h-2M3.5 5.5h7v7h-7z',
  chevron: 'm4 6 4 4 4-4',
  close: 'm4 4 8 8M12 4l-8 8',
  check: 'm3 8.5 3.2 3L13 4.5',
  break: 'M12 8a4 4 0 1 1-8 0 4 4 0 0 1 8 0Z',
  share: 'M8 10V2.5M5 5l3-3 3 3M3.5 8.5v5h9v-5',
  search: 'M11.5 7a4.5 4.5 0 1 1-9 0 4.5 4.5 0 0 1 9 0ZM10.500 10.500 14 14',
  out: 'M9 3h4v4M13 3 7.500 8.500M11 9v4H3V5h4',
  clock: 'M14 8A6 6 0 1 1 2 8a6 6 0 0 1 12 0ZM8 4.500V8l2.500 1.500',
  bookmark: 'M4.500 2.500h7v11L8 10.500l-3.500 3z',
  dash: 'M4 8h8',
  plus: 'M8 4v8M4 8h8',
  notes: 'M3.500 2.500h9v11h-9zM6 5.500h4M6 8h4M6 10.500h2.500',
  full: 'M3 6V3h3M10 3h3v3M13 10v3h-3M6 13H3v-3',
  present: 'M2.500 3h11v7.500h-11zM8 10.500v3M5.500 13.500h5',
  warning: 'M8 2.5 14.5 13.5h-13zM8 6.500v3.500M8 11.600v.2',
  pending: 'M14 8A6 6 0 1 1 2 8a6 6 0 0 1 12 0Z',
  denied: 'M5.5 2h5L14 5.5v5L10.5 14h-5L2 10.5v-5zM4.5 11.5l7-7',
  fork: 'M4 2.5v11M4 6.5c0 3 8 1.500 8 5.500M9.500 9.500 12 12.500l2.500-3',
  terminal: 'M2.500 3h11v10h-11zM5 6l2 2-2 2M8.500 10H11',
  restart: 'M3 8a5 5 0 1 0 1.6-3.7M3 3v2.5h2.5',
} as const;

export type IconName = keyof typeof paths;

export function Icon({ name }: { readonly name: IconName }): ReactNode {
  return (
    <svg className="i" viewBox="0 0 16 16" aria-hidden="true">
      <path d={paths[name]} />
    </svg>
  );
}

/** The mark: a line with a moving dot between two stations. */
export function Mark(): ReactNode {
  return (
    <svg width="26" height="12" viewBox="0 0 26 12" aria-hidden="true">
      <path d="M5 6h16" stroke="currentColor" strokeWidth="2" />
      <circle cx="4" cy="6" r="2.5" fill="none" stroke="currentColor" strokeWidth="2" />
      <circle cx="22" cy="6" r="2.5" fill="none" stroke="currentColor" strokeWidth="2" />
      <circle cx="13" cy="6" r="4" fill="var(--now)" />
    </svg>
  );
}
