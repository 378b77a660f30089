/** How the beat at the cursor is told, and in which words. */
import type { StoryMessage, Telling } from '#facts/telling';
import { useT } from '#i18n/locale';
import { isMessageId } from '#i18n/t';

/** The telling of the beat at the cursor; `undefined` where none stands or its words come. */
export const useTelling = (): Telling | undefined => undefined;

/** The words of a telling, in the page's language. */
export function useStoryT(): (message: StoryMessage) => string {
  const t = useT();
  return ({ id, params }) => (isMessageId(id) ? t(id, params) : id);
}
