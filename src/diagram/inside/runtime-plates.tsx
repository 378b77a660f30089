/**
 * The runtime below the kubelet for one pod: CRI calls, the sandbox, its processes, its network.
 */

import { type ReactNode, useMemo } from 'react';
import { useT } from '#i18n/locale';
import { containerState } from '#i18n/word-for';
import { usePlayer } from '#player/player';
import type { CriCallScene, PodScene } from '#player/scene';
import type { FactOf } from '#trace/facts';
import { PodGlyph } from '../nodes/glyph.tsx';

interface PodProps {
  readonly pod: PodScene | undefined;
}

const shownCalls = 7;
const shownAhead = 4;
/** Only the calls that bring a pod up are announced; later ones depend on what happens. */
const soonCalls = 12;
const quietCalls = new Set([
  'PodSandboxStatus',
  'ContainerStatus',
  'ListPodSandbox',
  'ListContainers',
]);

export function CriCalls({ pod }: PodProps): ReactNode {
  const t = useT();
  const cursor = usePlayer((player) => player.cursor);
  const calls = (pod?.criCalls ?? []).filter(({ method }) => !quietCalls.has(method));
  const ahead = useCallsAhead(pod?.key ?? '', cursor);
  if (calls.length + ahead.length === 0) return <p className="quiet">{t('inside.cri.none')}</p>;
  return (
    <ol className="cri-calls">
      {calls.slice(-shownCalls).map((call) => (
        <li key={call.call} className={stateOf(call, cursor)}>
          <b>{call.method}</b>
          <span className="num">{durationOf(call)}</span>
        </li>
      ))}
      {ahead.slice(0, shownAhead).map(({ id, method }) => (
        <li key={id} className="ahead">
          {method}
        </li>
      ))}
    </ol>
  );
}

/** Calls that are still to come, by name only: their answers are not shown before they happen. */
function useCallsAhead(pod: string, cursor: number): readonly FactOf<'CriCalled'>[] {
  const log = usePlayer((player) => player.log);
  const calls = log.callsOf(pod);
  return useMemo(
    () =>
      calls
        .slice(0, soonCalls)
        .filter((id) => id > cursor)
        .flatMap((id) => {
          const fact = log.fact(id);
          return fact?.type === 'CriCalled' && !quietCalls.has(fact.method) ? [fact] : [];
        }),
    [log, calls, cursor],
  );
}

function stateOf(
  { calledBy, returnedBy, returnedAt, failed }: CriCallScene,
  cursor: number,
): string {
  if (calledBy === cursor || returnedBy === cursor || returnedAt === undefined) return 'now';
  return failed ? 'failed' : 'past';
}

function durationOf({ calledAt, returnedAt }: CriCallScene): string {
  return returnedAt === undefined ? '…' : `${((returnedAt - calledAt) / 1000).toFixed(1)} ms`;
}

export function Sandbox({ pod }: PodProps): ReactNode {
  const t = useT();
  const sandbox = pod?.sandbox;
  if (pod === undefined || sandbox === undefined) {
    return <p className="quiet">{t('inside.sandbox.none')}</p>;
  }
  return (
    <div className="shared-frame">
      <p className="second">{t('inside.sandbox.shared')}</p>
      <div className="containers-row">
        <Container name="pause" pid={sandbox.pausePid} state={t('inside.sandbox.holds')} />
        {pod.containers.map(({ name, state, pid }) => (
          <Container key={name} name={name} pid={pid} state={containerState(t, state)} />
        ))}
      </div>
    </div>
  );
}

interface ContainerProps {
  readonly name: string;
  readonly pid: number | undefined;
  readonly state: string;
}

function Container({ name, pid, state }: ContainerProps): ReactNode {
  const t = useT();
  return (
    <div className={`container${pid === undefined ? ' ghost' : ''}`}>
      <b>
        <PodGlyph status={pid === undefined ? 'Pending' : 'Running'} /> {name}
      </b>
      <span className="second">{state}</span>
      <span className="quiet">
        {pid === undefined ? t('inside.sandbox.own') : `PID ${pid}, ${t('inside.sandbox.own')}`}
      </span>
    </div>
  );
}

/** Pod interface, bridge and node, as far as the plugins have come. */
export function PodNetwork({ pod, node }: PodProps & { readonly node: string }): ReactNode {
  const t = useT();
  const range = usePlayer(({ scene }) => scene.nodes.get(node)?.podCIDR ?? '');
  const { network = {} } = pod ?? {};
  const { address, bridge, gateway, hostInterface, interface: inside } = network;
  return (
    <div className="network-row">
      <Hop
        on={inside !== undefined}
        name={inside ?? 'eth0'}
        note={address ?? t('inside.cni.noAddress')}
      />
      <span className={`veth${hostInterface === undefined ? '' : ' on'}`}>
        {hostInterface ?? 'veth'}
      </span>
      <Hop on={bridge !== undefined} name={bridge ?? 'cni0'} note={gateway ?? range} />
      <span className={`veth${bridge === undefined ? '' : ' on'}`} />
      <Hop on={false} name={t('inside.cni.node')} note={t('inside.cni.routes')} />
    </div>
  );
}

function Hop({
  on,
  name,
  note,
}: {
  readonly on: boolean;
  readonly name: string;
  readonly note: string;
}): ReactNode {
  return (
    <div className={`hop${on ? ' on' : ''}`}>
      <b>{name}</b>
      <code>{note}</code>
    </div>
  );
}
