/** Where playing stops: the breakpoints that are set, those of this step, and any other. */
import { type ReactNode, useMemo, useState } from 'react';
import { useT } from '#i18n/locale';
import {
  type Breakpoint,
  type BreakpointKind,
  breakpointKinds,
  breakpointText,
  breakpointValues,
  partOf,
} from '#player/breakpoints';
import { player, usePlayer } from '#player/player';
import { Icon } from '../icons.tsx';
import { useFact } from '../inspector/focus.ts';

export default function BreakpointsPanel(): ReactNode {
  const t = useT();
  const breakpoints = usePlayer((state) => state.breakpoints);
  const { toggleBreakpoint, runToBreak } = player.getState();
  return (
    <>
      {breakpoints.length === 0 && <p className="qq">{t('breakpoints.none')}</p>}
      <ul>
        {breakpoints.map((each) => (
          <li key={breakpointText(each)} className="break-row">
            <Icon name="break" />
            <Words of={each} />
            <button
              type="button"
              className="btn ghost"
              aria-label={t('breakpoints.remove', { value: each.value })}
              onClick={() => toggleBreakpoint(each)}
            >
              <Icon name="close" />
            </button>
          </li>
        ))}
      </ul>
      <OfThisStep />
      <AnyOther />
      <button type="button" className="btn" onClick={runToBreak}>
        {t('breakpoints.run')} <kbd>F8</kbd>
      </button>
    </>
  );
}

function Words({ of: { kind, value } }: { readonly of: Breakpoint }): ReactNode {
  const t = useT();
  return (
    <span className="break-words">
      <span className="qq">{t(`breakpoints.kind.${kind}`)}</span> <code>{value}</code>
    </span>
  );
}

/** One button for each breakpoint that this step offers. */
function OfThisStep(): ReactNode {
  const t = useT();
  const fact = useFact();
  const set = usePlayer((state) => state.breakpoints);
  const own = breakpointKinds.flatMap((kind): Breakpoint[] => {
    const value = fact === undefined ? undefined : partOf(kind, fact);
    return value === undefined || value === '' ? [] : [{ kind, value }];
  });
  if (own.length === 0) return null;
  return (
    <fieldset>
      <legend>{t('breakpoints.here')}</legend>
      {own.map((each) => (
        <button
          type="button"
          key={each.kind}
          className="chip"
          aria-pressed={set.some((one) => breakpointText(one) === breakpointText(each))}
          onClick={() => player.getState().toggleBreakpoint(each)}
        >
          {each.value}
        </button>
      ))}
    </fieldset>
  );
}

function AnyOther(): ReactNode {
  const t = useT();
  const [kind, setKind] = useState<BreakpointKind>('component');
  const log = usePlayer((state) => state.log);
  const facts = usePlayer((state) => state.factCount);
  const values = useMemo(
    () => (facts === 0 ? [] : breakpointValues(log, kind)),
    [log, facts, kind],
  );
  const [chosen, setChosen] = useState('');
  const value = values.includes(chosen) ? chosen : (values[0] ?? '');
  if (values.length === 0) return <p className="qq">{t('breakpoints.noRun')}</p>;
  const add = (): void => {
    const { breakpoints, setBreakpoints } = player.getState();
    const others = breakpoints.filter((each) => each.kind !== kind || each.value !== value);
    setBreakpoints([...others, { kind, value }]);
  };
  return (
    <fieldset className="any">
      <legend>{t('breakpoints.other')}</legend>
      <select
        aria-label={t('breakpoints.kind')}
        value={kind}
        onChange={(event) => setKind(event.target.value as BreakpointKind)}
      >
        {breakpointKinds.map((each) => (
          <option key={each} value={each}>
            {t(`breakpoints.kind.${each}`)}
          </option>
        ))}
      </select>
      <select
        aria-label={t('breakpoints.value')}
        value={value}
        onChange={(event) => setChosen(event.target.value)}
      >
        {values.map((each) => (
          <option key={each}>{each}</option>
        ))}
      </select>
      <button type="button" className="btn" onClick={add}>
        {t('breakpoints.add')}
      </button>
    </fieldset>
  );
}
