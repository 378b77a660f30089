/** Which cluster and which first command; choosing another begins its run from the seed. */
import { lazy, type ReactNode, Suspense, useId } from 'react';
import { useT } from '#i18n/locale';
import { player, usePlayer } from '#player/player';
import { findScenario, scenarios } from '#scenarios/index';
import type { ScenarioId } from '#scenarios/scenario';
import { tourIds } from '#scenarios/tours/tour-ids';
import { openBuilder } from '../builder/builder-store.ts';
import { linkTo } from '../gallery/link-to.ts';
import { Icon } from '../icons.tsx';
import { pickLesson } from '../lesson/lesson-files.ts';
import { openTour } from '../tour/open-tour.ts';
import { leaveTour, useTour } from '../tour/tour-store.ts';
import { showNotice } from './notice-store.ts';

const TourTitle = lazy(() => import('../tour/tour-title.tsx'));

export function ScenarioMenu(): ReactNode {
  const t = useT();
  const id = useId();
  const current = usePlayer((state) => state.recording?.scenario);
  const scenario = findScenario(current ?? '');
  const tour = useTour((state) => state.tour?.id);
  const built = usePlayer((state) => state.recording?.cluster !== undefined);
  if (scenario === undefined) return null;
  const other = tour !== undefined || built;
  return (
    <>
      <button type="button" className="scenario-button" popoverTarget={id}>
        <span>
          <Title scenario={scenario.id} />
        </span>
        <Icon name="chevron" />
      </button>
      <ul id={id} popover="auto" className="popover scenarios" aria-label={t('scenario.list')}>
        {Object.values(scenarios).map((entry) => (
          <li key={entry.id}>
            <button
              type="button"
              aria-current={!other && entry.id === scenario.id ? 'true' : undefined}
              onClick={() => {
                document.getElementById(id)?.hidePopover();
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
                document.getElementById(id)?.hidePopover();
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
              document.getElementById(id)?.hidePopover();
              pickLesson();
            }}
          >
            <b>{t('lesson.open')}</b>
          </button>
        </li>
        <li>
          <button
            type="button"
            aria-haspopup="dialog"
            onClick={() => {
              document.getElementById(id)?.hidePopover();
              openBuilder();
            }}
          >
            <b>{t('builder.open')}</b>
          </button>
        </li>
        <li>
          <a href={linkTo({ view: 'gallery' })}>{t('gallery.all')}</a>
        </li>
        <li>
          <a href="?view=coverage">{t('coverage.title')}</a>
        </li>
      </ul>
    </>
  );
}

/** What is open: a scenario's own title, a tour's, or that of a scenario of the gallery. */
function Title({ scenario }: { readonly scenario: ScenarioId }): ReactNode {
  const t = useT();
  const tour = useTour((state) => state.tour?.id);
  const built = usePlayer((state) => state.recording?.cluster !== undefined);
  if (tour === undefined) return t(built ? 'builder.own' : `scenario.${scenario}.title`);
  const known = tourIds.find((id) => id === tour);
  if (known !== undefined) return t(`tour.${known}.title`);
  return (
    <Suspense fallback={tour}>
      <TourTitle />
    </Suspense>
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
