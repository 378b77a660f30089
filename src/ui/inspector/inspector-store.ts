/** Which tab of the inspector is shown, and whether its sheet is open on a small screen. */
import { create } from 'zustand';

export const tabs = ['story', 'http', 'object', 'diff', 'etcd', 'state', 'events'] as const;
export type TabId = (typeof tabs)[number];

interface InspectorState {
  readonly tab: TabId;
  readonly open: boolean;
  /** Whether the causes of the step are unfolded. */
  readonly why: boolean;
}

export const useInspector = create<InspectorState>(() => ({
  tab: 'story',
  open: false,
  why: false,
}));

export const showTab = (tab: TabId): void => useInspector.setState({ tab, open: true });
export const toggleSheet = (): void => useInspector.setState(({ open }) => ({ open: !open }));
