/** Where in the run the cursor is, in words: counted in beats or in steps, as the depth has it. */
import { useT } from '#i18n/locale';
import { countAt } from '#player/navigation';
import { usePlayer } from '#player/player';

export function usePlaceWords(): string {
  const t = useT();
  const told = usePlayer((state) => state.depth === 'story');
  const step = usePlayer((state) => countAt(state)[0]);
  const steps = usePlayer((state) => countAt(state)[1]);
  return t(told ? 'inspector.beat' : 'inspector.step', { step, steps });
}
