/** One controller as tables: its work queues, the caches it reads, and what it did and decided. */

import { type ReactNode, useMemo } from 'react';
import { refOf } from '#facts/names';
import { titleOf } from '#facts/title-of';
import { useT } from '#i18n/locale';
import { usePlayer } from '#player/player';
import type { TraceLog } from '#player/trace-log';
import type { Fact } from '#trace/facts';
import { workingController } from '../../working-controller.ts';
import { Go, milliseconds, StageFrame, StageTable, type TableRow } from './stage-frame.tsx';

interface ControllerStageProps {
  readonly name: string;
  readonly width: number | undefined;
}

export function ControllerStageTables({ name, width }: ControllerStageProps): ReactNode {
  const t = useT();
  const component = usePlayer((player) => workingController(player, name));
  return (
    <StageFrame family="controllers" title={name} width={width} about={t('stage.controller.about')}>
      <div className="stage-columns">
        <Queues component={component} />
        <Informers component={component} />
      </div>
      <Expectations component={component} />
      <Work component={component} />
    </StageFrame>
  );
}

interface ComponentProps {
  readonly component: string;
}

function Queues({ component }: ComponentProps): ReactNode {
  const t = useT();
  const queues = usePlayer(({ scene }) => scene.queues);
  const rows = [...queues.values()]
    .filter((queue) => queue.component === component)
    .flatMap(({ queue, processing, waiting, delayed }) => [
      ...processing.map((key) => rowOf(queue, key, t('stage.queue.processing'), 'on')),
      ...waiting.map((key) => rowOf(queue, key, t('stage.queue.waiting'), undefined)),
      ...delayed.map((key) => rowOf(queue, key, t('stage.queue.delayed'), 'off')),
    ]);
  return (
    <StageTable
      title={t('stage.queues')}
      columns={[t('stage.queue'), t('stage.key'), t('stage.state')]}
      rows={rows}
      empty={t('diagram.empty')}
    />
  );
}

const rowOf = (queue: string, key: string, state: string, look: TableRow['look']): TableRow => ({
  key: `${queue} ${key} ${state}`,
  cells: [queue, <code key="k">{key}</code>, state],
  look,
});

/** The controllers of one process share their informers. */
function Informers({ component }: ComponentProps): ReactNode {
  const t = useT();
  const informers = usePlayer(({ scene }) => scene.informers);
  const log = usePlayer((state) => state.log);
  const read = useMemo(() => resourcesOf(log, component), [log, component]);
  const [program = ''] = component.split('/');
  const rows = [...informers]
    .filter(([key]) => key.startsWith(`${program} `))
    .map(([key, cache]) => ({ resource: key.slice(key.indexOf(' ') + 1), ...cache }))
    .sort((a, b) => Number(read.has(b.resource)) - Number(read.has(a.resource)))
    .map(
      ({ resource, items, resourceVersion }): TableRow => ({
        key: resource,
        cells: [resource, items, resourceVersion],
        look: read.has(resource) ? 'on' : 'off',
      }),
    );
  return (
    <StageTable
      title={t('inside.caches')}
      columns={[t('stage.resource'), t('stage.objects'), t('stage.version')]}
      numbers={[1, 2]}
      rows={rows.slice(0, shownInformers)}
      empty={t('diagram.empty')}
    />
  );
}

const shownInformers = 12;

/** Resources named in the controller's own facts. */
function resourcesOf(log: TraceLog, component: string): ReadonlySet<string> {
  const resources = new Set<string>();
  for (const id of log.factsOf(component)) {
    const fact = log.fact(id);
    const ref = fact === undefined ? undefined : refOf(fact);
    if (ref !== undefined) resources.add(ref.resource);
  }
  return resources;
}

function Expectations({ component }: ComponentProps): ReactNode {
  const t = useT();
  const expected = usePlayer(({ scene }) => scene.controllers.get(component)?.expectations);
  const rows = [...(expected ?? [])].map(
    ([key, { add, del }]): TableRow => ({ key, cells: [<code key="k">{key}</code>, add, del] }),
  );
  if (rows.length === 0) return null;
  return (
    <StageTable
      title={t('stage.expectations')}
      columns={[t('stage.key'), t('stage.add'), t('stage.del')]}
      numbers={[1, 2]}
      rows={rows}
      empty=""
    />
  );
}

const shownWork = 40;
const shownTypes = new Set<Fact['type']>([
  'KeyAdded',
  'KeyTaken',
  'SyncStarted',
  'DecisionMade',
  'RequestSent',
  'ResponseReceived',
  'EventRecorded',
  'SyncFinished',
  'WatchEventReceived',
]);

/** What the controller did up to the cursor, the newest first. */
function Work({ component }: ComponentProps): ReactNode {
  const t = useT();
  const log = usePlayer((state) => state.log);
  const cursor = usePlayer((state) => state.cursor);
  const begin = usePlayer(({ steps }) => steps[0]?.at ?? 0);
  const facts = useMemo(
    () => newestFacts(log, component, cursor, shownWork, ({ type }) => shownTypes.has(type)),
    [log, component, cursor],
  );
  return (
    <StageTable
      title={t('stage.work')}
      columns={[t('stage.time'), t('stage.fact'), t('stage.what')]}
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
        ],
      }))}
      empty={t('stage.notYet')}
    />
  );
}

/** The newest facts of a component up to the cursor that satisfy a condition, newest first. */
export function newestFacts(
  log: TraceLog,
  component: string,
  cursor: number,
  most: number,
  fits: (fact: Fact) => boolean,
): readonly Fact[] {
  const ids = log.factsOf(component);
  const found: Fact[] = [];
  for (let index = ids.length - 1; index >= 0 && found.length < most; index--) {
    const fact = log.fact(ids[index] ?? 0);
    if (fact !== undefined && fact.id <= cursor && fits(fact)) found.push(fact);
  }
  return found;
}
