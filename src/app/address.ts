/**
 * The address of the page: run, step, open room and stage, tab, the looped range and language are
 * kept up to date in it. `readAddress` reads its parameters, for the page as for the frame; the
 * typed commands are behind the `#`, see `shared-inputs.ts`.
 */
import type { Recording } from '#worker/protocol';

/** The parameters of a run besides its scenario and seed. */
export interface Place {
  /** `undefined` before the first step. */
  readonly step: string | undefined;
  /** The inputs as `shared-inputs.ts` writes them; empty without inputs. */
  readonly hash: string;
  /** The tour whose run it is, if any. */
  readonly tour?: string | undefined;
  /** The path of the lesson whose run it is, if any. */
  readonly lesson?: string | undefined;
  /** The room that is open, if any, and after a slash the stage of it. */
  readonly view?: string | undefined;
  /** The looped range; `''` for none; `undefined` to keep the address as it is. */
  readonly loop?: string | undefined;
  /** The tab of the inspector; `undefined` to keep the address as it is. */
  readonly panel?: string | undefined;
  /** The depth; `''` for *Story*, which needs no parameter. */
  readonly depth?: string | undefined;
  /** The language of the page; `undefined` to keep the address as it is. */
  readonly lang?: string | undefined;
}

/**
 * The version of the names in an address, not of the page: raised when what they name has moved.
 */
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
  // These parameters gave the beginning; now the step does.
  for (const begun of ['chapter', 't', 'build']) url.searchParams.delete(begun);
  url.hash = place.hash;
  // Slashes and tildes of a step id, and colons of a stage, may stand in a query as they are.
  url.search = url.search.replace(/%2F/g, '/').replace(/%7E/g, '~').replace(/%3A/g, ':');
  return url.href;
}
