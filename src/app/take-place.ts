/** How an address wants the run to be looked at: open room, camera, tab, speed, playing, loop. */
import { roomIds, useDiagram } from '#diagram/diagram-store';
import type { Address, Loop } from '#embed/parameters';
import { player } from '#player/player';
import type { Player } from '#player/player-state';
import { showTab, tabs } from '#ui/inspector/inspector-store';
import { useSettings } from '#ui/settings/settings-store';

const microseconds = 1_000_000;
/** Milliseconds at the end of a loop at 1×, before it begins again. */
const rest = 1200;

/**
 * Does at once what needs no run, and the rest when the run has come to where it begins.
 * Returns how to leave a loop.
 */
export function takePlace(address: Address): () => void {
  const { view, focus, follow, panel, speed, keys, loop } = address;
  const { enter, setFollowing, setFocus } = useDiagram.getState();
  if (view !== undefined && roomIds.test(view)) enter(view);
  if (focus !== undefined && roomIds.test(focus)) setFocus(focus);
  if (follow !== undefined) setFollowing(follow);
  const tab = tabs.find((known) => known === panel);
  if (tab !== undefined) showTab(tab);
  if (speed !== undefined) player.getState().setSpeed(speed);
  if (!keys) useSettings.setState({ shortcuts: false });
  begin(address);
  return loop === undefined ? () => undefined : playAgain(loop);
}

/** Waits for the first step; then goes to the moment that was asked for, and plays. */
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

/** After the last step of a loop comes its first. An end that is not in the run is the run's. */
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
