import { describe, expect, it } from 'vitest';
import { t } from '#i18n/locale';
import type { Branch } from '#player/branches';
import { readHostAction } from '#trace/host-words';
import { branchWords } from './branch-words.ts';

const named = (line: string): string =>
  branchWords({ id: 1, by: { kind: 'host', action: readHostAction(line) } } as Branch, t);

describe('the name of a branch', () => {
  it('has the words of the button for what was done, and the target', () => {
    expect(named('cut_node node-1')).toContain('node-1 · Cut the node off the network');
    expect(named('stop_component kcm')).toContain('kube-controller-manager · Stop the process');
  });

  it('has no verb of the terminal where there is a button', () => {
    for (const line of ['cut_node node-1', 'reboot_node node-2', 'stop_kubelet node-3']) {
      expect(named(line)).not.toContain('_');
    }
  });

  it('is the line itself where there is none', () => {
    expect(named('use_pids node-1 30000')).toContain('use_pids node-1 30000');
  });
});
