/** One line over the caption: the link could not be read, or its step is not in this run. */
import { type ReactNode, useEffect } from 'react';
import { useT } from '#i18n/locale';
import { player } from '#player/player';
import { Icon } from '../icons.tsx';
import { RichText } from '../rich-text.tsx';
import { closeNotice, showNotice, useNotice } from './notice-store.ts';

export default function Notice(): ReactNode {
  const t = useT();
  const message = useNotice((notice) => notice.message);
  const action = useNotice((notice) => notice.action);
  useEffect(followPlayer, []);
  if (message === undefined) return null;
  return (
    <div className="notice" role="status">
      <Icon name="help" />
      <p>
        <RichText message={t(message.id, message.params)} />
      </p>
      <div className="acts">
        {action !== undefined && (
          <button
            type="button"
            className="btn primary"
            onClick={() => {
              closeNotice();
              action.act();
            }}
          >
            {t(action.label)}
          </button>
        )}
        <button type="button" className="btn ghost" onClick={closeNotice}>
          {t('notice.close')}
        </button>
      </div>
    </div>
  );
}

/** Shows when a step was missed; a notice about the link ends with a command. */
function followPlayer(): () => void {
  return player.subscribe(({ missed, recording }, before) => {
    if (missed !== undefined && missed !== before.missed) {
      const { linkVersion: version } = useNotice.getState();
      showNotice(
        version === undefined
          ? { id: 'notice.step', params: { step: missed } }
          : { id: 'notice.step.version', params: { step: missed, version } },
      );
    } else if (before.recording !== undefined && recording !== before.recording) closeNotice();
  });
}
