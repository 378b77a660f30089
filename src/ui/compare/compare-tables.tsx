/** Counts of both runs at a moment, and the objects that are stored differently. */
import { type ReactNode, useMemo } from 'react';
import { useT } from '#i18n/locale';
import type { Branch } from '#player/branches';
import type { Scene } from '#player/scene';
import { countNames, countsOf, objectsThatDiffer } from './compare.ts';

interface TablesProps {
  readonly a: Branch;
  readonly b: Branch;
  readonly names: readonly [string, string];
  readonly at: number;
}

/** As many objects as a person reads; the others are only counted. */
const mostObjects = 60;

export function CompareTables({ a, b, names, at }: TablesProps): ReactNode {
  // Scenes are folded anew only for another moment, or when a run has grown.
  const key = `${at} ${a.factCount} ${b.factCount}`;
  const scenes = useMemo(
    () => (key === '' ? undefined : ([sceneOf(a, at), sceneOf(b, at)] as const)),
    [a, b, at, key],
  );
  if (scenes === undefined) return null;
  return (
    <div className="compare-tables">
      <Counts scenes={scenes} names={names} />
      <Objects scenes={scenes} names={names} />
    </div>
  );
}

const sceneOf = ({ log }: Branch, at: number): Scene => log.sceneAt(log.lastFactAt(at));

interface SceneProps {
  readonly scenes: readonly [Scene, Scene];
  readonly names: readonly [string, string];
}

function Counts({ scenes, names }: SceneProps): ReactNode {
  const t = useT();
  const [one, two] = [countsOf(scenes[0]), countsOf(scenes[1])];
  return (
    <table>
      <caption className="lbl">{t('compare.counts')}</caption>
      <thead>
        <tr>
          <td />
          <th scope="col">{names[0]}</th>
          <th scope="col">{names[1]}</th>
        </tr>
      </thead>
      <tbody>
        {countNames.map((name) => (
          <tr key={name} className={one[name] === two[name] ? '' : 'differs'}>
            <th scope="row">{t(`compare.count.${name}`)}</th>
            <td className="num">{one[name]}</td>
            <td className="num">
              {two[name]}
              {one[name] !== two[name] && <small> {signed(two[name] - one[name])}</small>}
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

const signed = (value: number): string => (value > 0 ? `+${value}` : `−${-value}`);

function Objects({ scenes, names }: SceneProps): ReactNode {
  const t = useT();
  const rows = useMemo(() => objectsThatDiffer(scenes[0], scenes[1]), [scenes]);
  const words = { first: names[0], second: names[1], changed: t('compare.both') };
  return (
    <section aria-label={t('compare.objects')}>
      <h3 className="lbl">{t('compare.objects.count', { n: rows.length })}</h3>
      <ul>
        {rows.slice(0, mostObjects).map(({ name, kind, fields }) => (
          <li key={name}>
            <code>{name}</code>
            <small className={kind}>
              {kind === 'changed' ? fields.join(', ') : t('compare.only', { run: words[kind] })}
            </small>
          </li>
        ))}
      </ul>
      {rows.length > mostObjects && <p className="qq">+{rows.length - mostObjects}</p>}
    </section>
  );
}
