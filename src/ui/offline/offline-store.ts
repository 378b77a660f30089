/** What the page knows about its offline copy; `app/offline` reports it. */
import { create } from 'zustand';

interface OfflineState {
  /** Whether the server does not answer: then the page comes from the copy. */
  readonly cut: boolean;
  /** Opens the newer release; `undefined` if this is the newest. */
  readonly update: (() => void) | undefined;
}

export const useOffline = create<OfflineState>(() => ({ cut: false, update: undefined }));
