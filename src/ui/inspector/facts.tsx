/** Fields of a fact with their values. */
import type { ReactNode } from 'react';
import { Wrapped } from '#diagram/nodes/wrapped.tsx';
import type { StoryRow } from '#facts/details/fact-details';
import { useT } from '#i18n/locale';
import { labelId } from './story-rows.ts';

/** Rows with a value; the label is translated unless it is a field's own name. */
export function Facts({ rows }: { readonly rows: readonly StoryRow[] }): ReactNode {
  const t = useT();
  const filled = rows.filter(([, value]) => value !== '');
  if (filled.length === 0) return null;
  return (
    <dl className="facts">
      {filled.map(([label, value]) => {
        const id = labelId(label);
        return (
          <div key={`${label} ${value}`}>
            <dt>{id === undefined ? label : t(id)}</dt>
            <dd className="mono">
              <Wrapped text={value} />
            </dd>
          </div>
        );
      })}
    </dl>
  );
}
