/**
 * The open door of a page's own run: clients outside act in the cluster that is on the screen.
 *
 * In: a simulation that stands at a moment, requests that come through the bridge, and what the
 * person does in the page. Out: the facts of the run as the page shows them, who is there, and what
 * was done, so that the recording of the run replays to the same trace without any client. The run
 * follows the clock of this machine; where the page looks back, it stands.
 */
import type { ClusterParts } from '#cluster/parts/cluster-parts';
import { FactPacker } from '../fact-packer.ts';
import { fetchForCommands } from '../fetch-parts.ts';
import type { LiveSimulation } from '../live-simulation.ts';
import type {
  DoorNews,
  DoorOpening,
  DoorRequest,
  Recording,
  ResponseMessage,
} from '../protocol.ts';
import { BridgeLink } from './bridge-link.ts';
import { beat, type PageMessage } from './bridge-protocol.ts';
import { World } from './world.ts';

/** Facts in one message, as the worker has it. */
const batch = 600;
/** Real milliseconds between two looks at the run. */
const pace = 50;
/** The world behind the door keeps every one of them. */
const mostFacts = 400_000;

/** Every part of the simulator: nobody knows what clients will ask. Rejects when one is missing. */
export async function fetchAllParts(): Promise<ClusterParts> {
  const [commands, { celWith }, { regexpLibrary: regexp }, openApi, ...ofClusters] =
    await Promise.all([
      fetchForCommands(),
      import('#k8s.io/apiserver/cel/cel-library'),
      import('#base/regexp-library'),
      import('#k8s.io/apiserver/openapi/document'),
      import('#cluster/parts/dynamic-resources'),
      import('#cluster/parts/cluster-trust-bundles'),
      import('#cluster/control-plane/kube-scheduler/extenders'),
    ]);
  if (commands === undefined) throw new Error('A part of the simulator cannot be fetched.');
  const [dynamicResources, clusterTrustBundles, extenders] = ofClusters;
  const some = { dynamicResources, clusterTrustBundles, extenders };
  return { ...commands, celWith, regexp, openApi, ...some };
}

/** Where the door stands. */
export interface Surroundings {
  readonly post: (message: ResponseMessage) => void;
  /** The simulator has failed; nothing comes of this run any more. */
  readonly failed: (error: unknown) => void;
  /** The page keeps no more facts: the door is to be closed. */
  readonly full: () => void;
}

export class Door {
  readonly #live: LiveSimulation;
  readonly #opening: DoorOpening;
  readonly #post: Surroundings['post'];
  readonly #full: Surroundings['full'];
  readonly #world: World;
  readonly #link: BridgeLink;
  readonly #timers: readonly ReturnType<typeof setInterval>[];
  readonly #packer = new FactPacker();
  #sent: number;
  #told: number;
  #said = '';
  #listened = true;

  /** The simulation stands right before the moment at which the door opens. */
  constructor(live: LiveSimulation, opening: DoorOpening, around: Surroundings) {
    const { post, failed, full } = around;
    this.#live = live;
    this.#opening = opening;
    this.#post = post;
    this.#full = full;
    this.#sent = opening.after;
    this.#told = opening.recording.inputs.length;
    this.#link = new BridgeLink(opening.address);
    this.#world = new World(live.simulation, begunWith(opening), {
      speed: opening.speed,
      paused: false,
      call: this.#link.call,
      soon,
      failed: (error) => {
        this.#rest();
        this.#link.close(this.#world);
        this.#tell({ kind: 'closed', why: 'left' });
        failed(error);
      },
    });
    this.#link.open(this.#world, this.#beat);
    this.#timers = [
      setInterval(() => this.#lookOut(), pace),
      setInterval(() => this.#link.send(this.#beat()), beat),
    ];
    this.#look();
  }

  /** Does what the page asks; how it opens and closes is its owner's. */
  hear(request: Exclude<DoorRequest, DoorOpening>): void {
    switch (request.kind) {
      case 'enter':
        this.#world.enter(request.input);
        break;
      case 'pause':
        this.#world.pause();
        break;
      case 'resume':
        this.#world.resume();
        break;
      case 'speed':
        this.#world.setSpeed(request.speed);
        break;
      case 'reconnect':
        this.#link.open(this.#world, this.#beat);
        break;
      case 'close':
        throw new Error('Whoever opened the door closes it.');
    }
  }

  /**
   * Closes the door. The simulation stands at the present moment, at which nobody waits any more;
   * returns the run as it is now.
   */
  leave(why: 'asked' | 'left' | 'full'): Recording {
    this.#rest();
    this.#link.close(this.#world);
    this.#world.leave();
    const { recording } = this.#world;
    this.#live.wentOn(recording.inputs);
    this.#look();
    const { facts, at } = this.#world;
    const { run } = this.#opening;
    this.#post({ type: 'done', run, reason: 'horizon', at, facts: facts.length });
    this.#tell({ kind: 'closed', why });
    return recording;
  }

  readonly #beat = (): PageMessage => ({
    type: 'world',
    at: this.#world.at,
    listens: this.#world.listens,
  });

  #rest(): void {
    for (const timer of this.#timers) clearInterval(timer);
  }

  #tell(news: DoorNews): void {
    this.#post({ type: 'door', run: this.#opening.run, news });
  }

  #lookOut(): void {
    this.#look();
    const { listens } = this.#world;
    if (listens !== this.#listened) this.#link.send(this.#beat());
    this.#listened = listens;
    if (this.#sent >= mostFacts) this.#full();
  }

  /** Posts what is new. */
  #look(): void {
    const { run } = this.#opening;
    const { facts, inputs, at } = this.#world;
    if (inputs.length > this.#told) {
      this.#tell({ kind: 'entered', inputs: inputs.slice(this.#told) });
      this.#told = inputs.length;
    }
    while (this.#sent < facts.length) {
      const { writes, ...packed } = this.#packer.pack(facts.slice(this.#sent, this.#sent + batch));
      this.#sent = Math.min(this.#sent + batch, facts.length);
      this.#post({ type: 'facts', run, facts: writes, packed });
    }
    this.#post({ type: 'progress', run, at, horizon: at, facts: facts.length });
    const visitors = this.#link.visitors.list(performance.now());
    const news: DoorNews = { kind: 'state', connection: this.#link.state, visitors };
    const said = JSON.stringify(news);
    if (said !== this.#said) this.#tell(news);
    this.#said = said;
  }
}

/** What was done before the door opens. */
function begunWith({ recording: { until: _, ...recording }, at }: DoorOpening): Recording {
  return { ...recording, inputs: recording.inputs.filter((input) => input.at < at) };
}

/** As a message of the worker's own, after those that wait: a timer would wait 4 ms. */
function soon(work: () => void): () => void {
  const { port1, port2 } = new MessageChannel();
  port1.onmessage = () => {
    port1.close();
    work();
  };
  port2.postMessage(undefined);
  return () => port1.close();
}
