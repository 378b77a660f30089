/** What `<podyssey-walkthrough>` takes in JSX and in templates, whatever the framework. */
import type { WalkthroughAttributes, WalkthroughEvents } from 'podyssey';

/** `onstep`, `onready` and the like: listeners as properties. */
export type WalkthroughListeners = {
  readonly [Type in keyof WalkthroughEvents as `on${Type}`]?: (
    event: WalkthroughEvents[Type],
  ) => void;
};

export type WalkthroughProps = WalkthroughAttributes & WalkthroughListeners;
