/**
 * How parts of the interface come, change and go. The place where a thing rests never depends on
 * it: only the way there is animated, on a forward step; a cut animates nothing.
 *
 * The animations themselves are a chunk of their own, fetched after the first picture. Until it is
 * there, and with reduced motion, everything is in its final state at once.
 */
import { AnimatePresence, LazyMotion, MotionConfig, type Transition } from 'framer-motion';
import type { ReactNode } from 'react';
import { player, usePlayer } from '#player/player';
import { whenUp } from '#player/when-up';

/** Seconds and curves of the tokens: `--t-state`, `--t-panel`, `--ease-out`. */
const easeOut = [0.2, 0.7, 0.2, 1] as const;
const ofState: Transition = { duration: 0.16, ease: easeOut };
const ofPanel: Transition = { duration: 0.22, ease: easeOut };

let loaded = false;

async function features() {
  await whenUp();
  const { default: found } = await import('./motion-features.ts');
  loaded = true;
  return found;
}

/** The element around all that moves. */
export function Moving({ children }: { readonly children: ReactNode }): ReactNode {
  const reduced = usePlayer((state) => state.reducedMotion);
  return (
    <LazyMotion strict features={features}>
      <MotionConfig reducedMotion={reduced ? 'always' : 'never'} transition={ofState}>
        {children}
      </MotionConfig>
    </LazyMotion>
  );
}

/** Whether a forward step that shows its movement led to the scene. */
function stepped(): boolean {
  const { from, scene, reducedMotion } = player.getState();
  return loaded && !reducedMotion && from !== scene;
}

const rest = { opacity: 1, y: 0 } as const;
const below = { opacity: 0, y: 4 } as const;

/** Props of an `m` element that a step brings: it rises into its place, and fades when it goes. */
export const arriving = () =>
  ({ initial: stepped() ? below : false, animate: rest, exit: { opacity: 0 } }) as const;

/** Props of an `m` element whose words change with a step; its key must be the step. */
export const changing = () =>
  ({ initial: stepped() ? { opacity: 0 } : false, animate: { opacity: 1 } }) as const;

/** Props of an `m` element that a person opens. */
export const opening = () => {
  const still = !loaded || player.getState().reducedMotion;
  const from = { opacity: 0, scale: 0.985 };
  return {
    initial: still ? false : from,
    animate: { opacity: 1, scale: 1 },
    transition: ofPanel,
  } as const;
};

/** Keeps a child that a forward step removes until it has faded; after a cut it is gone at once. */
export function Presence({ children }: { readonly children: ReactNode }): ReactNode {
  const moves = usePlayer(({ from, scene, reducedMotion }) => !reducedMotion && from !== scene);
  return moves ? <AnimatePresence initial={false}>{children}</AnimatePresence> : children;
}
