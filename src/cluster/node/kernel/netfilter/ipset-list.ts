/** `ipset list [NAME]`, `ipset list -n` and `ipset save`: the sets that rules match against. */
import { err, ok, type Result } from '#base/result';
import type { IpSet } from '#cluster/node/os/netfilter';
import type { NetfilterTables } from './tables.ts';

type Lines = readonly string[];

export function ipsetCommand(
  tables: NetfilterTables,
  argv: readonly string[],
): Result<Lines, string> {
  const [, verb, option] = argv;
  const names = [...tables.ipSetNames()].sort();
  if (verb === 'list' && (option === '-n' || option === '-name')) return ok(names);
  if (verb !== 'list' && verb !== 'save') {
    return err(`ipset ${argv.slice(1).join(' ')} is not simulated`);
  }
  const asked = option === undefined ? names : names.filter((name) => name === option);
  if (option !== undefined && asked.length === 0) {
    return err(`ipset v7.17: The set with the given name does not exist`);
  }
  const print = verb === 'list' ? listed : saved;
  return ok(asked.flatMap((name) => print(name, tables.ipSet(name))));
}

/** Felix's MaxIPSetSize is the last number. */
const header = ({ type }: IpSet): string =>
  type === 'bitmap:port' ? 'range 0-65535' : 'family inet hashsize 1024 maxelem 1048576';

const listed = (name: string, set: IpSet | undefined): Lines =>
  set === undefined
    ? []
    : [
        `Name: ${name}`,
        `Type: ${set.type}`,
        `Header: ${header(set)}`,
        `Number of entries: ${set.members.length}`,
        'Members:',
        ...set.members,
      ];

const saved = (name: string, set: IpSet | undefined): Lines =>
  set === undefined
    ? []
    : [
        `create ${name} ${set.type} ${header(set)}`,
        ...set.members.map((member) => `add ${name} ${member}`),
      ];
