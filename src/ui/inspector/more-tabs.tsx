/** The tabs that the story does not speak of, in a list that opens. */
import { type ReactNode, useId } from 'react';
import { useT } from '#i18n/locale';
import { Icon } from '../icons.tsx';
import { showTab, type TabId, tabs } from './inspector-store.ts';

export default function MoreTabs({ shown }: { readonly shown: readonly TabId[] }): ReactNode {
  const t = useT();
  const id = useId();
  const open = (tab: TabId): void => {
    document.getElementById(id)?.hidePopover();
    showTab(tab);
    // With the tab, which is not there yet.
    requestAnimationFrame(() => document.getElementById(`tab-${tab}`)?.focus());
  };
  return (
    <>
      <button type="button" className="more" popoverTarget={id}>
        {t('inspector.more')}
        <Icon name="chevron" />
      </button>
      <ul id={id} popover="auto" className="popover more-tabs" aria-label={t('inspector.more')}>
        {tabs
          .filter((tab) => !shown.includes(tab))
          .map((tab) => (
            <li key={tab}>
              <button type="button" onClick={() => open(tab)}>
                {t(`inspector.tab.${tab}`)}
              </button>
            </li>
          ))}
      </ul>
    </>
  );
}
