/** Folds what begins chains of causes: commands, and processes that start and end. */
import { type HostActionOf, machineName, processName } from '#trace/host-action';
import { outsideWords } from '#trace/outside-action';
import { beginsTale } from '../begins-tale.ts';
import type { CutLink } from '../scene.ts';
import type { SceneDraft } from '../scene-draft.ts';
import { updatePod } from './pod.ts';
import type { Reducers } from './reducer.ts';
import { emptyRuntime } from './runtime.ts';

/** The end of a process when its machine loses power. */
const powerLost = 'gone';

export const runReducers: Reducers = {
  OutsideActionTaken(draft, fact) {
    if (beginsTale(fact)) draft.outside = outsideWords(fact.action);
  },
  CommandEntered(draft, { input, line, user, at, terminal }) {
    draft.outside = '';
    draft.commands = [
      ...draft.commands,
      {
        input,
        line,
        user,
        at,
        output: [],
        ...(terminal === true && { terminal }),
        exitCode: undefined,
        code: undefined,
        parsed: undefined,
      },
    ];
  },
  TerminalTyped(draft, { command, echo }) {
    if (echo === '') return;
    draft.commands = draft.commands.map((each) =>
      each.input === command
        ? { ...each, output: [...each.output, { stream: 'stdout', text: echo }] }
        : each,
    );
  },
  HostActionTaken(draft, { id, action }) {
    if (action.kind === 'cut_link' || action.kind === 'mend_link') {
      const link = { ...endsOf(action), fact: id };
      const others = draft.cutLinks.filter((known) => !isSameLink(known, link));
      draft.cutLinks = action.kind === 'cut_link' ? [...others, link] : others;
      return;
    }
    if (!('node' in action)) return;
    const name = machineName(action.node);
    const node = draft.nodes.get(name);
    if (node === undefined) return;
    if (action.kind === 'reboot_node') losePower(draft, name);
    if (action.kind === 'cut_node') draft.nodes.set(name, { ...node, cut: true });
    if (action.kind === 'mend_node') draft.nodes.set(name, { ...node, cut: false });
  },
  ComponentStarted(draft, { component, version }) {
    draft.components.set(component, { version, up: true, noted: undefined });
    const node = draft.nodes.get(machineOf(component));
    if (node?.off === true) draft.nodes.set(node.name, { ...node, off: false });
  },
  ComponentStopped(draft, { component, reason }) {
    const known = draft.components.get(component);
    draft.components.set(component, { version: '', noted: undefined, ...known, up: false });
    if (reason === 'reboot') losePower(draft, machineOf(component));
  },
  Noted(draft, fact) {
    // Nothing goes between the two, so nothing was cut.
    if (fact.message === 'host-action.unsupported') {
      draft.cutLinks = draft.cutLinks.filter((link) => link.fact !== fact.cause);
    }
    const known = draft.components.get(fact.component);
    if (known !== undefined) draft.components.set(fact.component, { ...known, noted: fact });
  },
};

/** `node-1/kubelet` runs on the machine `node-1`. */
const machineOf = (component: string): string => component.split('/', 1)[0] ?? '';

/** The two ends as facts name them, whatever a person calls them: `2` is `node-2`. */
const endsOf = ({ one, other }: HostActionOf<'cut_link' | 'mend_link'>) => ({
  one: processName(machineName(one)),
  other: processName(machineName(other)),
});

const isSameLink = (known: CutLink, { one, other }: CutLink): boolean =>
  (known.one === one && known.other === other) || (known.one === other && known.other === one);

/** No process is left on the machine. The Pods that the API server stores stay as they are. */
function losePower(draft: SceneDraft, name: string): void {
  const node = draft.nodes.get(name);
  if (node === undefined || node.off) return;
  draft.nodes.set(name, { ...node, off: true, pulling: [] });
  for (const key of node.pods) {
    updatePod(draft, key, ({ containers }) => ({
      containers: containers.map((one) => ({
        ...one,
        pid: undefined,
        ready: false,
        state: one.state.startsWith('running') ? powerLost : one.state,
      })),
      sandbox: undefined,
      runtime: emptyRuntime,
      network: {},
      syncStep: undefined,
      workerState: undefined,
    }));
  }
}
