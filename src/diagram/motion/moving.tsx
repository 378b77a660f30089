/**
 * How parts of the interface come, change and go. The place where a thing rests never depends on
 * it: moving.css animates the way there alone, on a forward step; a cut animates nothing, and
 * neither does a reader who wants little motion.
 */
import {
  Children,
  type ComponentProps,
  createContext,
  isValidElement,
  type ReactElement,
  type ReactNode,
  useContext,
  useLayoutEffect,
  useRef,
  useState,
} from 'react';
import { player, usePlayer } from '#player/player';
import './moving.css';

/** Milliseconds that something takes to fade: `--t-state` of the tokens. */
const fading = 160;

type Movement = 'arrives' | 'changes' | 'opens';
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
  className = '',
  ...rest
}: MovingProps<Tag>): ReactNode {
  // Decided when it comes: a class that came later would play again.
  const [comes] = useState(() => movesNow(how));
  const leaves = useContext(Leaving);
  const moves = leaves ? ' leaves' : comes ? ` ${how}` : '';
  const Element: string = as;
  return <Element className={className + moves} {...rest} />;
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

/** Keeps a child that a forward step removes until it has faded; after a cut it is gone at once. */
export function Presence({ children }: { readonly children: ReactNode }): ReactNode {
  const moves = usePlayer(({ from, scene, reducedMotion }) => !reducedMotion && from !== scene);
  const now = Children.toArray(children).filter((child) => isValidElement(child));
  const [leavers, setLeavers] = useState<readonly Leaver[]>([]);
  const before = useRef(now);
  const keys = now.map(({ key }) => key).join('\n');
  // Before anything is drawn without it. Only another set of children is news.
  // biome-ignore lint/correctness/useExhaustiveDependencies: see above.
  useLayoutEffect(() => {
    const gone = moves ? leaversOf(before.current, now) : [];
    setLeavers(gone);
    if (gone.length === 0) return undefined;
    const timer = setTimeout(() => setLeavers([]), fading);
    return () => clearTimeout(timer);
  }, [keys]);
  useLayoutEffect(() => {
    before.current = now;
  });
  return withLeavers(now, leavers);
}

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
