/** Which part of a node's picture a fact makes or ends. */
import type { Fact } from '#trace/facts';

export type NodePart =
  | 'cni'
  | 'image'
  | 'snapshot'
  | 'shim'
  | 'pause'
  | 'container'
  | 'routes'
  | 'bridge'
  | 'network';

/** What each call has made once it is answered. */
const ofCall: Readonly<Record<string, NodePart>> = {
  RunPodSandbox: 'pause',
  PullImage: 'image',
  CreateContainer: 'snapshot',
  StartContainer: 'container',
  StopContainer: 'container',
  Exec: 'container',
};

const ofStep: Readonly<Record<string, NodePart>> = {
  'shim-started': 'shim',
  'image-resolved': 'image',
  'layer-fetched': 'image',
  'image-unpacked': 'image',
};

/** The part that a fact makes or ends; `undefined` if it does neither. */
export function madeBy(fact: Fact | undefined): NodePart | undefined {
  switch (fact?.type) {
    case 'CniStep':
      if (fact.plugin === 'bridge') return 'network';
      return 'cni';
    case 'ProcessStarted':
    case 'ProcessExited':
      return fact.container === '' ? 'pause' : 'container';
    case 'RuntimeStep':
      if (fact.step === 'snapshot-prepared' && 'container' in fact.params) return 'snapshot';
      return ofStep[fact.step];
    case 'CriCalled':
      return fact.method === 'StopContainer' ? 'container' : undefined;
    case 'CriReturned':
      return fact.error === undefined ? ofCall[fact.method] : undefined;
    default:
      return undefined;
  }
}
