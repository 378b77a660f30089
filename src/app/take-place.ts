/** How an address shows the run: open room, camera, tab, speed, playing, loop. */
import { roomIds, stationIds, useDiagram } from '#diagram/diagram-store';
import type { Address, Loop } from '#embed/parameters';
import { player } from '#player/player';
import type { Player } from '#player/player-state';
import { showTab, tabs } from '#ui/inspector/inspector-store';
import { useSettings } from '#ui/settings/settings-store';

const microseconds = 1_000_000;
/** Milliseconds at the end of a loop at 1×, before it begins again. */
const rest = 1200;

/**
 * Does at once what needs no run, and the rest when the run has come to where it begins. Returns
 * the function that ends a loop.
 */
export function takePlace(address: Address): () => void {
  const { view, focus, follow, panel, speed, keys, loop } = address;
  const { setFollowing, setFocus } = useDiagram.getState();
  if (view !== undefined) whenThere(view, (room, station) => openRoom(room, station));
  if (focus !== undefined) whenThere(focus, setFocus);
  if (follow !== undefined) setFollowing(follow);
  const tab = tabs.find((known) => known === panel);
  if (tab !== undefined) showTab(tab);
  if (speed !== undefined) player.getState().setSpeed(speed);
  if (!keys) useSettings.setState({ shortcuts: false });
  begin(address);
  if (loop === undefined) return () => undefined;
  return loop.from === undefined || loop.to === undefined ? playAgain(loop) : holdRange(loop);
}

/** A room and, after a slash, one of its stages. */
function openRoom(room: string, station: string): void {
  const { enter, enterStation } = useDiagram.getState();
  enter(room);
  if (stationIds.test(station)) enterStation(station);
}

/** Acts at once for a room that every cluster has; for a node, when the cluster has it. */
function whenThere(view: string, act: (room: string, station: string) => void): void {
  const [room = '', station = ''] = view.split('/', 2);
  if (roomIds.test(room)) {
    act(room, station);
    return;
  }
  const stop = player.subscribe(({ goal, scene }) => {
    if (goal !== undefined) return;
    stop();
    if (scene.nodes.has(room)) act(room, station);
  });
}

/** Waits for the first step; then goes to the given moment, and plays. */
function begin({ t, step, autoplay }: Address): void {
  if (!autoplay && t === undefined) return;
  const seekTo = step === undefined ? t : undefined;
  const stop = player.subscribe((state) => {
    const { goal, steps, log, status, seekTime, play, reducedMotion } = state;
    const first = steps[0];
    if (goal !== undefined || first === undefined) return;
    const moment = first.at + (seekTo ?? 0) * microseconds;
    const known = log.facts.at(-1)?.at ?? 0;
    if (seekTo !== undefined && known < moment && status.kind === 'running') return;
    stop();
    if (seekTo !== undefined) seekTime(moment);
    if (autoplay && !reducedMotion) play();
  });
}

/**
 * Gives the player the range as soon as its steps are known; a step that never comes is the run's
 * end.
 */
function holdRange({ from, to }: Loop): () => void {
  const hold = ({ goal, steps, status, setLoop }: Player): boolean => {
    const [first, last] = [from, to].map((id) => steps.find((each) => each.id === id)?.fact);
    const known = first !== undefined && last !== undefined;
    if (goal !== undefined || !(known || status.kind === 'done')) return false;
    const range = { from: first ?? steps[0]?.fact ?? 0, to: last ?? steps.at(-1)?.fact ?? 0 };
    if (range.from !== range.to) setLoop(range);
    return true;
  };
  const leave = (): void => player.getState().setLoop(undefined);
  if (hold(player.getState())) return leave;
  const stop = player.subscribe((state) => {
    if (state.recording !== undefined && state.steps.length > 0 && hold(state)) stop();
  });
  return () => {
    stop();
    leave();
  };
}

/**
 * After the last step of a loop comes its first. An end that is not in the run is the run's own.
 */
function playAgain({ from, to }: Loop): () => void {
  const indexOf = ({ steps }: Player, id: string | undefined): number | undefined =>
    id === undefined ? undefined : steps.find((each) => each.id === id)?.index;
  return player.subscribe((state, before) => {
    const { step, playing, steps, status, speed } = state;
    if (step === undefined) return;
    const again = (): void => player.getState().seekStep(indexOf(state, from) ?? 0);
    const last = indexOf(state, to) ?? steps.length - 1;
    if (playing && before.playing && step.index > last) again();
    const ended = before.playing && !playing && status.kind === 'done' && step.index >= last;
    if (!ended || step.index < steps.length - 1) return;
    setTimeout(() => {
      if (player.getState().playing || player.getState().step !== step) return;
      again();
      player.getState().play();
    }, rest / speed);
  });
}
