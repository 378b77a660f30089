/**
 * The address of what is seen: run, step, open room and stage, tab, the range that is played again
 * and again, and language are kept up to date in it. What it
 * may say is read by `readAddress`, for the page as for the frame; what a person typed is behind
 * the `#`, see `shared-inputs.ts`.
 */
import type { Recording } from '#worker/protocol';

/** What of a run the address names beside its scenario and seed. */
export interface Place {
  /** `undefined`: before the first step. */
  readonly step: string | undefined;
  /** The inputs as `shared-inputs.ts` writes them; empty: none. */
  readonly hash: string;
  /** The tour that it is told in, if any. */
  readonly tour?: string | undefined;
  /** Where the lesson lies that it is told in, if any. */
  readonly lesson?: string | undefined;
  /** The room that is open, if any, and after a slash the stage of it. */
  readonly view?: string | undefined;
  /** The range that is played again and again; `''`: none; `undefined`: as the address says. */
  readonly loop?: string | undefined;
  /** The tab of the inspector; `undefined`: as the address says. */
  readonly panel?: string | undefined;
  /** How closely the run is told; `''`: as a story, which need not be said. */
  readonly depth?: string | undefined;
  /** The language of the page; `undefined`: as the address says already. */
  readonly lang?: string | undefined;
}

/** Of the names in an address, not of the page: raised when what they name has moved. */
export const linkVersion = '1';

/** The address of a place in a recording's run: the same page, other parameters kept. */
export function addressOf(href: string, { scenario, seed }: Recording, place: Place): string {
  const url = new URL(href);
  url.searchParams.set('scenario', scenario);
  url.searchParams.set('seed', String(seed));
  for (const name of ['step', 'tour', 'lesson', 'view'] as const) {
    const value = place[name];
    if (value === undefined) url.searchParams.delete(name);
    else url.searchParams.set(name, value);
  }
  for (const name of ['lang', 'loop', 'panel', 'depth'] as const) {
    const value = place[name];
    if (value === '') url.searchParams.delete(name);
    else if (value !== undefined) url.searchParams.set(name, value);
  }
  url.searchParams.set('v', linkVersion);
  // These said where to begin; the step says it now.
  for (const begun of ['chapter', 't', 'build']) url.searchParams.delete(begun);
  url.hash = place.hash;
  // Slashes and tildes of a step id, and colons of a stage, may stand in a query as they are.
  url.search = url.search.replace(/%2F/g, '/').replace(/%7E/g, '~').replace(/%3A/g, ':');
  return url.href;
}
