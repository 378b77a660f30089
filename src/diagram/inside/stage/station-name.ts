/** The name of a stage: Kubernetes' own name, or words of the catalogue. */
import type { Translate } from '#i18n/locale';
import { isMessageId } from '#i18n/t';
import type { RoomId } from '#player/place';
import { moduleOfStation, type StationId } from './stages.ts';

const folders: Readonly<Record<RoomId, string>> = {
  'kube-apiserver': 'apiserver',
  etcd: 'etcd',
  'kube-scheduler': 'scheduler',
};

export function stationName(t: Translate, room: RoomId, station: StationId): string {
  const module = moduleOfStation(station);
  if (module !== undefined) return t(`inside.module.${module}`);
  const id = `stage.${folders[room] ?? 'node'}.${station}`;
  return isMessageId(id) ? t(id) : station;
}
