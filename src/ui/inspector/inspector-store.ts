/** Which tab of the inspector is shown, and whether its sheet is open on a small screen. */
import { create } from 'zustand';

export const tabs = [
  'story',
  'http',
  'object',
  'diff',
  'etcd',
  'state',
  'events',
  'logs',
  'source',
] as const;
export type TabId = (typeof tabs)[number];

interface InspectorState {
  readonly tab: TabId;
  readonly open: boolean;
  /** Whether the causes of the step are unfolded. */
  readonly why: boolean;
  /**
   * The key of the object that Object, Diff and Events are about; `undefined` for that of the step.
   * It stays while the cursor moves.
   */
  readonly object: string | undefined;
  /** Whether Events shows those of the object, as describe does, or all of the run. */
  readonly allEvents: boolean;
}

export const useInspector = create<InspectorState>(() => ({
  tab: 'story',
  open: false,
  why: false,
  object: undefined,
  allEvents: false,
}));

export const showTab = (tab: TabId): void => useInspector.setState({ tab, open: true });
export const toggleSheet = (): void => useInspector.setState(({ open }) => ({ open: !open }));
export const pinObject = (object: string | undefined): void => useInspector.setState({ object });
