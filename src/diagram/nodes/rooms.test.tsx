import { act, cleanup, render, screen } from '@testing-library/react';
import { ReactFlowProvider } from 'reactflow';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createDeploymentFacts } from '#player/create-deployment.fixture';
import { nodeOf } from '#player/fold/pod';
import { player } from '#player/player';
import type { Scene } from '#player/scene';
import { SceneDraft } from '#player/scene-draft';
import { TraceLog } from '#player/trace-log';
import type { FactOf } from '#trace/facts';
import { useDiagram } from '../diagram-store.ts';
import { EtcdRoom } from './etcd-room.tsx';
import { shownControllers } from './kube-controller-manager-room.tsx';
import { KubectlRoom } from './kubectl-room.tsx';
import { NodeRoom } from './node-room.tsx';

beforeEach(() => {
  const log = new TraceLog();
  log.append(createDeploymentFacts());
  const { steps, chapters, facts } = log;
  player.setState({ log, steps, chapters, factCount: facts.length });
});
afterEach(cleanup);

const show = (type: string): void => {
  const { steps, seekStep } = player.getState();
  act(() => seekStep(steps.findLastIndex((step) => step.type === type)));
};

describe('a room', () => {
  it('shows the pods of its node with their state in words', () => {
    render(<NodeRoom name="node-1" size="full" />, { wrapper: ReactFlowProvider });
    expect(screen.getByText('no Pod is bound to it')).toBeDefined();
    show('TxnCommitted');
    expect(screen.getByText('nginx-7f8fbb96d-drc52')).toBeDefined();
    expect(screen.getByLabelText(/nginx-7f8fbb96d-drc52 Running\. Open/)).toBeDefined();
  });

  it('shows a Pod that its kubelet has not heard of as a promise, and solid afterwards', () => {
    const { container } = render(<NodeRoom name="node-1" size="full" />, {
      wrapper: ReactFlowProvider,
    });
    const key = 'default/nginx-7f8fbb96d-drc52';
    const { facts } = player.getState().log;
    const idOf = (type: string): number =>
      facts.find((fact) => fact.type === type && 'pod' in fact && fact.pod === key)?.id ?? 0;
    const isSolid = (): boolean => container.querySelector(`[data-pod="${key}"]`) !== null;
    const at = (fact: number): void => act(() => player.getState().seek(fact));

    at(idOf('PodAssumed'));
    expect(screen.getByText('chosen, not bound yet')).toBeDefined();
    at(idOf('PodSyncStarted') - 1);
    const { nodes } = player.getState().scene;
    if (nodes.get('node-1')?.heard.includes(key) === false) {
      expect(screen.getByText('bound here, not heard yet')).toBeDefined();
      expect(isSolid()).toBe(false);
    }
    at(idOf('PodSyncStarted'));
    expect(isSolid()).toBe(true);
    expect(screen.queryByText(/not heard yet/)).toBeNull();
  });

  it('shows the programs of a node on a phone where only these are told of', () => {
    const { container } = render(<NodeRoom name="node-1" size="low" />, {
      wrapper: ReactFlowProvider,
    });
    const tell = (...anchors: string[]): void =>
      act(() => {
        player.setState({ depth: 'story' });
        useDiagram.setState({ castAt: () => anchors });
      });
    show('TxnCommitted');
    tell('node-1/kubelet');
    expect(container.querySelector('.processes')?.textContent).toContain('kubelet');
    expect(container.querySelector('[data-pod]')).toBeNull();
    tell('node-1');
    expect(container.querySelector('.processes')).toBeNull();
    expect(container.querySelector('[data-pod]')).not.toBeNull();
  });

  it('of kubectl shows what was printed where there is no terminal beside it', () => {
    const { container } = render(<KubectlRoom withOutput />, { wrapper: ReactFlowProvider });
    show('OutputPrinted');
    expect(container.querySelector('.printed')?.textContent).toBe('deployment.apps/nginx created');
  });

  it('is marked as the place of the step when the step happens there', () => {
    const { container } = render(<EtcdRoom rows={4} />, { wrapper: ReactFlowProvider });
    show('TxnCommitted');
    const room = container.querySelector('[data-room="etcd"]');
    expect(room?.getAttribute('aria-current')).toBe('step');
    expect(room?.getAttribute('data-step-id')).toBe(player.getState().step?.id);
    show('PodPopped');
    expect(room?.hasAttribute('aria-current')).toBe(false);
  });
});

