/** Puts a telling together from message ids of the story's catalogue. */
import type en from '#i18n/story/en.json';
import type { MessageParams } from '#i18n/t';
import type { Anchor, ChangedLine, StoryMessage, Telling } from '../telling.ts';

export type StoryId = keyof typeof en;

/** A parameter may be a message of the story itself. */
export type StoryParams = Readonly<
  Record<string, string | number | boolean | StoryMessage | MessageParams[string]>
>;

/**
 * A message of the story. Its ids are of another catalogue than the page's, so its parameters are
 * cast.
 */
export const storyMessage = (id: StoryId, params: StoryParams = {}): StoryMessage => ({
  id,
  params: params as MessageParams,
});

export interface Draft {
  readonly line: StoryId;
  readonly why?: StoryId | undefined;
  readonly whatIf?: StoryId | undefined;
  readonly help?: StoryId | undefined;
  /** Values for the holes of all of them. */
  readonly params?: StoryParams;
  readonly anchors: Readonly<Record<string, Anchor>>;
  readonly cast: readonly Anchor[];
  readonly changed?: readonly ChangedLine[];
  readonly terms?: readonly string[];
}

/** The telling of a draft: one set of parameters for all its words. */
export function telling({ line, why, whatIf, help, params = {}, ...rest }: Draft): Telling {
  return {
    line: storyMessage(line, params),
    why: why === undefined ? undefined : storyMessage(why, params),
    whatIf: whatIf === undefined ? undefined : storyMessage(whatIf, params),
    help: help === undefined ? undefined : storyMessage(help, params),
    anchors: rest.anchors,
    cast: rest.cast,
    changed: (rest.changed ?? []).slice(0, 3),
    terms: rest.terms ?? [],
  };
}

/** A line of output or of YAML, the same in every language. */
export const literal = (text: string, sign: ChangedLine['sign'] = ' '): ChangedLine => ({
  sign,
  text: { literal: text },
});

/** A line of what changed in words. */
export const changed = (
  id: StoryId,
  params: StoryParams = {},
  sign: ChangedLine['sign'] = ' ',
): ChangedLine => ({ sign, text: storyMessage(id, params) });
