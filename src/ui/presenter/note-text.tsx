/** A note: `**bold**` words, and what one types or reads in a terminal between backquotes. */
import type { ReactNode } from 'react';
import { RichText } from '../rich-text.tsx';

export function NoteText({ text }: { readonly text: string }): ReactNode {
  return text
    .split('`')
    .map((part, place) => ({ part, place, code: place % 2 === 1 }))
    .map(({ part, place, code }) =>
      code ? <code key={place}>{part}</code> : <RichText key={place} message={part} />,
    );
}
