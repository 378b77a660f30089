/**
 * What the interface knows about a kind of fact from the first moment on: its name in links,
 * whether it is a step, where it happens, what it begins and ends, and its words.
 *
 * What is needed later, when somebody opens the inspector or exports a run, is in
 * `details/fact-details.ts`.
 */
import type { Translate } from '#i18n/locale';
import type { Fact } from '#trace/facts';
import type { Caption } from './caption.ts';
import type { KubeletModule } from './kubelet-module.ts';
import type { RunSoFar, Standing } from './standing.ts';

/**
 * How closely a request is followed. `full`: every stage of the API server is a step. `medium`:
 * sent and stored. `brief`: sent and answered. `none`: not on the main line.
 */
export type Detail = 'full' | 'medium' | 'brief' | 'none';

/**
 * A pair of facts that enclose others: the one that begins the frame, and the one that ends it.
 *
 * - `command`: a command line, until it exits. `request`: a request as its client sees it;
 * `served`: as the API server sees it; `handled`: by the handler of a resource; `write`: its write
 * to etcd.
 * - `sync`: of a controller. `cycle`: one Pod's way through the scheduler. `pod-sync`: of a Pod's
 * worker. `call`: of the kubelet to its runtime.
 */
export type Enclosure =
  | 'command'
  | 'request'
  | 'served'
  | 'handled'
  | 'write'
  | 'sync'
  | 'cycle'
  | 'pod-sync'
  | 'call';

/** The tables of the third zoom level, by the room in which they open. */
export const apiserverStages = [
  'authenticate',
  'flow-control',
  'authorize',
  'mutate',
  'validate',
  'store',
] as const;
export type ApiserverStage = (typeof apiserverStages)[number];
export const schedulerStages = ['queues', 'filter', 'score', 'bind'] as const;
export type SchedulerStage = (typeof schedulerStages)[number];
export const nodeStages = ['cri', 'sandbox', 'network', 'rules'] as const;
export type NodeStage = (typeof nodeStages)[number];

export interface FactKind<F extends Fact> {
  /** Its word in step ids; without one, the kind's name in kebab case. */
  readonly verb?: string;
  /** The detail in a step id after the object, the Pod or the key. */
  readonly subject?: (fact: F) => readonly string[];

  /**
   * Outside of a request, whether it is a step of the main line. `''`: each time. Any other text:
   * only the first time with this text (in its component and command). `undefined`: this one is
   * not. Without the field: never. `isTypedInto`: somebody has typed for the command while it runs.
   */
  readonly hop?: (fact: F, isTypedInto: boolean) => string | undefined;
  /** For a part of a request: whether it is a step, by how closely the request is followed. */
  readonly requestStep?: (fact: F, detail: Detail) => boolean;
  /** Whether it is a step beside the main line too. Without it: never. */
  readonly sideStep?: (fact: F) => boolean;
  /** Whether it happens to a machine, and is told although it follows from no command. */
  readonly happensToNodes?: (fact: F) => boolean;

  /**
   * Whether it is a beat of the story, and of which kind. Without it: it folds into the next beat.
   */
  readonly standing?: (fact: F, run: RunSoFar) => Standing | undefined;

  /** Where in its room it happens: the stage, extension point, sync step or call. */
  readonly station?: (fact: F) => string;
  /** The address of the Pod in whose room it happens, for a component without a room. */
  readonly address?: (fact: F) => string;
  /** The table that opens for it. */
  readonly stage?: ApiserverStage | SchedulerStage | NodeStage;
  /** The module of a kubelet that it is about; `undefined` if it is about no single one. */
  readonly module?: (fact: F) => KubeletModule | undefined;

  readonly begins?: Enclosure;
  /** Inner frames before outer ones. */
  readonly ends?: readonly Enclosure[];

  /** Its caption, without what only the run knows. */
  readonly caption: (fact: F) => Caption;
  /** Its outcome in a few words. Without one its title is made from the caption. */
  readonly title?: (fact: F, t: Translate) => string | undefined;
}
