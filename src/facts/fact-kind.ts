/**
 * What the interface knows about a kind of fact from the first moment on: how it is called in
 * links, whether it is a step, where it happens, what it begins and ends, and its words.
 *
 * What is asked for later, when somebody opens the inspector or exports a run, is in
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
 * What two facts enclose: the one that begins it, and the one that ends it.
 *
 * - `command`: a command line, until it exits. `request`: a request as its client sees it; `served`
 *   as the API server does; `handled` by the handler of a resource; `write`: of it to etcd.
 * - `sync`: of a controller. `cycle`: one Pod's way through the scheduler. `pod-sync`: of a Pod's
 *   worker. `call`: of the kubelet to its runtime.
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
  /** Its word in step ids; without one it is the kind's name in kebab case. */
  readonly verb?: string;
  /** What a step id says of it after the object, the Pod or the key that it names. */
  readonly subject?: (fact: F) => readonly string[];

  /**
   * Outside of a request, whether it is a step of the main line: `''` each time, any other text
   * only the first time with this text (in its component and command), `undefined` not this one.
   * Without it: never.
   */
  readonly hop?: (fact: F) => string | undefined;
  /** Of a part of a request: whether it is a step, by how closely the request is followed. */
  readonly requestStep?: (fact: F, detail: Detail) => boolean;
  /** Whether it is a step beside the main line too. Without it: never. */
  readonly sideStep?: (fact: F) => boolean;
  /** Whether it happens to a machine, and is told though no command asked for it. */
  readonly happensToNodes?: (fact: F) => boolean;

  /** Whether it is a beat of the story, and of which kind. Without it: it folds into the next. */
  readonly standing?: (fact: F, run: RunSoFar) => Standing | undefined;

  /** Where in its room it happens: the stage, extension point, sync step or call. */
  readonly station?: (fact: F) => string;
  /** The address of the Pod in whose room it happens, where the component has no room. */
  readonly address?: (fact: F) => string;
  /** The table that opens for it. */
  readonly stage?: ApiserverStage | SchedulerStage | NodeStage;
  /** The module of a kubelet that it is about; `undefined`: of none alone. */
  readonly module?: (fact: F) => KubeletModule | undefined;

  readonly begins?: Enclosure;
  /** Inner before outer. */
  readonly ends?: readonly Enclosure[];

  /** What is said of it, without what its run knows besides. */
  readonly caption: (fact: F) => Caption;
  /** Its outcome in a few words. Without one its title is made from the caption. */
  readonly title?: (fact: F, t: Translate) => string | undefined;
}
