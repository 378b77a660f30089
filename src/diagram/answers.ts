/**
 * How the answers of authenticators, authorizers and plugins are drawn in tables and in the
 * inspector.
 */
import type { FactOf } from '#trace/facts';

/** The answers of authenticators, authorizers, admission plugins and scheduler plugins. */
export type AnswerWord =
  | FactOf<'Authenticated'>['tried'][number]['outcome']
  | FactOf<'Authorized'>['tried'][number]['decision']
  | FactOf<'Mutated'>['plugins'][number]['outcome']
  | FactOf<'PreFiltered'>['plugins'][number]['outcome'];

export interface AnswerLook {
  /** `on`: decided or changed something; `off`: did nothing; `fail`: refused. */
  readonly look: 'on' | 'off' | 'fail' | undefined;
  /** Whether a reader looks for it: a refusal or a decision. It is scrolled into view. */
  readonly acts: boolean;
}

const refuses: AnswerLook = { look: 'fail', acts: true };
const decides: AnswerLook = { look: 'on', acts: true };
const does: AnswerLook = { look: 'on', acts: false };
const idles: AnswerLook = { look: 'off', acts: false };

/** How each answer is drawn. A change or a success is one of many, so nobody looks for it. */
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
