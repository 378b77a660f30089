/** The field that filters the lanes; the cursor stays where it is. */
import type { ReactNode } from 'react';
import { create } from 'zustand';
import { useT } from '#i18n/locale';

export const useLaneFilter = create<{ readonly text: string }>(() => ({ text: '' }));

export function LaneFilter(): ReactNode {
  const t = useT();
  const text = useLaneFilter((state) => state.text);
  return (
    <input
      className="lane-filter"
      type="search"
      aria-label={t('timeline.filter')}
      placeholder={t('timeline.filter')}
      value={text}
      onChange={({ target }) => useLaneFilter.setState({ text: target.value })}
    />
  );
}
