/** The name of a branch: the run before, or what was done in it. */
import type { Translate } from '#i18n/locale';
import type { MessageId } from '#i18n/t';
import type { Branch } from '#player/branches';
import { type HostAction, processName, subjectOfHostAction } from '#trace/host-action';
import { writeHostAction } from '#trace/host-words';
import { inputWords } from '#trace/input-words';

const longest = 48;

export function branchWords({ by }: Branch, t: Translate): string {
  if (by === undefined) return t('branch.before');
  const done = by.kind === 'host' ? hostWords(by.action, t) : inputWords(by);
  const line = done.replace(/\s+/g, ' ');
  return t('branch.what', { done: line.length > longest ? `${line.slice(0, longest)}…` : line });
}

/**
 * What was done to a machine, in the words of its button; a verb without a button, as it is typed.
 */
const buttons: Readonly<Partial<Record<HostAction['kind'], MessageId>>> = {
  cut_node: 'whatif.cut',
  mend_node: 'whatif.mend',
  reboot_node: 'whatif.reboot',
  shutdown_node: 'whatif.shutdown',
  use_memory: 'whatif.memory',
  use_disk: 'whatif.disk',
  use_inodes: 'whatif.inodes',
  skew_clock: 'whatif.clock',
  put_manifest: 'whatif.static',
  rm_manifest: 'whatif.static.remove',
  stop_kubelet: 'whatif.kubelet.stop',
  start_kubelet: 'whatif.kubelet.start',
  stop_component: 'whatif.component.stop',
  start_component: 'whatif.component.start',
};

function hostWords(action: HostAction, t: Translate): string {
  const words = buttons[action.kind];
  if (words === undefined) return writeHostAction(action);
  const [, subject = ''] = subjectOfHostAction(action);
  return `${processName(subject)} · ${t(words)}`;
}
