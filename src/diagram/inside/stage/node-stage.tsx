/** One part of a node as tables: runtime calls with bodies, the sandbox, packets, filter rules. */

import type { ReactNode } from 'react';
import { podOf } from '#facts/names';
import { useT } from '#i18n/locale';
import { usePlayer } from '#player/player';
import type { PodScene } from '#player/scene';
import type { Fact } from '#trace/facts';
import { KubeletModuleTables } from './kubelet-module-stage.tsx';
import { NetworkTables, RuleTables } from './network-stage.tsx';
import { Go, milliseconds, StageFrame, StageTable, type TableRow, Value } from './stage-frame.tsx';
import { moduleOfStation, type StationId } from './stages.ts';

interface NodeStageProps {
  readonly node: string;
  readonly station: StationId;
  readonly pod: PodScene | undefined;
  readonly width: number | undefined;
}

export function NodeStageTables({ node, station, pod, width }: NodeStageProps): ReactNode {
  const t = useT();
  const module = moduleOfStation(station);
  if (module !== undefined)
    return <KubeletModuleTables node={node} module={module} width={width} />;
  switch (station) {
    case 'sandbox':
      return (
        <StageFrame
          family="runtime"
          title={t('stage.node.sandbox')}
          width={width}
          about={t('stage.node.sandbox.about')}
        >
          <SandboxTables node={node} pod={pod} />
        </StageFrame>
      );
    case 'network':
      return (
        <StageFrame
          family="network"
          title={t('stage.node.network')}
          width={width}
          about={t('stage.node.network.about')}
        >
          <NetworkTables node={node} pod={pod} />
        </StageFrame>
      );
    case 'rules':
      return (
        <StageFrame
          family="network"
          title={t('stage.node.rules')}
          width={width}
          about={t('stage.node.rules.about')}
        >
          <RuleTables node={node} />
        </StageFrame>
      );
    default:
      return (
        <StageFrame
          family="runtime"
          title={t('stage.node.cri')}
          width={width}
          about={t('stage.node.cri.about')}
        >
          <CallTable pod={pod} />
        </StageFrame>
      );
  }
}

/** Each call for the pod, with its request and its answer. */
function CallTable({ pod }: { readonly pod: PodScene | undefined }): ReactNode {
  const t = useT();
  const log = usePlayer((state) => state.log);
  const rows = (pod?.criCalls ?? []).toReversed().map((call): TableRow => {
    const called = log.fact(call.calledBy);
    const returned = call.returnedBy === undefined ? undefined : log.fact(call.returnedBy);
    const answer = returned?.type === 'CriReturned' ? returned : undefined;
    return {
      key: call.call,
      fact: call.calledBy,
      look: call.failed ? 'fail' : undefined,
      cells: [
        <Go key="m" fact={call.calledBy}>
          {call.method}
        </Go>,
        <Value key="q" value={called?.type === 'CriCalled' ? called.request : undefined} />,
        answer?.error === undefined ? (
          <Value key="a" value={answer?.response} />
        ) : (
          <span key="e" className="fail">
            {answer.error.message}
          </span>
        ),
        call.returnedAt === undefined ? '…' : milliseconds(call.returnedAt - call.calledAt),
      ],
    };
  });
  return (
    <StageTable
      title={<code>{pod?.key ?? ''}</code>}
      columns={[t('stage.method'), t('stage.sent'), t('stage.answer'), t('stage.took')]}
      numbers={[3]}
      rows={rows}
      empty={t('inside.cri.none')}
    />
  );
}

interface SandboxProps {
  readonly node: string;
  readonly pod: PodScene | undefined;
}

/**
 * Namespaces across, processes down: a shared namespace has the same name for all its processes.
 */
function SandboxTables({ node, pod }: SandboxProps): ReactNode {
  const t = useT();
  const log = usePlayer((state) => state.log);
  const cursor = usePlayer((state) => state.cursor);
  const steps = log.factsOf(`${node}/containerd`).flatMap((id) => {
    const fact = id <= cursor ? log.fact(id) : undefined;
    if (fact === undefined || pod === undefined) return [];
    return podOf(fact) === pod.key ? [fact] : [];
  });
  const started = steps.filter((fact) => fact.type === 'ProcessStarted');
  const kinds = [...new Set(started.flatMap(({ namespaces }) => Object.keys(namespaces)))];
  return (
    <>
      <StageTable
        title={<code>{pod?.key ?? ''}</code>}
        columns={[t('stage.container'), 'PID', 'argv', ...kinds]}
        numbers={[1]}
        rows={started.map(({ id, container, pid, argv, namespaces }) => ({
          key: id,
          fact: id,
          look: isOver(steps, pid) ? 'off' : 'on',
          cells: [
            container === '' ? 'pause' : container,
            pid,
            <code key="a">{argv.join(' ')}</code>,
            ...kinds.map((kind) => <code key={kind}>{namespaces[kind] ?? ''}</code>),
          ],
        }))}
        empty={t('inside.sandbox.none')}
      />
      <StageTable
        title={t('stage.node.steps')}
        columns={[t('stage.fact'), t('stage.detail')]}
        rows={steps.toReversed().flatMap((fact): TableRow[] =>
          fact.type === 'RuntimeStep'
            ? [
                {
                  key: fact.id,
                  fact: fact.id,
                  cells: [
                    <Go key="g" fact={fact.id}>
                      {fact.step}
                    </Go>,
                    <Value key="p" value={fact.params} />,
                  ],
                },
              ]
            : [],
        )}
        empty={t('stage.notYet')}
      />
    </>
  );
}

function isOver(steps: readonly Fact[], pid: number): boolean {
  return steps.some((fact) => fact.type === 'ProcessExited' && fact.pid === pid);
}
