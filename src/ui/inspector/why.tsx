/** Why did this happen? The causes of the step, back to a key press or a timer, as a list. */
import { type ReactNode, useMemo } from 'react';
import { titleOf } from '#facts/title-of';
import { componentWords } from '#facts/words';
import { useT } from '#i18n/locale';
import { causeChain } from '#player/navigation';
import { player, usePlayer } from '#player/player';
import { useInspector } from './inspector-store.ts';

export function Why(): ReactNode {
  const t = useT();
  const open = useInspector((state) => state.why);
  return (
    <details
      className="fold why"
      open={open}
      onToggle={({ currentTarget }) => useInspector.setState({ why: currentTarget.open })}
    >
      <summary>{t('inspector.why')}</summary>
      {open && <Chain />}
    </details>
  );
}

function Chain(): ReactNode {
  const t = useT();
  const cursor = usePlayer((state) => state.cursor);
  const log = usePlayer((state) => state.log);
  const chain = useMemo(() => causeChain({ log, cursor }), [log, cursor]);
  return (
    <ol className="chain">
      {chain.map((id) => {
        const fact = log.fact(id);
        if (fact === undefined) return null;
        return (
          <li key={id}>
            <button
              type="button"
              aria-current={id === cursor ? 'step' : undefined}
              data-step-id={log.stepAt(id)?.fact === id ? log.stepAt(id)?.id : undefined}
              onClick={() => player.getState().seek(id)}
            >
              <span>{titleOf(fact, t)}</span>
              <small>{componentWords(fact.component)}</small>
            </button>
          </li>
        );
      })}
    </ol>
  );
}
