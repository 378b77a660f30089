/** What somebody did to a machine, from the words of the action: `stop_kubelet node-2`. */
import { isMessageId } from '#i18n/t';
import { type Caption, caption } from './caption.ts';
import { actionWords } from './host-action.ts';

const processes: Readonly<Record<string, string>> = {
  kcm: 'kube-controller-manager',
  scheduler: 'kube-scheduler',
  apiserver: 'kube-apiserver',
};

/** A look at a machine, and what has no sentence of its own, is told by its words. */
export function captionOfHostAction(action: string): Caption {
  const { verb, target, rest } = actionWords(action);
  const amount = rest.at(-1) ?? '';
  const id = idOf(`caption.host.${verb}`, amount);
  if (target === '' || !isMessageId(id)) return caption('caption.HostActionTaken', { action });
  return caption(id, { what: nameOf(target), amount });
}

/** What is taken away again has a sentence of its own. */
function idOf(id: string, amount: string): string {
  return amount === '0' && isMessageId(`${id}.none`) ? `${id}.none` : id;
}

/** `node-2-containerd` is containerd of node-2. */
function nameOf(process: string): string {
  const [, node, program] = /^(.+)-(containerd|kubelet|kube-proxy)$/.exec(process) ?? [];
  return program === undefined ? (processes[process] ?? process) : `${program} (${node})`;
}