describe('the room of a person', () => {
  const signOf = (code: number | undefined, exitCode: number | undefined, error = ''): string => {
    const { scene } = player.getState();
    const line = 'kubectl delete pod web';
    const output = error === '' ? [] : [{ stream: 'stderr' as const, text: error }];
    const command = { input: 0, line, user: 'admin', at: 0, output, parsed: undefined };
    player.setState({ scene: { ...scene, commands: [{ ...command, code, exitCode }] } });
    const { container } = render(<KubectlRoom />, { wrapper: ReactFlowProvider });
    const sign = container.querySelector('.state-sign');
    const words = `${sign?.className.replace('state-sign ', '')} ${sign?.textContent}`;
    cleanup();
    return words;
  };

  it('takes an answer for a failure only when the command fails', () => {
    expect(signOf(200, undefined)).toBe('ok 200 answered');
    // A delete asks until the object is not found: that is what it waits for.
    expect(signOf(404, undefined)).toBe('progress 404 not found');
    expect(signOf(404, 0)).toBe('ok done');
    expect(signOf(404, 1)).toBe('fail 404 not found');
    expect(signOf(403, 1)).toBe('fail 403 refused');
    // The program in the container has failed, not the request to run it.
    expect(signOf(101, 1)).toBe('fail exit code 1');
    expect(signOf(undefined, 0)).toBe('ok done');
  });

  it('shows the error that a command prints before it ends', () => {
    expect(signOf(200, undefined, 'error: unable to drain node "node-1"')).toBe('fail error');
    expect(signOf(200, undefined, 'Warning: ignoring DaemonSet-managed Pods')).toBe(
      'ok 200 answered',
    );
    expect(signOf(404, undefined, 'Error from server (NotFound): pods "web" not found')).toBe(
      'fail 404 not found',
    );
  });
});

describe('the head of a node', () => {
  it('shows the first mark that keeps Pods away, and how many more; its title has all', () => {
    const { scene } = player.getState();
    const taints = ['memory-pressure:NoSchedule', 'own=yes:NoExecute'];
    const cordoned = { ...nodeOf(new SceneDraft(scene), 'node-1'), taints };
    const nodes = new Map([['node-1', { ...cordoned, ready: true, unschedulable: true }]]);
    player.setState({ scene: { ...scene, nodes } });
    render(<NodeRoom name="node-1" size="medium" />, { wrapper: ReactFlowProvider });
    const marks = screen.getByTitle(`SchedulingDisabled, ${taints.join(', ')}`);
    expect(marks.textContent).toBe('SchedulingDisabled+2');
  });
});

describe('a room whose program has ended', () => {
  it('says so in its head, also to a screen reader', () => {
    const { scene } = player.getState();
    const ended = { version: 'v1.36.3', up: false, noted: undefined };
    player.setState({
      scene: { ...scene, components: new Map([...scene.components, ['etcd', ended]]) },
    });
    const { container } = render(<EtcdRoom rows={4} />, { wrapper: ReactFlowProvider });
    expect(container.querySelector('.room-marks')?.textContent).toBe('not running');
    expect(container.querySelector('.room')?.getAttribute('aria-label')).toContain('not running');
    act(() => player.setState({ scene }));
    expect(container.querySelector('.room-marks')).toBeNull();
  });
});

describe('a link that is cut', () => {
  const cut = (one: string, other: string): void => {
    const { scene } = player.getState();
    player.setState({ scene: { ...scene, cutLinks: [{ one, other, fact: 1 }] } });
  };

  it('stands in the rooms of both ends, each time with the other one', () => {
    cut('node-1', 'node-2');
    render(
      <>
        <NodeRoom name="node-1" size="full" />
        <NodeRoom name="node-2" size="small" />
        <NodeRoom name="node-3" size="full" />
      </>,
      { wrapper: ReactFlowProvider },
    );
    expect(screen.getAllByLabelText(/node-1.*no link to node-2/)).not.toEqual([]);
    expect(screen.getByText('no link to node-2')).toBeDefined();
    expect(screen.getByText('no link to node-1')).toBeDefined();
    expect(screen.getAllByText(/^no link/)).toHaveLength(2);
  });

  it('has both names in a room that stands for several programs', () => {
    cut('etcd/m1', 'etcd/m2');
    render(<EtcdRoom rows={4} />, { wrapper: ReactFlowProvider });
    expect(screen.getByText('no link between etcd/m1 and etcd/m2')).toBeDefined();
    expect(screen.getAllByLabelText(/no link between etcd\/m1 and etcd\/m2/)).not.toEqual([]);
  });
});

describe('the room of the controller manager', () => {
  const scene = (...decided: readonly (readonly [string, number])[]): Scene => ({
    ...player.getState().scene,
    controllers: new Map(
      decided.map(([component, id]) => [
        component,
        {
          syncing: [],
          comparedSince: false,
          expectations: new Map(),
          decision: { id } as FactOf<'DecisionMade'>,
        },
      ]),
    ),
  });
  const names = (shown: Scene, atWork?: string): readonly string[] =>
    shownControllers(shown, atWork).map(({ name }) => name);

  it('shows the two of a Deployment first, then those that decided last', () => {
    const both = ['deployment-controller', 'replicaset-controller'];
    expect(names(scene())).toEqual(both);
    expect(names(scene(['kube-controller-manager/job-controller', 7]))).toEqual([
      'deployment-controller',
      'job-controller',
    ]);
    const atWork = names(scene(), 'kube-controller-manager/garbage-collector-controller');
    expect(atWork).toEqual(['deployment-controller', 'garbage-collector-controller']);
    const second = 'kube-controller-manager-2/deployment-controller';
    expect(shownControllers(scene([second, 9]))[0]?.component).toBe(second);
  });
});
