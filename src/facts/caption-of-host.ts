/** The caption of what somebody did to a machine. */
import { isMessageId, type MessageId } from '#i18n/t';
import {
  amountOf,
  type HostAction,
  type HostActionOf,
  type HostVerb,
  machineName,
  plainWords,
  processName,
} from '#trace/host-action';
import { type Caption, caption } from './caption.ts';

/** An action without a verb, such as a look at a machine, is shown by its words. */
export function captionOfHostAction(action: HostAction): Caption {
  const { kind } = action;
  if (kind === 'help' || kind === 'look' || kind === 'mistake') {
    return caption('caption.HostActionTaken', { action: plainWords(action) });
  }
  const amount = 'device' in action ? action.device : amountOf(action);
  return caption(idOf(kind, amount), { what: targetOf(action), amount });
}

/** What is taken away again has a sentence of its own. */
function idOf(verb: HostVerb, amount: string): MessageId {
  const none = `caption.host.${verb}.none`;
  return amount === '0' && isMessageId(none) ? none : `caption.host.${verb}`;
}

function targetOf(action: HostActionOf): string {
  if ('node' in action) return machineName(action.node);
  if ('container' in action) return action.container;
  return programWords(processName(action.component));
}

/** `node-2/containerd` is the containerd of node-2. */
function programWords(process: string): string {
  const [, node, program] = /^(.+)\/(containerd|kubelet|kube-proxy)$/.exec(process) ?? [];
  return program === undefined ? process : `${program} (${node})`;
}
