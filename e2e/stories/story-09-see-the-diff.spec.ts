/** User story 9: what binding changes in a Pod, and nothing else. */
import { expect } from '@playwright/test';
import { test } from '../support/deployed-page.ts';
import { everyEngine } from '../support/every-engine.ts';

test(
  'the Diff of the binding marks the node, PodScheduled and the new resourceVersion',
  everyEngine,
  async ({ walk }) => {
    const { page } = walk;
    // Nothing is bound in the first third of the run.
    await walk.press('3');
    const bound = /^etcd\/commit\/pods\/default\/nginx-[^~]+~2$/;
    const head = page.locator('.insp .head');
    for (let press = 0; press < 80; press++) {
      if (bound.test((await head.getAttribute('data-step-id')) ?? '')) break;
      await walk.press('ArrowRight');
    }
    await expect(head).toHaveAttribute('data-step-id', bound);
    await walk.press('x');
    const panel = page.getByRole('tabpanel');
    await panel.locator('.yaml').waitFor();
    const lines = (mark: string): Promise<string[]> =>
      panel
        .locator(`.yaml ${mark}`)
        .evaluateAll((found) =>
          found.map((line) => (line.textContent ?? '').replace(/^[+−-]\s?/, '').trim()),
        );
    const added = await lines('.a');
    const removed = await lines('.d');
    expect(added.some((line) => /^nodeName: node-\d$/.test(line))).toBe(true);
    expect(added).toContain('type: PodScheduled');
    expect(added.some((line) => line.startsWith('resourceVersion: '))).toBe(true);
    const allowed =
      /^(nodeName: node-\d|conditions:|(- )?type: PodScheduled|status: "True"|(- )?lastProbeTime: null|lastTransitionTime: .+|observedGeneration: \d+|resourceVersion: .+|generation: \d+)$/;
    expect(added.filter((line) => !allowed.test(line))).toEqual([]);
    expect(removed.filter((line) => !/^resourceVersion: |^status: \{\}$/.test(line))).toEqual([]);
    await walk.press('c');
  },
);
