/** Folds what happens below a kubelet: CRI calls, sandboxes, processes, addresses, images. */
import type { SceneDraft } from '../scene-draft.ts';
import { nodeOf, updatePod } from './pod.ts';
import { excluding, including, type Reducers } from './reducer.ts';
import { afterRuntime, emptyRuntime } from './runtime.ts';

export const nodeReducers: Reducers = {
  CriCalled(draft, fact) {
    const { pod, node, call, method, at, id, request } = fact;
    if (method === 'PullImage') changeImages(draft, node, imageOf(request), 'pulling');
    updatePod(draft, pod, ({ criCalls, runtime }) => ({
      runtime: afterRuntime(runtime, fact),
      criCalls: [
        ...criCalls,
        {
          call,
          method,
          calledAt: at,
          returnedAt: undefined,
          failed: false,
          calledBy: id,
          returnedBy: undefined,
        },
      ],
    }));
  },
  CriReturned(draft, fact) {
    const { pod, node, call, method, at, id, error } = fact;
    if (method === 'PullImage') changeImages(draft, node, undefined, 'here');
    updatePod(draft, pod, (known) => ({
      runtime: afterRuntime(known.runtime, fact),
      criCalls: known.criCalls.map((made) =>
        made.call === call
          ? { ...made, returnedAt: at, failed: error !== undefined, returnedBy: id }
          : made,
      ),
      sandbox:
        method === 'RunPodSandbox' && known.sandbox !== undefined
          ? { ...known.sandbox, ready: error === undefined }
          : known.sandbox,
    }));
  },
  RuntimeStep(draft, fact) {
    const { pod, step, params } = fact;
    updatePod(draft, pod, ({ runtime }) => ({ runtime: afterRuntime(runtime, fact) }));
    if (step === 'network-namespace-created') {
      const netns = String(params['path'] ?? params['netns'] ?? '');
      updatePod(draft, pod, () => ({ sandbox: { netns, pausePid: undefined, ready: false } }));
    } else if (step === 'network-namespace-removed') {
      updatePod(draft, pod, () => ({ sandbox: undefined, runtime: emptyRuntime, network: {} }));
    }
  },
  ProcessStarted(draft, fact) {
    const { pod, container, pid, argv } = fact;
    updatePod(draft, pod, ({ runtime }) => ({ runtime: afterRuntime(runtime, fact) }));
    const pause = argv[0] === '/pause' || container === '' || container === 'POD';
    updatePod(draft, pod, (known) =>
      pause
        ? { sandbox: { netns: known.sandbox?.netns, ready: false, pausePid: pid } }
        : {
            containers: known.containers.map((made) =>
              made.name === container
                ? { ...made, pid, program: programOf(argv, container), state: 'running' }
                : made,
            ),
          },
    );
  },
  ProcessExited(draft, { pod, container, exitCode }) {
    updatePod(draft, pod, (known) => ({
      containers: known.containers.map((made) =>
        made.name === container
          ? { ...made, pid: undefined, ready: false, state: `terminated ${exitCode}` }
          : made,
      ),
    }));
  },
  CniStep(draft, fact) {
    if (fact.command !== 'ADD') return;
    updatePod(draft, fact.pod, ({ network, runtime }) => ({
      network: { ...network, ...fact.result },
      runtime: afterRuntime(runtime, fact),
    }));
  },
};

/**
 * The name of what runs: `/usr/bin/coredns` is `coredns`. An init process or a script stands in
 * front of the program that it starts; a script that gets flags alone starts the image's own, for
 * which the container is named.
 */
function programOf(argv: readonly string[], container: string): string | undefined {
  const isInit = /(^|\/)(dumb-init|entrypoint\.sh)$/.test(argv[0] ?? '');
  const started = argv.find((word, index) => index > 0 && !word.startsWith('-'));
  const path = isInit ? (started ?? container) : argv[0];
  return path?.replace(/^.*\//, '');
}

function imageOf(request: unknown): string {
  const { image } = (request ?? {}) as { readonly image?: unknown };
  if (typeof image === 'string') return image;
  const { image: name } = (image ?? {}) as { readonly image?: string };
  return name ?? '';
}

function changeImages(
  draft: SceneDraft,
  name: string,
  image: string | undefined,
  state: 'pulling' | 'here',
): void {
  const node = nodeOf(draft, name);
  if (state === 'pulling' && image !== undefined) {
    draft.nodes.set(name, { ...node, pulling: [...node.pulling, image] });
    return;
  }
  // The kubelet pulls one image after the other: the answer is for the oldest call.
  const [pulled, ...pulling] = node.pulling;
  if (pulled === undefined) return;
  const images = including(excluding(node.images, pulled), pulled);
  draft.nodes.set(name, { ...node, pulling, images });
}
