/** Mark and name of the page, which lead back to the front door. */
import type { ReactNode } from 'react';
import { useT } from '#i18n/locale';
import { Mark } from '../icons.tsx';
import { homeAddress } from './way-home.ts';

/** `bare`: the name is only said. */
export function Brand({ bare = false }: { readonly bare?: boolean }): ReactNode {
  const t = useT();
  const home = homeAddress();
  return (
    <h1 className="brand">
      <a href={home} title={home && t('front.home')}>
        <Mark />
        <span className={bare ? 'sr' : 'brand-name'}>{t('app.name')}</span>
      </a>
    </h1>
  );
}
