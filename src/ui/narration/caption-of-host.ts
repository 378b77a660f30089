/** What somebody did to a machine. */
import { isMessageId } from '#i18n/t';
import {
  amountOf,
  type HostAction,
  machineName,
  processName,
  writeHostAction,
} from '#trace/host-action';
import { type Caption, caption } from './caption.ts';

/** A look at a machine, and what has no sentence of its own, is told by its words. */
export function captionOfHostAction(action: HostAction): Caption {
  const amount = 'device' in action ? action.device : amountOf(action);
  const id = idOf(`caption.host.${action.kind}`, amount);
  if (!isMessageId(id)) {
    return caption('caption.HostActionTaken', { action: writeHostAction(action) });
  }
  return caption(id, { what: targetOf(action), amount });
}

/** What is taken away again has a sentence of its own. */
function idOf(id: string, amount: string): string {
  return amount === '0' && isMessageId(`${id}.none`) ? `${id}.none` : id;
}

function targetOf(action: HostAction): string {
  if ('node' in action) return machineName(action.node);
  if ('container' in action) return action.container;
  return 'component' in action ? programWords(processName(action.component)) : '';
}

/** `node-2/containerd` is containerd of node-2. */
function programWords(process: string): string {
  const [, node, program] = /^(.+)\/(containerd|kubelet|kube-proxy)$/.exec(process) ?? [];
  return program === undefined ? process : `${program} (${node})`;
}
