/** The rows of the share dialog: the link here, the link to the run's beginning, and snippets. */
import { type ReactNode, useId } from 'react';
import { useT } from '#i18n/locale';
import { usePlayer } from '#player/player';
import { findScenario } from '#scenarios/index';
import { tourIds } from '#scenarios/tours/tour-ids';
import { CopyButton } from '../copy-button.tsx';
import { useLesson } from '../lesson/lesson-store.ts';
import { useTour } from '../tour/tour-store.ts';
import { useTourT } from '../tour/tour-words.ts';
import { elementSnippet, frameSnippet, imageSnippet } from './snippets.ts';

export default function ShareLinks({ address }: { readonly address: string }): ReactNode {
  const t = useT();
  const step = usePlayer((state) => state.step?.index);
  const steps = usePlayer((state) => state.steps.length);
  const begun = step !== undefined;
  const start = new URL(address);
  start.searchParams.delete('step');
  const here = begun ? t('share.step', { step: step + 1, steps }) : t('share.start');
  const about = useTitle();
  const lesson = useTour(({ tour }) => tour?.id === 'lesson');
  const linked = useLesson(({ path, hash }) => path !== undefined || hash !== '');
  const title = ['Podyssey', ...about, ...(begun ? [here] : [])].join(' · ');
  return (
    <>
      <Row label={here} text={address} />
      {begun && <Row label={t('share.run')} text={start.href} />}
      {lesson && !linked && <p className="qq">{t('share.lessonLong')}</p>}
      <h3 className="lbl">{t('share.paste')}</h3>
      <Row label={t('share.frame')} text={frameSnippet(address, title)} />
      <Row label={t('share.element')} text={elementSnippet(address, title)} />
      <Row label="Markdown" text={`[${title}](${address})`} />
      <Row label={t('share.image')} text={imageSnippet(address, title)} />
    </>
  );
}

/**
 * The title of the run: of the tour or scenario of the gallery, of a person's own cluster, or of
 * the cluster.
 */
function useTitle(): readonly string[] {
  const t = useT();
  const tourText = useTourT();
  const tourId = useTour(({ tour }) => tour?.id);
  const built = usePlayer((state) => state.recording?.cluster !== undefined);
  const scenario = usePlayer((state) => findScenario(state.recording?.scenario ?? ''));
  const known = tourIds.find((id) => id === tourId);
  if (known !== undefined) return [t(`tour.${known}.title`)];
  const title = tourId === undefined ? '' : tourText(tourId);
  if (title !== '') return [title];
  if (built) return [t('builder.own')];
  return scenario === undefined ? [] : [t(`scenario.${scenario.id}.title`)];
}

function Row({ label, text }: { readonly label: string; readonly text: string }): ReactNode {
  const t = useT();
  const id = useId();
  return (
    <div className="share-link">
      <label htmlFor={id}>{label}</label>
      <input id={id} readOnly value={text} onFocus={(event) => event.currentTarget.select()} />
      <CopyButton text={text} label={t('share.copy')} />
    </div>
  );
}
