/** A transaction of nftables as the fact of changed rules. */
import type { NftTransaction } from '#cluster/node/os/nftables';
import type { NftTableState } from './nft-tables.ts';
import { elementText, nftRuleText } from './nft-text.ts';

/** Elements stand under the name of their set: `@service-ips`. */
export function nftChange({ name }: NftTableState, transaction: NftTransaction) {
  const changed: Record<string, readonly string[]> = {};
  for (const [chain, { rules }] of transaction.chains) changed[chain] = rules.map(nftRuleText);
  for (const [set, elements] of transaction.added) changed[`@${set}`] = elements.map(elementText);
  const gone = [...transaction.deleted].flatMap(([set, keys]) =>
    keys.map((key) => `@${set} ${key}`),
  );
  return {
    type: 'NetfilterChanged',
    table: `ip ${name}`,
    chains: changed,
    deleted: [...transaction.deletedChains, ...transaction.deletedSets, ...gone],
  } as const;
}
