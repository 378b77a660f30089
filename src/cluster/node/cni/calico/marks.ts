/**
 * Felix's bits of a packet's mark, and rules that read and write them.
 * Models felix/rules with the default IptablesMarkMask 0xffff0000.
 */
import type { Match, Rule, Target } from '#cluster/node/os/netfilter';

/** A policy, or a profile, has allowed the packet. */
export const acceptMark = 0x1_0000;
/** A policy has left the packet to the next tier. */
export const passMark = 0x2_0000;
/** Every block of a rule with several parts has matched so far. */
export const allBlocksMark = 0x4_0000;
/** The current block has matched. */
export const thisBlockMark = 0x8_0000;
export const calicoMarks = acceptMark | passMark | allBlocksMark | thisBlockMark;

export const comment = (text: string): Match => ({ match: 'comment', text });
export const isSet = (mark: number): Match => ({ match: 'mark', mark });
export const isClear = (mark: number): Match => ({ match: 'mark', mark: 0, mask: mark });
export const setMark = (mark: number): Target => ({ mark, mask: mark });
export const clearMark = (mask: number): Target => ({ mark: 0, mask });

export const accept: Target = { verdict: 'ACCEPT' };
export const drop: Target = { verdict: 'DROP' };
const returns: Target = { verdict: 'RETURN' };

export const jump = (chain: string, ...matches: readonly Match[]): Rule => ({
  matches,
  target: { jump: chain },
});

/** Leaves the chain when a policy, or a profile, has allowed the packet. */
export const returnIfAccepted = (text: string): Rule => ({
  matches: [comment(text), isSet(acceptMark)],
  target: returns,
});

/** Leaves the chain without saying why. */
export const returnIf = (...matches: readonly Match[]): Rule => ({ matches, target: returns });
