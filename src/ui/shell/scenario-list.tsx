/** The clusters with their first commands, the tours, and what else can be opened. */
import type { ReactNode } from 'react';
import { useT } from '#i18n/locale';
import { player, usePlayer } from '#player/player';
import { findScenario, scenarios } from '#scenarios/index';
import { tourIds } from '#scenarios/tours/tour-ids';
import { openBuilder } from '../builder/builder-store.ts';
import { linkTo } from '../gallery/link-to.ts';
import { pickLesson } from '../lesson/lesson-files.ts';
import { useLesson } from '../lesson/lesson-store.ts';
import { openTour } from '../tour/open-tour.ts';
import { leaveTour, useTour } from '../tour/tour-store.ts';
import { showNotice } from './notice-store.ts';

export default function ScenarioList({ close }: { readonly close: () => void }): ReactNode {
  const t = useT();
  const current = usePlayer((state) => state.recording?.scenario);
  const tour = useTour((state) => state.tour?.id);
  const built = usePlayer((state) => state.recording?.cluster !== undefined);
  const other = tour !== undefined || built;
  return (
    <>
      {Object.values(scenarios).map((entry) => (
        <li key={entry.id}>
          <button
            type="button"
            aria-current={!other && entry.id === current ? 'true' : undefined}
            onClick={() => {
              close();
              choose(entry.id);
            }}
          >
            <b>{t(`scenario.${entry.id}.title`)}</b>
            <code>{entry.suggestion}</code>
          </button>
        </li>
      ))}
      <li className="lbl">{t('tour.list')}</li>
      {tourIds.map((entry) => (
        <li key={entry}>
          <button
            type="button"
            aria-current={entry === tour ? 'true' : undefined}
            onClick={() => {
              close();
              const { seed = 1 } = player.getState().recording ?? {};
              openTour(entry, { seed }).catch(() => showNotice({ id: 'notice.tour' }));
            }}
          >
            <b>{t(`tour.${entry}.title`)}</b>
          </button>
        </li>
      ))}
      <li>
        <button
          type="button"
          onClick={() => {
            close();
            pickLesson();
          }}
        >
          <b>{t('lesson.open')}</b>
        </button>
      </li>
      <li>
        <button
          type="button"
          onClick={() => {
            close();
            useLesson.setState({ writing: { kind: 'walk' } });
          }}
        >
          <b>{t('lesson.record')}</b>
        </button>
      </li>
      {tour === 'lesson' && (
        <li>
          <button
            type="button"
            aria-haspopup="dialog"
            onClick={() => {
              close();
              useLesson.setState(({ text }) => ({ writing: { kind: 'text', text } }));
            }}
          >
            <b>{t('lesson.edit')}</b>
          </button>
        </li>
      )}
      <li>
        <button
          type="button"
          aria-haspopup="dialog"
          onClick={() => {
            close();
            openBuilder();
          }}
        >
          <b>{t('builder.open')}</b>
        </button>
      </li>
      <li>
        <a href={linkTo({ view: 'gallery' })}>{t('gallery.more')}</a>
      </li>
      <li>
        <a href="?view=coverage">{t('coverage.title')}</a>
      </li>
    </>
  );
}

function choose(id: string): void {
  const { recording, options, open } = player.getState();
  const scenario = findScenario(id);
  if (scenario === undefined || recording === undefined) return;
  const { seed, cluster } = recording;
  const same = recording.scenario === id && cluster === undefined;
  if (same && useTour.getState().tour === undefined) return;
  leaveTour();
  open({ seed, scenario: id, inputs: [] }, { ...options, readyAt: scenario.readyAt });
}
