/**
 * The title of what is open, and the place of the list to choose from, which is fetched when it
 * opens.
 */
import { lazy, type ReactNode, Suspense, useId, useState } from 'react';
import { useT } from '#i18n/locale';
import { usePlayer } from '#player/player';
import { findScenario } from '#scenarios/index';
import type { ScenarioId } from '#scenarios/scenario';
import { tourIds } from '#scenarios/tours/tour-ids';
import { Icon } from '../icons.tsx';
import { useTour } from '../tour/tour-store.ts';

const ScenarioList = lazy(() => import('./scenario-list.tsx'));
const TourTitle = lazy(() => import('../tour/tour-title.tsx'));

export function ScenarioMenu(): ReactNode {
  const t = useT();
  const id = useId();
  const current = usePlayer((state) => state.recording?.scenario);
  const scenario = findScenario(current ?? '');
  const [opened, setOpened] = useState(false);
  if (scenario === undefined) return null;
  return (
    <>
      <button type="button" className="scenario-button" popoverTarget={id}>
        <span>
          <Title scenario={scenario.id} />
        </span>
        <Icon name="chevron" />
      </button>
      <ul
        id={id}
        popover="auto"
        className="popover scenarios"
        aria-label={t('scenario.list')}
        onToggle={() => setOpened(true)}
      >
        {opened && (
          <Suspense fallback={<li className="qq">…</li>}>
            <ScenarioList close={() => document.getElementById(id)?.hidePopover()} />
          </Suspense>
        )}
      </ul>
    </>
  );
}

/** The title of what is open: of a scenario, of a tour, or of a scenario of the gallery. */
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
