/** The object of this step as stored at the cursor, with the lines that just changed marked. */
import { type ReactNode, useMemo } from 'react';
import { keyWords } from '#facts/words';
import { useT } from '#i18n/locale';
import { usePlayer } from '#player/player';
import type { KubeObject } from '#player/scene';
import { CodeBlock } from './code-block.tsx';
import { getOf } from './equivalent.ts';
import { useShownObject } from './focus.ts';
import { changesOf, previousOf } from './history.ts';
import { pinObject } from './inspector-store.ts';
import { ManagedFields } from './managed-fields.tsx';
import { ownedBy, ownersOf } from './owners.ts';
import { PinnedObject } from './pinned-object.tsx';
import { yamlText } from './yaml-text.ts';

export default function ObjectTab(): ReactNode {
  const t = useT();
  const subject = useShownObject();
  if (subject?.object === undefined) {
    return (
      <>
        <PinnedObject />
        <p>{t('inspector.object.none')}</p>
      </>
    );
  }
  const { stored, object, key, removed } = subject;
  const text = yamlText(object, String(stored?.revision ?? ''));
  const previous = stored === undefined ? undefined : previousOf(stored);
  const lines =
    previous === undefined
      ? text
          .trimEnd()
          .split('\n')
          .map((line) => ({ text: line }))
      : changesOf(previous.text, text).filter(({ mark }) => mark !== 'removed');
  return (
    <>
      <PinnedObject />
      <Owners object={object} />
      {stored === undefined && (
        <p className="q">
          {removed === undefined
            ? t('inspector.object.notYet')
            : t('inspector.object.removed', { revision: removed })}
        </p>
      )}
      <CodeBlock lines={lines} label={key} />
      {stored !== undefined && <ManagedFields stored={stored} command={getOf(key)} />}
    </>
  );
}

const mostOwned = 8;

/** Deployment › ReplicaSet › Pod, and what the object owns itself. */
function Owners({ object }: { readonly object: KubeObject }): ReactNode {
  const t = useT();
  const keys = usePlayer((state) => state.scene.etcd.keys);
  const owners = useMemo(() => ownersOf(object, keys), [object, keys]);
  const owned = useMemo(() => ownedBy(object, keys), [object, keys]);
  return (
    <nav className="owners" aria-label={t('inspector.object.owners')}>
      <ol>
        {owners.map(({ kind, name, key }) => (
          <li key={`${kind} ${name}`}>
            {key === undefined ? (
              <s title={t('inspector.object.gone')}>{`${kind} ${name}`}</s>
            ) : (
              <button type="button" onClick={() => pinObject(key)}>
                {kind} <code>{name}</code>
              </button>
            )}
          </li>
        ))}
        <li aria-current="true">
          {object.kind} <code>{object.metadata.name}</code>
        </li>
      </ol>
      {owned.length > 0 && (
        <p className="owned">
          <span className="qq">{t('inspector.object.owns')}</span>
          {owned.slice(0, mostOwned).map(({ key }) => (
            <button key={key} type="button" onClick={() => pinObject(key)}>
              {keyWords(key)}
            </button>
          ))}
          {owned.length > mostOwned && <span className="qq">+{owned.length - mostOwned}</span>}
        </p>
      )}
    </nav>
  );
}
