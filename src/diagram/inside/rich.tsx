/** A message with its bold parts. */
import type { ReactNode } from 'react';
import { richText } from '#i18n/t';

export function Rich({ children }: { readonly children: string }): ReactNode {
  return richText(children).map(({ text, bold, at }) =>
    bold ? <b key={at}>{text}</b> : <span key={at}>{text}</span>,
  );
}
