/** A message of the catalogue with its `**bold**` parts. */
import type { ReactNode } from 'react';
import { richText } from '#i18n/t';

export function RichText({ message }: { readonly message: string }): ReactNode {
  return richText(message).map(({ text, bold, at }) =>
    bold ? <b key={at}>{text}</b> : <span key={at}>{text}</span>,
  );
}
