/** Shown instead of a server's run when that server does not answer. */
import '#ui/theme/tokens.css';
import '#ui/theme/base.css';
import '#ui/shell/shell.css';
import type { ReactNode } from 'react';
import { useT } from '#i18n/locale';

export function ServedProblem(): ReactNode {
  const t = useT();
  return (
    <main className="problem" role="alert">
      <h1>{t('app.name')}</h1>
      <h2>{t('served.problem')}</h2>
      <p>{t('served.problem.need')}</p>
      <ul>
        <li>
          <a href={location.href}>{t('served.reconnect')}</a>
        </li>
        <li>
          <a href="./">{t('served.own')}</a>
        </li>
      </ul>
    </main>
  );
}
