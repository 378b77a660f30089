/**
 * Who set which fields of the object: folded, as kubectl leaves managedFields out unless they are
 * requested. The simulator computes them only when somebody opens the list.
 */
import { type ReactNode, useEffect, useState } from 'react';
import { useT } from '#i18n/locale';
import { player } from '#player/player';
import type { FieldManager } from '#player/player-state';
import type { StoredKey } from '#player/scene';
import { CopyButton } from '../copy-button.tsx';
import { yamlOf } from './yaml-text.ts';

interface ManagedFieldsProps {
  readonly stored: StoredKey;
  /** Gets the object with kubectl. */
  readonly command: string | undefined;
}

export function ManagedFields({ stored, command }: ManagedFieldsProps): ReactNode {
  const t = useT();
  const [open, setOpen] = useState(false);
  const managers = useManagers(open ? stored : undefined);
  return (
    <details className="fold" onToggle={({ currentTarget }) => setOpen(currentTarget.open)}>
      <summary>
        {managers === undefined
          ? t('inspector.object.managedFields')
          : t('inspector.object.managed', { n: managers.length })}
      </summary>
      {managers === undefined ? (
        <p className="q">{t('inspector.object.managedApart')}</p>
      ) : (
        <Managers managers={managers} />
      )}
      {command !== undefined && <Asked command={`${command} --show-managed-fields`} />}
    </details>
  );
}

/** Requests the managers of a write from the simulator; `undefined` until it has answered. */
function useManagers(stored: StoredKey | undefined): readonly FieldManager[] | undefined {
  const [answer, setAnswer] = useState<{ fact: number; managers: readonly FieldManager[] }>();
  useEffect(() => {
    if (stored?.object === undefined) return undefined;
    const { fact, key, object } = stored;
    const { log, ask } = player.getState();
    const uid = object.metadata.uid ?? '';
    let left = false;
    void ask({ kind: 'managers', fact, at: log.fact(fact)?.at ?? -1, key, uid }).then((reply) => {
      if (!left && reply?.managers !== undefined) setAnswer({ fact, managers: reply.managers });
    });
    return () => {
      left = true;
    };
  }, [stored]);
  return answer !== undefined && answer.fact === stored?.fact ? answer.managers : undefined;
}

function Managers({ managers }: { readonly managers: readonly FieldManager[] }): ReactNode {
  return (
    <ul className="managers">
      {managers.map(({ manager = '', operation = '', subresource = '', time = '', fieldsV1 }) => (
        <li key={`${manager} ${operation} ${subresource}`}>
          <details className="fold">
            <summary>
              <b>{manager}</b> {operation} {subresource} <span className="qq num">{time}</span>
            </summary>
            <pre className="yaml">{yamlOf(fieldsV1)}</pre>
          </details>
        </li>
      ))}
    </ul>
  );
}

function Asked({ command }: { readonly command: string }): ReactNode {
  const t = useT();
  return (
    <p className="cmd with-copy">
      <span>{command}</span>
      <CopyButton className="btn ghost" text={command} label={t('inspector.copy')} />
    </p>
  );
}
