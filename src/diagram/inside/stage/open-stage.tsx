/** Words in a room that open the tables of a stage; plain words if there is no stage. */
import type { ReactNode } from 'react';
import { useT } from '#i18n/locale';
import { useDiagram } from '../../diagram-store.ts';
import type { StationId } from './stages.ts';

interface OpenStageProps {
  readonly station: StationId | undefined;
  readonly children: ReactNode;
}

export function OpenStage({ station, children }: OpenStageProps): ReactNode {
  const t = useT();
  const enterStation = useDiagram((diagram) => diagram.enterStation);
  if (station === undefined) return children;
  return (
    <button
      type="button"
      className="open-stage nodrag nopan"
      title={t('stage.open')}
      onClick={() => enterStation(station)}
    >
      {children}
    </button>
  );
}
