/** What changed in the object of this step: by its last write, or between any two revisions. */
import { type ReactNode, useState } from 'react';
import { useT } from '#i18n/locale';
import { usePlayer } from '#player/player';
import { CodeBlock } from './code-block.tsx';
import { useShownObject } from './focus.ts';
import { changesOf, folded, type Version, versionsOf } from './history.ts';
import { PinnedObject } from './pinned-object.tsx';

export default function DiffTab(): ReactNode {
  const t = useT();
  const subject = useShownObject();
  const cursor = usePlayer((state) => state.cursor);
  const versions = subject === undefined ? [] : versionsOf(subject.key, cursor);
  const last = versions.at(-1);
  if (subject === undefined || last === undefined) {
    return (
      <>
        <PinnedObject />
        <p>{t('inspector.diff.none')}</p>
      </>
    );
  }
  return (
    <>
      <PinnedObject />
      <p className="mono q">{subject.key}</p>
      <Comparison key={subject.key} versions={versions} />
    </>
  );
}

/** Chosen revisions stay while the cursor moves; without a choice the last write is shown. */
function Comparison({ versions }: { readonly versions: readonly Version[] }): ReactNode {
  const t = useT();
  const [from, setFrom] = useState<number | undefined>(undefined);
  const [to, setTo] = useState<number | undefined>(undefined);
  const find = (revision: number | undefined): Version | undefined =>
    versions.find((version) => version.revision === revision);
  const newer = find(to) ?? versions.at(-1);
  const older = find(from) ?? versions[newer === undefined ? -1 : versions.indexOf(newer) - 1];
  const choices = [
    ['inspector.diff.from', older, setFrom],
    ['inspector.diff.to', newer, setTo],
  ] as const;
  return (
    <>
      <div className="diff-choice">
        {choices.map(([label, version, choose]) => (
          <label key={label}>
            <span className="lbl">{t(label)}</span>
            <select
              value={version?.revision ?? ''}
              onChange={({ target }) => choose(Number(target.value))}
            >
              {version === undefined && <option value="">{t('inspector.diff.nothing')}</option>}
              {versions.map(({ revision, deleted }) => (
                <option key={revision} value={revision}>
                  {deleted ? t('inspector.diff.deleted', { revision }) : revision}
                </option>
              ))}
            </select>
          </label>
        ))}
      </div>
      <Changes older={older} newer={newer} />
    </>
  );
}

interface ChangesProps {
  readonly older: Version | undefined;
  readonly newer: Version | undefined;
}

function Changes({ older, newer }: ChangesProps): ReactNode {
  const t = useT();
  if (newer === undefined) return null;
  if (older === undefined) return <p>{t('inspector.diff.none')}</p>;
  const lines = folded(changesOf(older.text, newer.text));
  if (lines.length === 0) return <p>{t('inspector.diff.same')}</p>;
  const between = t('inspector.diff.between', { from: older.revision, to: newer.revision });
  return <CodeBlock lines={lines} label={between} copy={newer.text} />;
}
