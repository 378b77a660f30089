/** A text in which names with hyphens and flags stay in one piece: `node-1`, `--previous`. */
import { Fragment, type ReactNode } from 'react';

const hyphenated = /(--[a-z][\w-]*|[\w.]+(?:-[\w.]+)+)/;

/** A longer one may not have room in a narrow line. */
const longest = 24;

export function WholeNames({ text }: { readonly text: string }): ReactNode {
  let at = 0;
  return text.split(hyphenated).map((part, index) => {
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
