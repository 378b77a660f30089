/** The door of the page's own run, for clients outside: whether it is open, and who is there. */
import { createStore } from 'zustand/vanilla';
import type { DoorVisitor } from '#worker/protocol';

export interface DoorState {
  /** Absent: this page was not opened by a bridge, and has no door. */
  readonly door?: {
    /** `full`: closed, because the page keeps no more facts; `left`: because of another run. */
    readonly is: 'opening' | 'open' | 'lost' | 'closed' | 'left' | 'full';
    readonly visitors: readonly DoorVisitor[];
    readonly open: () => void;
    readonly close: () => void;
    readonly reconnect: () => void;
  };
}

export const doorStore = createStore<DoorState>(() => ({}));
