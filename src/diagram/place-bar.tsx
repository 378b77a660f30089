/** The bar over the map: the viewer's place, the meaning of the signs, and the camera's buttons. */

import type { ReactNode } from 'react';
import { useReactFlow } from 'reactflow';
import { useT } from '#i18n/locale';
import type { RoomId } from '#player/place';
import { player, usePlayer } from '#player/player';
import { requestFit } from './camera.ts';
import { canEnter, useDiagram } from './diagram-store.ts';
import { familyOf } from './family.ts';
import { stationsOf, tableOf } from './inside/stage/stages.ts';
import { stationName } from './inside/stage/station-name.ts';
import { Legend } from './legend.tsx';
import { FamilyGlyph } from './nodes/glyph.tsx';
import { currentRoom } from './selectors.ts';

export function PlaceBar(): ReactNode {
  const room = useDiagram((diagram) => diagram.room);
  const stays = useDiagram((diagram) => !diagram.following);
  return (
    <div className={stays ? 'place-bar stays' : 'place-bar'}>
      <Breadcrumb />
      {room === undefined ? (
        <>
          <Legend />
          {stays && <Elsewhere room="" />}
        </>
      ) : (
        <>
          <StagePicker room={room} />
          <Elsewhere room={room} />
        </>
      )}
      <CameraTools />
    </div>
  );
}

function Breadcrumb(): ReactNode {
  const t = useT();
  const room = useDiagram((diagram) => diagram.room);
  const station = useDiagram((diagram) => diagram.station);
  const leave = useDiagram((diagram) => diagram.leave);
  const cluster = (
    <>
      <Sign path="M8 2.500l6 3-6 3-6-3zM2 8.500l6 3 6-3M2 11.500l6 3 6-3" />
      <span className="crumb-words">{t('diagram.cluster')}</span>
    </>
  );
  if (room === undefined) return <b className="breadcrumb">{cluster}</b>;
  return (
    <nav className="breadcrumb" aria-label={t('diagram.label')}>
      <button type="button" className="tool" aria-label={t('diagram.cluster')} onClick={leaveRoom}>
        {cluster}
      </button>
      <Sign path="M6 4l4 4-4 4" />
      <FamilyGlyph family={familyOf(room)} />
      {station === undefined ? (
        <b aria-current="location">{room}</b>
      ) : (
        <>
          <button type="button" className="tool" onClick={leave}>
            {room}
          </button>
          <Sign path="M6 4l4 4-4 4" />
          <b aria-current="location">{stationName(t, room, station)}</b>
        </>
      )}
    </nav>
  );
}

/** Goes from any depth to the whole map. */
function leaveRoom(): void {
  const { enterStation } = useDiagram.getState();
  enterStation(undefined);
  useDiagram.getState().leave();
}

/** All stages of a room that open as tables, for readers who do not click on the map too. */
function StagePicker({ room }: { readonly room: RoomId }): ReactNode {
  const t = useT();
  const station = useDiagram((diagram) => diagram.station);
  const enterStation = useDiagram((diagram) => diagram.enterStation);
  const log = usePlayer((state) => state.log);
  const cursor = usePlayer((state) => state.cursor);
  const stations = stationsOf(room, log);
  const fact = log.fact(cursor);
  const here = fact === undefined ? undefined : tableOf(fact);
  return (
    <select
      className="stage-picker"
      aria-label={t('stage.pick')}
      value={station ?? ''}
      onChange={({ target }) => enterStation(target.value === '' ? undefined : target.value)}
    >
      <option value="">{t('stage.whole')}</option>
      {stations.map((each) => (
        <option key={each} value={each}>
          {stationName(t, room, each)}
          {each === here && currentRoom(player.getState()) === room ? ' ●' : ''}
        </option>
      ))}
    </select>
  );
}

/** The way to the room of the step, while another room is open or the camera stays. */
function Elsewhere({ room }: { readonly room: RoomId }): ReactNode {
  const t = useT();
  const current = usePlayer(currentRoom);
  if (current === undefined || current === room) return null;
  const words = t('diagram.nowIn', { room: current });
  return (
    <button type="button" className="tool elsewhere" aria-label={words} onClick={openCurrentRoom}>
      <Sign path="M3 8h9.500M9 4.500L12.500 8 9 11.500" />
      <span>{words}</span>
      <span className="short">{current}</span>
    </button>
  );
}

/** Opens the room of this step; for a room without an inside, shows the whole map instead. */
function openCurrentRoom(): void {
  const room = currentRoom(player.getState());
  const { enter, leave } = useDiagram.getState();
  if (room !== undefined && canEnter(room)) enter(room);
  else leave();
}

function CameraTools(): ReactNode {
  const t = useT();
  const { zoomIn, zoomOut } = useReactFlow();
  const following = useDiagram((diagram) => diagram.following);
  const setFollowing = useDiagram((diagram) => diagram.setFollowing);
  const zoom = (change: typeof zoomIn) => () => {
    change().catch(() => undefined);
  };
  return (
    <div className="tools">
      <button
        type="button"
        className="tool zoom"
        aria-label={t('diagram.zoomOut')}
        onClick={zoom(zoomOut)}
      >
        <Sign path="M3.500 8h9" />
      </button>
      <button
        type="button"
        className="tool zoom"
        aria-label={t('diagram.zoomIn')}
        onClick={zoom(zoomIn)}
      >
        <Sign path="M8 3.500v9M3.500 8h9" />
      </button>
      <button
        type="button"
        className="tool"
        aria-label={t('diagram.fit')}
        aria-keyshortcuts="Z"
        onClick={fitAndFollow}
      >
        <Sign path="M3 6V3h3M10 3h3v3M13 10v3h-3M6 13H3v-3" />
        <span className="tool-words">{t('diagram.fit')}</span>
        <kbd>Z</kbd>
      </button>
      <button
        type="button"
        className="tool follow"
        aria-label={t(following ? 'diagram.following' : 'diagram.follow')}
        aria-pressed={following}
        aria-keyshortcuts="V"
        onClick={() => setFollowing(!following)}
      >
        <Sign path="M11 8a3 3 0 1 1-6 0 3 3 0 0 1 6 0M8 2v3M8 11v3M2 8h3M11 8h3" />
        <span className="tool-words">{t(following ? 'diagram.following' : 'diagram.follow')}</span>
        <kbd>V</kbd>
      </button>
    </div>
  );
}

/** For the key Z and the button: brings everything into view, and the camera follows again. */
export function fitAndFollow(): void {
  useDiagram.getState().setFollowing(true);
  requestFit();
}

function Sign({ path }: { readonly path: string }): ReactNode {
  return (
    <svg className="i" viewBox="0 0 16 16" aria-hidden="true">
      <path d={path} />
    </svg>
  );
}
