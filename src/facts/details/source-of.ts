/**
 * Where Kubernetes v1.36.3 does what a fact reports: permalinks at the tag, the most specific one
 * first. A fact whose place was not read in that source has none.
 */
import type { Fact } from '#trace/facts';
import { detailsOf } from './details.ts';
import type { Citation } from './places.ts';

export interface SourcePlace {
  readonly url: string;
  /** `schedule_one.go: findNodesThatFitPod`. */
  readonly label: string;
  /** The path below the repository. */
  readonly path: string;
  /** The function, method or constant to look for in the file. */
  readonly symbol: string | undefined;
}

const kubernetes = 'https://github.com/kubernetes/kubernetes/blob/v1.36.3/';

/** The place for a fact; `undefined` if none is known. */
export const sourceOf = (fact: Fact): SourcePlace | undefined => sourcesOf(fact)[0];

/** All places for a fact, each once: first the code that decided, then the code around it. */
export function sourcesOf(fact: Fact): readonly SourcePlace[] {
  const { place: frame, decidedBy, repository = kubernetes } = detailsOf(fact).source;
  const places = new Map<string, SourcePlace>();
  for (const citation of [...(decidedBy?.(fact) ?? []), frame]) {
    if (citation === undefined) continue;
    const place = placeOf(repository, citation);
    if (!places.has(place.label)) places.set(place.label, place);
  }
  return [...places.values()];
}

function placeOf(repository: string, [path, symbol]: Citation): SourcePlace {
  const file = path.slice(path.lastIndexOf('/') + 1);
  const label = symbol === undefined ? file : `${file}: ${symbol}`;
  return { url: repository + path, label, path, symbol };
}
