/** A note that the object shown is not the object of this step, with the way back. */
import type { ReactNode } from 'react';
import { keyWords } from '#facts/words';
import { useT } from '#i18n/locale';
import { pinObject, useInspector } from './inspector-store.ts';

export function PinnedObject(): ReactNode {
  const t = useT();
  const key = useInspector((state) => state.object);
  if (key === undefined) return null;
  return (
    <p className="pinned">
      <span>{t('inspector.object.pinned', { object: keyWords(key) })}</span>
      <button type="button" className="btn" onClick={() => pinObject(undefined)}>
        {t('inspector.object.unpin')}
      </button>
    </p>
  );
}
