/**
 * The place of the cursor in the run, in words: counted in beats or in steps, by the depth. Empty
 * until the run has the first of them.
 */
import { useT } from '#i18n/locale';
import { countAt } from '#player/navigation';
import { usePlayer } from '#player/player';

export function usePlaceWords(): string {
  const t = useT();
  const told = usePlayer((state) => state.depth === 'story');
  const step = usePlayer((state) => countAt(state)[0]);
  const steps = usePlayer((state) => countAt(state)[1]);
  if (steps === 0) return '';
  return t(told ? 'inspector.beat' : 'inspector.step', { step, steps });
}
