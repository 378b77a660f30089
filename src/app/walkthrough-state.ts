/**
 * `window.__walkthrough.state()`: where the player is, as data, for scripts that try the page.
 * In development and in builds with `--mode test` only.
 */
import { player } from '#player/player';

export interface WalkthroughState {
  readonly scenario: string | undefined;
  /** The step's semantic id; undefined before the first. */
  readonly step: string | undefined;
  /** The fact that the cursor stands at. */
  readonly cursor: number;
  readonly playing: boolean;
  /** Of the whole trace, once the run is over. */
  readonly hash: string | undefined;
}

declare global {
  interface Window {
    __walkthrough?: { readonly state: () => WalkthroughState };
  }
}

/** Puts the function where such scripts look for it. */
export function exposeState(): void {
  window.__walkthrough = {
    state() {
      const { recording, step, cursor, playing, status } = player.getState();
      const hash = status.kind === 'done' ? status.hash : undefined;
      return { scenario: recording?.scenario, step: step?.id, cursor, playing, hash };
    },
  };
}
