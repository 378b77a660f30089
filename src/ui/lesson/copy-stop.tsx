/** The step at the cursor as a stop of a lesson, for the clipboard. */
import type { ReactNode } from 'react';
import { useT } from '#i18n/locale';
import { usePlayer } from '#player/player';
import { CopyButton } from '../copy-button.tsx';
import { stopYaml, writtenStop } from './written-stop.ts';

export function CopyStop(): ReactNode {
  const t = useT();
  const step = usePlayer((state) => state.step);
  const log = usePlayer((state) => state.log);
  if (step === undefined) return null;
  const text = (): string => stopYaml(writtenStop(log, step.id, step.fact));
  return <CopyButton className="btn ghost" text={text} label={t('lesson.copyStop')} />;
}
