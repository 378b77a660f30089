/** What a runtime has made for a pod, after each fact that reports on it. */
import type { FactOf } from '#trace/facts';
import type { RuntimeScene } from '../scene.ts';

type RuntimeFact = FactOf<
  'RuntimeStep' | 'CriCalled' | 'CriReturned' | 'ProcessStarted' | 'CniStep'
>;

export const emptyRuntime: RuntimeScene = {
  planned: undefined,
  sandboxId: undefined,
  plugins: [],
  shim: undefined,
  image: undefined,
  container: undefined,
  containerId: undefined,
  snapshot: false,
  command: undefined,
};

/** The short form of ids of containers, as tools print it. */
const idLength = 12;

/** What there is after a fact; the same value if the fact made nothing. */
export function afterRuntime(runtime: RuntimeScene, fact: RuntimeFact): RuntimeScene {
  switch (fact.type) {
    case 'RuntimeStep':
      return afterStep(runtime, fact);
    case 'CniStep':
      if (fact.command !== 'ADD') return runtime;
      return { ...runtime, plugins: [...runtime.plugins, fact.plugin] };
    case 'ProcessStarted':
      return fact.container === '' ? runtime : { ...runtime, command: fact.argv.join(' ') };
    case 'CriCalled':
      return afterCall(runtime, fact);
    case 'CriReturned':
      return afterReturn(runtime, fact);
  }
}

function afterStep(runtime: RuntimeScene, fact: FactOf<'RuntimeStep'>): RuntimeScene {
  const { image } = runtime;
  switch (fact.step) {
    case 'sandbox-stored':
      return {
        ...emptyRuntime,
        planned: runtime.planned,
        image,
        sandboxId: idOf(fact.params['id']),
      };
    case 'shim-started':
      return { ...runtime, shim: Number(fact.params['pid']) };
    case 'layer-fetched':
      if (image === undefined) return runtime;
      return {
        ...runtime,
        image: { ...image, layers: [...image.layers, Number(fact.params['bytes'])] },
      };
    case 'snapshot-prepared':
      return fact.params['container'] === undefined ? runtime : { ...runtime, snapshot: true };
    default:
      return runtime;
  }
}

function afterCall(runtime: RuntimeScene, fact: FactOf<'CriCalled'>): RuntimeScene {
  if (fact.method === 'PullImage') {
    const name = fact.request.image?.image ?? '';
    return { ...runtime, image: { name, layers: [], ready: false } };
  }
  if (fact.method !== 'CreateContainer') return runtime;
  const container = fact.request.config?.metadata?.name;
  return { ...runtime, container, containerId: undefined, snapshot: false, command: undefined };
}

function afterReturn(runtime: RuntimeScene, fact: FactOf<'CriReturned'>): RuntimeScene {
  if (fact.error !== undefined) return runtime;
  if (fact.method === 'PullImage' && runtime.image !== undefined) {
    return { ...runtime, image: { ...runtime.image, ready: true } };
  }
  if (fact.method !== 'CreateContainer') return runtime;
  const { containerId } = (fact.response ?? {}) as { readonly containerId?: string };
  return { ...runtime, containerId: idOf(containerId) };
}

const idOf = (id: unknown): string | undefined =>
  typeof id === 'string' ? id.slice(0, idLength) : undefined;
