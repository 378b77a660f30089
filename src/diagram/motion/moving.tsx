/**
 * How parts of the interface come, change and go. The place where a thing rests never depends on
 * it: the browser animates the way there alone, on a forward step; a cut animates nothing, and
 * nothing moves for a reader who wants little motion. What stands in the document is the same.
 */
import {
  Children,
  type ComponentProps,
  createContext,
  isValidElement,
  type ReactElement,
  type ReactNode,
  type Ref,
  useContext,
  useEffect,
  useImperativeHandle,
  useLayoutEffect,
  useRef,
  useState,
} from 'react';
import { player, usePlayer } from '#player/player';

/** Milliseconds and curve of the tokens: `--t-state`, `--t-panel`, `--ease-out`. */
const ofState = 160;
const ofPanel = 220;
const easing = 'cubic-bezier(0.2, 0.7, 0.2, 1)';

type Movement = 'arrives' | 'changes' | 'opens';

/** Where each begins; it ends as its style says. */
const beginnings: Readonly<Record<Movement, Keyframe>> = {
  arrives: { opacity: 0, transform: 'translateY(4px)' },
  changes: { opacity: 0 },
  opens: { opacity: 0, transform: 'scale(0.985)' },
};

type MovingProps<Tag extends 'div' | 'span' | 'p'> = ComponentProps<Tag> & {
  readonly as: Tag;
  /**
   * `arrives`: a step brings it; it rises into its place, and fades when it goes out of a `Presence`.
   * `changes`: its words change with a step, which must be its key. `opens`: a person opens it.
   */
  readonly how: Movement;
};

/** An element that moves when it comes. */
export function Moving<Tag extends 'div' | 'span' | 'p'>({
  as,
  how,
  ref,
  ...rest
}: MovingProps<Tag>): ReactNode {
  const root = useRef<HTMLElement>(null);
  const leaves = useContext(Leaving);
  // As it is when it comes: a step that follows must not play it again.
  const [begun] = useState({ how, leaves });
  useImperativeHandle(ref as Ref<HTMLElement>, () => root.current as HTMLElement);
  useLayoutEffect(() => {
    if (begun.leaves) animate(root.current, [{}, { opacity: 0 }], ofState);
    else if (movesNow(begun.how)) {
      animate(root.current, [beginnings[begun.how], {}], begun.how === 'opens' ? ofPanel : ofState);
    }
  }, [begun]);
  const Element: string = as;
  return <Element ref={root} {...rest} />;
}

function animate(element: HTMLElement | null, frames: Keyframe[], duration: number): void {
  element?.animate(frames, { duration, easing });
}

function movesNow(how: Movement): boolean {
  const { from, scene, reducedMotion } = player.getState();
  return !reducedMotion && (how === 'opens' || from !== scene);
}

const Leaving = createContext(false);

interface Leaver {
  readonly element: ReactElement;
  /** The key of the child that it stands behind; `null`: it is the first. */
  readonly behind: string | null;
}

const none: readonly Leaver[] = [];

/** Keeps a child that a forward step removes until it has faded; after a cut it is gone at once. */
export function Presence({ children }: { readonly children: ReactNode }): ReactNode {
  const moves = usePlayer(({ from, scene, reducedMotion }) => !reducedMotion && from !== scene);
  const now = Children.toArray(children).filter((child) => isValidElement(child));
  const [leavers, setLeavers] = useState(none);
  const before = useRef(now);
  // Before anything is drawn without it.
  useLayoutEffect(() => {
    const old = before.current;
    before.current = now;
    if (!sameKeys(old, now)) setLeavers(moves ? leaversOf(old, now) : none);
  });
  useEffect(() => {
    if (leavers.length === 0) return undefined;
    const timer = setTimeout(() => setLeavers(none), ofState);
    return () => clearTimeout(timer);
  }, [leavers]);
  return withLeavers(now, leavers);
}

const sameKeys = (one: readonly ReactElement[], other: readonly ReactElement[]): boolean =>
  one.length === other.length && one.every(({ key }, index) => key === other[index]?.key);

/** The children of before that are gone. */
function leaversOf(
  before: readonly ReactElement[],
  now: readonly ReactElement[],
): readonly Leaver[] {
  const staying = new Set(now.map(({ key }) => key));
  return before.flatMap((element, index) =>
    staying.has(element.key) ? [] : [{ element, behind: before[index - 1]?.key ?? null }],
  );
}

/** The children, and each that leaves where it stood. */
function withLeavers(
  now: readonly ReactElement[],
  leavers: readonly Leaver[],
): readonly ReactElement[] {
  const all = [...now];
  for (const { element, behind } of leavers) {
    if (all.some(({ key }) => key === element.key)) continue;
    const place = all.findIndex(({ key }) => key === behind) + 1;
    const leaving = (
      <Leaving key={element.key} value={true}>
        {element}
      </Leaving>
    );
    all.splice(place, 0, leaving);
  }
  return all;
}
