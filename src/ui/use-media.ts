/** What the window is like, as a media query says it, for what no style sheet can decide. */
import { useCallback, useSyncExternalStore } from 'react';

/** Whether the window fits the query now; whoever asks is drawn again when that changes. */
export function useMedia(query: string): boolean {
  const subscribe = useCallback(
    (changed: () => void) => {
      const list = matchMedia(query);
      list.addEventListener('change', changed);
      return () => list.removeEventListener('change', changed);
    },
    [query],
  );
  return useSyncExternalStore(subscribe, () => matchMedia(query).matches);
}
