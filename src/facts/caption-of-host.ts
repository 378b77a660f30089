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
  if ('one' in action) {
    const { one, other } = action;
    return caption(`caption.host.${kind}`, { what: nameOf(one), other: nameOf(other) });
  }
  if (kind === 'compact_etcd') {
    const { revision } = action;
    return caption(idOf(kind, String(revision)), { what: 'etcd', amount: revision });
  }
  if (kind === 'cut_watch') {
    const { component, resource, revision: amount } = action;
    return caption(idOf(kind, String(amount)), { what: nameOf(component), resource, amount });
  }
  if (kind === 'set_proxy_mode') {
    return caption(`caption.host.${kind}`, { what: targetOf(action), mode: action.mode });
  }
  const amount = 'device' in action ? action.device : amountOf(action);
  return caption(idOf(kind, amount), { what: targetOf(action), amount });
}

/** What is taken away again has a sentence of its own. */
function idOf(verb: HostVerb, amount: string): MessageId {
  const none = `caption.host.${verb}.none`;
  return amount === '0' && isMessageId(none) ? none : `caption.host.${verb}`;
}

type OfOne = Exclude<HostActionOf, HostActionOf<'cut_link' | 'mend_link' | 'compact_etcd'>>;

function targetOf(action: OfOne): string {
  if ('node' in action) return machineName(action.node);
  if ('container' in action) return action.container;
  return programWords(processName(action.component));
}

/** A machine or a program. */
const nameOf = (name: string): string => programWords(processName(machineName(name)));

/** `node-2/containerd` is the containerd of node-2. */
function programWords(process: string): string {
  const [, node, program] = /^(.+)\/(containerd|kubelet|kube-proxy)$/.exec(process) ?? [];
  return program === undefined ? process : `${program} (${node})`;
}
