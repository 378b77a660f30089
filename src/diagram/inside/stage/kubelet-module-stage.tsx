/** One module of a kubelet: its purpose, its state, and what it did up to the cursor. */
import { type ReactNode, useMemo } from 'react';
import { kindOf } from '#facts/facts';
import type { KubeletModule } from '#facts/kubelet-module';
import { titleOf } from '#facts/title-of';
import { useT } from '#i18n/locale';
import { containerState, wordFor } from '#i18n/word-for';
import { usePlayer } from '#player/player';
import type { Fact } from '#trace/facts';
import { newestFacts } from './controller-stage.tsx';
import { Go, milliseconds, StageFrame, StageTable, type TableRow, Value } from './stage-frame.tsx';

interface ModuleProps {
  readonly node: string;
  readonly module: KubeletModule;
  readonly width: number | undefined;
}

const shownFacts = 40;

export function KubeletModuleTables({ node, module, width }: ModuleProps): ReactNode {
  const t = useT();
  return (
    <StageFrame
      family="kubelet"
      title={`${t(`inside.module.${module}`)} · ${node}`}
      width={width}
      about={t(`stage.module.${module}`)}
    >
      <Held node={node} module={module} />
      <Did node={node} module={module} />
    </StageFrame>
  );
}

type HeldProps = Omit<ModuleProps, 'width'>;

/** What the module knows at the cursor, as far as the scene of the node contains it. */
function Held({ node, module }: HeldProps): ReactNode {
  const t = useT();
  const scene = usePlayer((state) => state.scene);
  const here = scene.nodes.get(node);
  const pods = (here?.pods ?? []).flatMap((key) => scene.pods.get(key) ?? []);
  switch (module) {
    case 'pod':
    case 'status':
      return (
        <StageTable
          columns={['Pod', t('stage.state'), t('stage.worker'), t('stage.step'), 'IP']}
          rows={pods.map(({ key, status, ready, workerState = '', syncStep = '', ip = '' }) => ({
            key,
            look: ready ? 'on' : undefined,
            cells: [
              <code key="k">{key}</code>,
              status,
              wordFor(t, 'worker.state', workerState),
              syncStep,
              ip,
            ],
          }))}
          empty={t('diagram.node.none')}
        />
      );
    case 'volume':
      return (
        <StageTable
          columns={['Pod', t('stage.volume')]}
          rows={pods.flatMap(({ key, volumes }) =>
            volumes.map((volume) => ({ key: `${key} ${volume}`, cells: [key, volume] })),
          )}
          empty={t('stage.noVolume')}
        />
      );
    case 'image':
    case 'imageGc':
      return (
        <StageTable
          columns={[t('stage.image'), t('stage.state')]}
          rows={[
            ...(here?.pulling ?? []).map((name) => imageRow(name, t('stage.pulling'))),
            ...(here?.images ?? []).map((name) => imageRow(name, t('stage.present'))),
          ]}
          empty={t('stage.noImage')}
        />
      );
    case 'container':
    case 'runtime':
    case 'cadvisor':
    case 'oom':
      return (
        <StageTable
          columns={['Pod', t('stage.container'), t('stage.state'), 'PID']}
          numbers={[3]}
          rows={pods.flatMap(({ key, containers }) =>
            containers.map(({ name, state, pid = '', ready }) => ({
              key: `${key} ${name}`,
              look: ready ? ('on' as const) : undefined,
              cells: [key, name, containerState(t, state), pid],
            })),
          )}
          empty={t('diagram.node.none')}
        />
      );
    default:
      return null;
  }
}

const imageRow = (name: string, state: string): TableRow => ({
  key: `${name} ${state}`,
  cells: [<code key="n">{name}</code>, state],
});

function Did({ node, module }: HeldProps): ReactNode {
  const t = useT();
  const log = usePlayer((state) => state.log);
  const cursor = usePlayer((state) => state.cursor);
  const begin = usePlayer(({ steps }) => steps[0]?.at ?? 0);
  const facts = useMemo(
    () =>
      newestFacts(
        log,
        `${node}/kubelet`,
        cursor,
        shownFacts,
        (fact) => kindOf(fact).module?.(fact) === module,
      ),
    [log, node, cursor, module],
  );
  return (
    <StageTable
      title={t('stage.work')}
      columns={[t('stage.time'), t('stage.fact'), t('stage.what'), t('stage.detail')]}
      numbers={[0]}
      rows={facts.map((fact) => ({
        key: fact.id,
        fact: fact.id,
        cells: [
          fact.at < begin ? '' : milliseconds(fact.at - begin),
          fact.type,
          <Go key="g" fact={fact.id}>
            {titleOf(fact, t)}
          </Go>,
          <Value key="v" value={detailsOf(fact)} />,
        ],
      }))}
      empty={t('stage.module.nothing')}
    />
  );
}

/** The fields of a fact that other facts do not have. */
function detailsOf(fact: Fact): object {
  const { id: _id, at: _at, cause: _cause, component: _component, type: _type, ...own } = fact;
  return own;
}
