/**
 * The branches side by side: the run before and each “what if”. Switching stays at the same moment.
 */
import './branch-bar.css';
import { lazy, type ReactNode, Suspense, useState } from 'react';
import { useT } from '#i18n/locale';
import type { Branch } from '#player/branches';
import { player, usePlayer } from '#player/player';
import { Icon } from '../icons.tsx';
import { branchWords } from './branch-words.ts';

const Compare = lazy(() => import('../compare/compare-dialog.tsx'));

export default function BranchBar(): ReactNode {
  const t = useT();
  const branches = usePlayer((state) => state.branches);
  const current = usePlayer((state) => state.branch);
  const [comparing, setComparing] = useState(false);
  return (
    <section className="branch-bar" aria-label={t('branch.title')}>
      <fieldset className="seg">
        <legend className="sr">{t('branch.title')}</legend>
        {branches.map((branch) => (
          <BranchChoice key={branch.id} branch={branch} current={branch.id === current} />
        ))}
      </fieldset>
      <button type="button" className="btn" onClick={() => setComparing(true)}>
        {t('compare.open')}
      </button>
      {current !== branches[0]?.id && (
        <button
          type="button"
          className="btn ghost"
          title={t('branch.drop')}
          aria-label={t('branch.drop')}
          onClick={() => player.getState().dropBranch(current)}
        >
          <Icon name="close" />
        </button>
      )}
      {comparing && (
        <Suspense>
          <Compare close={() => setComparing(false)} />
        </Suspense>
      )}
    </section>
  );
}

interface BranchProps {
  readonly branch: Branch;
  readonly current: boolean;
}

function BranchChoice({ branch, current }: BranchProps): ReactNode {
  const t = useT();
  const words = branchWords(branch, t);
  return (
    <label className={current ? 'on' : ''} title={words}>
      <input
        type="radio"
        name="branch"
        checked={current}
        onChange={() => player.getState().switchBranch(branch.id)}
      />
      <span>{words}</span>
    </label>
  );
}
