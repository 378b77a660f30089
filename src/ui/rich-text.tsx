/** A message of the catalogue with its `**bold**` parts. */
import type { ReactNode } from 'react';
import { richText } from '#i18n/t';

export function RichText({ message }: { readonly message: string }): ReactNode {
  return richText(message).map(({ text, bold }, index) =>
    // The parts of one message never move, so their place is their identity.
    bold ? <b key={`${index}-b`}>{text}</b> : <span key={`${index}-t`}>{text}</span>,
  );
}
