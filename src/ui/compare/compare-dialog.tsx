/**
 * Two runs side by side at one moment of virtual time: where they part, small timelines one above
 * the other, counts, and the objects that differ; and the way to the same moment in either run.
 */
import './compare.css';
import { type ReactNode, useEffect, useMemo, useRef, useState } from 'react';
import { titleOf } from '#facts/title-of';
import { useT } from '#i18n/locale';
import { type Branch, liveBranches } from '#player/branches';
import { player, usePlayer } from '#player/player';
import { Dialog } from '../dialog.tsx';
import { clockWords } from '../transport/clock-words.ts';
import { branchWords } from '../what-if/branch-words.ts';
import { firstOtherWrite, sharedFacts, type WriteDifference } from './compare.ts';
import { CompareTables } from './compare-tables.tsx';
import { MiniTimelines } from './mini-timelines.tsx';

interface DialogProps {
  readonly close: () => void;
}

export default function CompareDialog({ close }: DialogProps): ReactNode {
  const t = useT();
  const dialog = useRef<HTMLDialogElement>(null);
  useEffect(() => {
    dialog.current?.showModal();
  }, []);
  return (
    <Dialog ref={dialog} className="compare" title={t('compare.title')} onClose={close}>
      <Sides leave={() => dialog.current?.close()} />
    </Dialog>
  );
}

/** The present run and another one, by default the one before. */
function useSides():
  | readonly [Branch, Branch, readonly Branch[], (id: number) => void]
  | undefined {
  const current = usePlayer((state) => state.branch);
  const kept = usePlayer((state) => state.branches);
  const facts = usePlayer((state) => state.factCount);
  const [chosen, choose] = useState<number | undefined>(undefined);
  // The present run grows while it is compared.
  const branches = useMemo(
    () => (facts < 0 ? kept : liveBranches(player.getState())),
    [kept, facts],
  );
  const present = branches.find(({ id }) => id === current);
  const others = branches.filter(({ id }) => id !== current);
  const other = others.find(({ id }) => id === chosen) ?? others[0];
  if (present === undefined || other === undefined) return undefined;
  const ordered = branches.indexOf(present) < branches.indexOf(other);
  const [one, two] = ordered ? [present, other] : [other, present];
  return [one, two, others, choose];
}

function Sides({ leave }: { readonly leave: () => void }): ReactNode {
  const t = useT();
  const sides = useSides();
  const [moment, setMoment] = useState<number | undefined>(undefined);
  const [a, b] = sides ?? [];
  const factCounts = `${a?.factCount} ${b?.factCount}`;
  const parted = useMemo(() => {
    if (a === undefined || b === undefined || factCounts === '') return undefined;
    const shared = sharedFacts(a.log, b.log);
    return { shared, write: firstOtherWrite(a.log, b.log, shared) };
  }, [a, b, factCounts]);
  if (sides === undefined || a === undefined || b === undefined || parted === undefined)
    return null;
  const [, , others, choose] = sides;
  const begin = a.log.steps[0]?.at ?? b.log.steps[0]?.at ?? 0;
  const ends = [a, b].map(({ log }) => log.facts.at(-1)?.at ?? 0);
  const at = moment ?? Math.max(...ends);
  const go = (branch: Branch): void => {
    player.getState().switchBranch(branch.id);
    player.getState().seekTime(at);
    leave();
  };
  const names = [branchWords(a, t), branchWords(b, t)] as const;
  return (
    <>
      {others.length > 1 && (
        <label className="compare-with">
          <span className="lbl">{t('compare.with')}</span>
          <select onChange={(event) => choose(Number(event.target.value))}>
            {others.map((other) => (
              <option key={other.id} value={other.id}>
                {branchWords(other, t)}
              </option>
            ))}
          </select>
        </label>
      )}
      <Parting of={b} shared={parted.shared} write={parted.write} begin={begin} seek={setMoment} />
      <MiniTimelines logs={[a.log, b.log]} names={names} at={at} seek={setMoment} />
      <p className="compare-moment" role="status">
        {t('compare.at', { time: clockWords(at - begin) })}
        {ends.map(
          (end, index) =>
            end < at && (
              <small key={names[index]}>
                {t('compare.ended', { run: names[index] ?? '', time: clockWords(end - begin) })}
              </small>
            ),
        )}
      </p>
      <div className="actions">
        {[a, b].map((branch, index) => (
          <button type="button" key={branch.id} className="btn" onClick={() => go(branch)}>
            {t('compare.go', { run: names[index] ?? '' })}
          </button>
        ))}
      </div>
      <CompareTables a={a} b={b} names={names} at={at} />
    </>
  );
}

interface PartingProps {
  readonly of: Branch;
  readonly shared: number;
  readonly write: WriteDifference | undefined;
  readonly begin: number;
  readonly seek: (at: number) => void;
}

/** Where the runs part, and the first object that is stored differently. */
function Parting({ of, shared, write, begin, seek }: PartingProps): ReactNode {
  const t = useT();
  const first = of.log.fact(shared + 1);
  return (
    <ul className="compare-parting">
      <li>
        {first === undefined ? (
          t('compare.same', { n: shared })
        ) : (
          <button type="button" onClick={() => seek(first.at)}>
            <span className="lbl">{t('compare.parted', { n: shared })}</span>
            <span>
              <b className="num">{clockWords(first.at - begin)}</b> {titleOf(first, t)}
            </span>
          </button>
        )}
      </li>
      {write !== undefined && (
        <li>
          <button type="button" onClick={() => seek(write.at)}>
            <span className="lbl">
              {t(write.side === 0 ? 'compare.write.first' : 'compare.write.second')}
            </span>
            <span>
              <b className="num">{clockWords(write.at - begin)}</b> <code>{write.name}</code>
            </span>
          </button>
        </li>
      )}
    </ul>
  );
}
