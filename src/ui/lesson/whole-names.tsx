/**
 * A text in which names with hyphens, flags, and numbers with their units stay in one piece:
 * `node-1`, `--previous`, `25 %`.
 */
import { Fragment, type ReactNode } from 'react';

const inOnePiece = /(--[a-z][\w-]*|[\w.]+(?:-[\w.]+)+|\d+ (?:%|s|ms|min)(?!\w))/;

/** A longer one may not have room in a narrow line. */
const longest = 24;

export function WholeNames({ text }: { readonly text: string }): ReactNode {
  let at = 0;
  return text.split(inOnePiece).map((part, index) => {
    // A text that begins with a name has an empty part at the same place.
    const key = `${at} ${part}`;
    at += part.length;
    return index % 2 === 1 && part.length <= longest ? (
      <span key={key} className="whole">
        {part}
      </span>
    ) : (
      <Fragment key={key}>{part}</Fragment>
    );
  });
}
