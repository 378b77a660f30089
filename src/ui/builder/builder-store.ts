/** Whether the cluster builder is open; it is fetched when it is opened. */
import { create } from 'zustand';

interface BuilderState {
  readonly open: boolean;
}

export const useBuilder = create<BuilderState>(() => ({ open: false }));

export const openBuilder = (): void => useBuilder.setState({ open: true });
export const closeBuilder = (): void => useBuilder.setState({ open: false });
