/** The title of a controller where it stands alone: on the map and beside its lane. */
import type { Translate } from './locale.ts';
import { isMessageId } from './t.ts';

/** Longer names leave no room on the map for the word behind them. */
const longestName = 20;

/** `statefulset-controller` → `StatefulSet controller`; one without a title keeps its name. */
export function controllerTitle(t: Translate, name: string, short = false): string {
  const kind = name.replace(/-controller$/, '');
  const id = short ? `controller.short.${kind}` : `controller.${kind}`;
  if (isMessageId(id)) return t(id);
  return short || kind === name || kind.length > longestName
    ? kind
    : t('controller.other', { name: kind });
}
