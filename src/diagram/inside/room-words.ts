/** Small words of the rooms: moments of the run, kinds in the plural, objects by short names. */
import { useLocale } from '#i18n/locale';
import type { FactOf } from '#trace/facts';
import { storedObjectKey } from '#trace/object-key';
import { lastPart } from '../nodes/short-names.ts';

/** A moment or a span of virtual time: `33.48 ms`, from ten seconds on `71.04 s`. */
export const momentOf = (time: number): string =>
  time < 10_000_000 ? `${(time / 1000).toFixed(2)} ms` : `${(time / 1_000_000).toFixed(2)} s`;

/** A kind that stands for all of its objects: only English has a plural for it. */
export function useKinds(kind: string): string {
  const locale = useLocale((state) => state.locale);
  return locale === 'en' ? pluralOf(kind) : kind;
}

/** `Pods`, `Ingresses`, `NetworkPolicies` */
function pluralOf(kind: string): string {
  if (/[^aeiou]y$/.test(kind)) return `${kind.slice(0, -1)}ies`;
  if (/(s|x|ch)$/.test(kind)) return kind.endsWith('points') ? kind : `${kind}es`;
  return kind === '' ? '' : `${kind}s`;
}

/** `Pod tn28h`: the kind of what was written and the end of its name. */
export function withoutNamespace({ key, value }: FactOf<'TxnCommitted'>): string {
  const object = value as { readonly kind?: string } | undefined;
  const name = storedObjectKey(key).split('/').at(-1) ?? key;
  const kind = object?.kind ?? '';
  if (kind === 'Event') return kind;
  return kind === 'Pod' ? `${kind} ${lastPart(name)}` : kind || lastPart(name);
}
