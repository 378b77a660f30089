/** Shown instead of a run when the address asks for one that does not exist. */
import '#ui/theme/tokens.css';
import '#ui/theme/base.css';
import '#ui/shell/shell.css';
import type { ReactNode } from 'react';
import type { Address } from '#embed/parameters';
import { useT } from '#i18n/locale';
import { scenarios } from '#scenarios/index';

export function ProblemPage({ address }: { readonly address: Address }): ReactNode {
  const t = useT();
  const { scenario, seed, seedText } = address;
  const title =
    seed === undefined
      ? t('problem.seed', { seed: seedText })
      : t('problem.scenario', { id: scenario });
  return (
    <main className="problem" role="alert">
      <h1>{t('app.name')}</h1>
      <h2>{title}</h2>
      <p>{t('problem.scenario.known')}</p>
      <ul>
        {Object.keys(scenarios).map((id) => (
          <li key={id}>
            <a href={`?scenario=${id}`}>{t(`scenario.${id as keyof typeof scenarios}.title`)}</a>
          </li>
        ))}
      </ul>
    </main>
  );
}
