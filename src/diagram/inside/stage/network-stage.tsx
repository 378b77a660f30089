/** The network of a node as tables: packets hop by hop with the rules that matched; all rules. */
import { type ReactNode, useMemo, useState } from 'react';
import { type Translate, useT } from '#i18n/locale';
import { wordFor } from '#i18n/word-for';
import { usePlayer } from '#player/player';
import type { PodScene } from '#player/scene';
import type { TraceLog } from '#player/trace-log';
import type { FactOf } from '#trace/facts';
import { Go, StageTable, type TableRow } from './stage-frame.tsx';

type Hop = FactOf<'PacketHop'>;

const shownPackets = 8;

interface NetworkProps {
  readonly node: string;
  readonly pod: PodScene | undefined;
}

export function NetworkTables({ node, pod }: NetworkProps): ReactNode {
  const t = useT();
  const log = usePlayer((state) => state.log);
  const cursor = usePlayer((state) => state.cursor);
  const packets = useMemo(() => packetsOf(log, cursor, node), [log, cursor, node]);
  const overlay = useMemo(() => overlayOf(log, cursor), [log, cursor]);
  return (
    <>
      {packets.map(({ first, hops }) => (
        <StageTable
          key={first.id}
          title={
            <>
              {t('stage.packet')} <code>{first.addresses}</code>
            </>
          }
          columns={[t('stage.where'), t('stage.hop'), t('stage.addresses'), t('stage.matched')]}
          rows={hops.map((hop) => rowOfHop(t, hop))}
          empty=""
        />
      ))}
      {packets.length === 0 && <p className="quiet">{t('stage.packet.none')}</p>}
      <StageTable
        title={<code>{pod?.key ?? ''}</code>}
        columns={[t('stage.what'), t('stage.detail')]}
        rows={Object.entries(pod?.network ?? {}).map(([name, value]) => ({
          key: name,
          cells: [name, <code key="v">{value}</code>],
        }))}
        empty={t('inside.cni.noAddress')}
      />
      <StageTable
        title={t('stage.overlay')}
        columns={[t('stage.node'), t('stage.overlay.subnet'), t('stage.overlay.via'), 'FDB']}
        rows={overlay.map(({ id, component, backend, subnet, nodeAddress, vtepMac }) => ({
          key: id,
          fact: id,
          cells: [
            component.split('/')[0],
            <code key="s">{subnet}</code>,
            `${nodeAddress} (${backend})`,
            backend === 'vxlan' ? <code key="m">{`${vtepMac} dst ${nodeAddress}`}</code> : '',
          ],
        }))}
        empty={t('stage.overlay.none')}
      />
    </>
  );
}

function rowOfHop(t: Translate, hop: Hop): TableRow {
  const { id, component, namespace, addresses, rules, params } = hop;
  const lost = hop.hop === 'rejected' || hop.hop === 'dropped' || hop.hop === 'unanswered';
  return {
    key: id,
    fact: id,
    look: lost ? 'fail' : undefined,
    cells: [
      `${component.split('/')[0]} ${namespace}`,
      <Go key="g" fact={id}>
        {wordFor(t, 'hop', hop.hop)}
      </Go>,
      <code key="a">{addresses}</code>,
      <ul key="r" className="rules">
        {rules.map((rule) => (
          <li key={rule}>
            <code>{rule}</code>
          </li>
        ))}
        {Object.entries(params).map(([name, value]) => (
          <li key={name} className="quiet">
            {name} <code>{value}</code>
          </li>
        ))}
      </ul>,
    ],
  };
}

interface Packet {
  readonly first: Hop;
  readonly hops: readonly Hop[];
}

/** The newest packets that passed a node, each with all of its hops on all nodes. */
function packetsOf(log: TraceLog, cursor: number, node: string): readonly Packet[] {
  const packets = new Map<number, Hop[]>();
  const passed = new Set<number>();
  for (const component of log.components) {
    if (!component.endsWith('/kernel')) continue;
    for (const id of log.factsOf(component)) {
      if (id > cursor) break;
      const fact = log.fact(id);
      if (fact?.type !== 'PacketHop') continue;
      const packet = fact.packet === 0 ? fact.id : fact.packet;
      const hops = packets.get(packet);
      if (hops === undefined) packets.set(packet, [fact]);
      else hops.push(fact);
      if (component === `${node}/kernel`) passed.add(packet);
    }
  }
  return [...packets]
    .filter(([packet]) => passed.has(packet))
    .sort(([a], [b]) => b - a)
    .slice(0, shownPackets)
    .flatMap(([, hops]) => {
      const inOrder = hops.sort((a, b) => a.id - b.id);
      const [first] = inOrder;
      return first === undefined ? [] : [{ first, hops: inOrder }];
    });
}

function overlayOf(log: TraceLog, cursor: number): readonly FactOf<'OverlayJoined'>[] {
  return log.components
    .filter((component) => component.endsWith('/kernel'))
    .flatMap((component) => log.factsOf(component))
    .flatMap((id) => {
      const fact = id <= cursor ? log.fact(id) : undefined;
      return fact?.type === 'OverlayJoined' ? [fact] : [];
    });
}

interface Chain {
  readonly table: string;
  readonly chain: string;
  readonly rules: readonly string[];
  readonly fact: number;
}

const shownChains = 80;

/** The packet filter of a node as it stands at the cursor, chain by chain. */
export function RuleTables({ node }: { readonly node: string }): ReactNode {
  const t = useT();
  const [text, setText] = useState('');
  const log = usePlayer((state) => state.log);
  const cursor = usePlayer((state) => state.cursor);
  const chains = useMemo(() => chainsOf(log, cursor, node), [log, cursor, node]);
  const wanted = text.trim().toLowerCase();
  const found = chains.filter(
    ({ chain, rules }) =>
      chain.toLowerCase().includes(wanted) ||
      rules.some((rule) => rule.toLowerCase().includes(wanted)),
  );
  return (
    <>
      <label className="stage-filter">
        <span className="second">{t('stage.rules.filter')}</span>
        <input type="search" value={text} onChange={({ target }) => setText(target.value)} />
        <span className="quiet">{t('stage.rules.count', { n: found.length })}</span>
      </label>
      <StageTable
        columns={[t('stage.table'), t('stage.chain'), t('stage.rules')]}
        rows={found.slice(0, shownChains).map(({ table, chain, rules, fact }) => ({
          key: `${table} ${chain}`,
          fact,
          cells: [
            table,
            <Go key="c" fact={fact}>
              {chain}
            </Go>,
            <ul key="r" className="rules">
              {rules.map((rule) => (
                <li key={rule}>
                  <code>{rule}</code>
                </li>
              ))}
            </ul>,
          ],
        }))}
        empty={t('stage.rules.none')}
      />
    </>
  );
}

function chainsOf(log: TraceLog, cursor: number, node: string): readonly Chain[] {
  const chains = new Map<string, Chain>();
  for (const id of log.factsOf(`${node}/kernel`)) {
    if (id > cursor) break;
    const fact = log.fact(id);
    if (fact?.type !== 'NetfilterChanged') continue;
    const { table } = fact;
    for (const chain of fact.deleted) chains.delete(`${table} ${chain}`);
    for (const [chain, rules] of Object.entries(fact.chains)) {
      chains.set(`${table} ${chain}`, { table, chain, rules, fact: id });
    }
  }
  return [...chains.values()].sort((a, b) => b.fact - a.fact);
}
