/** What the page knows of its offline copy; `app/offline` tells it. */
import { create } from 'zustand';

interface OfflineState {
  /** Nobody answers: what is seen comes from the copy. */
  readonly cut: boolean;
  /** Opens the newer release that is there; `undefined`: this is the newest. */
  readonly update: (() => void) | undefined;
}

export const useOffline = create<OfflineState>(() => ({ cut: false, update: undefined }));
