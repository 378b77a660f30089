/** Which page an address opens: the front door, a run, or a page beside the walkthrough. */
import { parameterNames } from '#embed/parameter-names';

export type Opened = 'front' | 'run' | 'coverage' | 'speaker';

/** They say how a page looks, and not what is seen on it. */
const look: ReadonlySet<string> = new Set(['lang', 'theme', 'motion', 'v']);
/** What the page itself asks for besides. */
const own = ['present', 'build', 'served', 'door'];

/**
 * The front door opens when nothing of a run is named, never in a frame; a name that is unknown is
 * none. `?view=gallery` was the page of all scenarios, which lies below the door now.
 */
export function opens(
  { search, hash }: Pick<Location, 'search' | 'hash'>,
  framed: boolean,
): Opened {
  const query = new URLSearchParams(search);
  const view = query.get('view') ?? '';
  if (view === 'coverage' || view === 'speaker') return view;
  const named = [...parameterNames, ...own].filter(
    (name) => !look.has(name) && (query.get(name) ?? '') !== '',
  );
  const more = named.every((name) => name === 'view' && view === 'gallery');
  return more && (hash === '' || hash === moreHash) && !framed ? 'front' : 'run';
}

/** What else there is to see, below the door. */
const moreHash = '#more';
