/** Story, Stages, Events: the depth of the run. Changing it never moves the cursor. */
import type { ReactNode } from 'react';
import { useT } from '#i18n/locale';
import { player, usePlayer } from '#player/player';
import { type Depth, depths } from '#player/player-state';

const setDepth = (depth: Depth): void => player.getState().setDepth(depth);

export function DepthSwitch(): ReactNode {
  const t = useT();
  const current = usePlayer((state) => state.depth);
  return (
    <fieldset className="depth seg">
      <legend className="sr">{t('transport.depth')}</legend>
      {depths.map((depth) => (
        <label key={depth} className={depth === current ? 'on' : ''}>
          <input
            type="radio"
            name="depth"
            checked={depth === current}
            onChange={() => setDepth(depth)}
          />
          {t(`transport.depth.${depth}`)}
        </label>
      ))}
    </fieldset>
  );
}

/** The same where there is no room for three words side by side: on a phone, over the caption. */
export function DepthChoice(): ReactNode {
  const t = useT();
  const current = usePlayer((state) => state.depth);
  return (
    <select
      className="btn depth-choice"
      aria-label={t('transport.depth')}
      value={current}
      onChange={({ target }) => {
        const chosen = depths.find((depth) => depth === target.value);
        if (chosen !== undefined) setDepth(chosen);
      }}
    >
      {depths.map((depth) => (
        <option key={depth} value={depth}>
          {t(`transport.depth.${depth}`)}
        </option>
      ))}
    </select>
  );
}
