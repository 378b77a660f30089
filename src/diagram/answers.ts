/** What an answer of those who are asked amounts to, for the tables and for the inspector. */
import type { FactOf } from '#trace/facts';

/** What authenticators, authorizers, admission plugins and those of a scheduler answer. */
export type AnswerWord =
  | FactOf<'Authenticated'>['tried'][number]['outcome']
  | FactOf<'Authorized'>['tried'][number]['decision']
  | FactOf<'Mutated'>['plugins'][number]['outcome']
  | FactOf<'PreFiltered'>['plugins'][number]['outcome'];

export interface AnswerLook {
  /** `on`: decided or changed something; `off`: did nothing; `fail`: refused. */
  readonly look: 'on' | 'off' | 'fail' | undefined;
  /** Whether it is what a reader looks for: who refused, who decided. It is scrolled into view. */
  readonly acts: boolean;
}

const refuses: AnswerLook = { look: 'fail', acts: true };
const decides: AnswerLook = { look: 'on', acts: true };
const does: AnswerLook = { look: 'on', acts: false };
const idles: AnswerLook = { look: 'off', acts: false };

/** How each answer is drawn. A change or a success is one of many, and is not looked for. */
export const answerLooks: Readonly<Record<AnswerWord, AnswerLook>> = {
  authenticated: decides,
  allow: decides,
  deny: refuses,
  denied: refuses,
  error: refuses,
  unschedulable: refuses,
  unresolvable: refuses,
  changed: does,
  success: does,
  passed: { look: undefined, acts: false },
  'no opinion': idles,
  inert: idles,
  off: idles,
  skip: idles,
};
