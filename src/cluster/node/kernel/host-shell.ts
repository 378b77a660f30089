/**
 * Inspection commands on a host: they print the kernel's network state; text tools may follow in
 * the pipeline.
 *
 * In: a pipeline as a person types it (`iptables-save -t nat | grep -E 'default/web'`); `NS` in
 * front, as in recordings, means the host's own network namespace. Out: what the pipeline prints,
 * or an error text for an unknown command.
 */
import type { CompileRegexp } from '#base/regexp';
import { err, ok, type Result } from '#base/result';
import { splitWords } from '#base/shell-words';
import type { SimTime } from '#base/sim-time';
import { ipvsadmList } from './ipvs.ts';
import type { Kernel } from './kernel.ts';
import { ipsetCommand } from './netfilter/ipset-list.ts';
import { iptablesSave } from './netfilter/iptables-save.ts';
import { nftTableText } from './netfilter/nft-text.ts';
import { forwardingEntries, trackedConnections } from './show.ts';
import { textTool } from './text-tools.ts';

type Lines = readonly string[];

/**
 * Runs a pipeline on a host; `undefined` when the first command does not read the kernel's state.
 */
export function lookAtNetwork(
  kernel: Kernel,
  now: SimTime,
  line: string,
  regexp: CompileRegexp,
): Result<string, string> | undefined {
  const [first = '', ...rest] = splitPipeline(line);
  const words = splitWords(first.trim());
  const argv = words[0] === 'NS' || words[0] === 'sudo' ? words.slice(1) : words;
  const printed = printState(kernel, now, argv);
  if (printed === undefined) return undefined;
  let lines = printed;
  for (const stage of rest) {
    lines = lines.ok ? textTool(splitWords(stage.trim()), lines.value, regexp) : lines;
  }
  return lines.ok ? ok(lines.value.map((text) => `${text}\n`).join('')) : lines;
}

function printState(
  kernel: Kernel,
  now: SimTime,
  argv: readonly string[],
): Result<Lines, string> | undefined {
  switch (argv[0]) {
    case 'iptables-save':
      return iptablesSave(kernel.tables, now, argv.slice(1));
    case 'ipvsadm':
      return ipvsadmOptions.has(argv.slice(1).join(' '))
        ? ok(ipvsadmList(kernel.ipvs))
        : unknownOption('ipvsadm', argv);
    case 'nft':
      return nftCommand(kernel, argv);
    case 'ipset':
      return ipsetCommand(kernel.tables, argv);
    case 'ip':
      return ipCommand(kernel, argv);
    case 'bridge':
      return argv[1] === 'fdb' ? ok(forwardingEntries(kernel)) : unknownOption('bridge', argv);
    case 'conntrack':
      return argv[1] === '-L' ? ok(trackedConnections(kernel)) : unknownOption('conntrack', argv);
    default:
      return undefined;
  }
}

const ipvsadmOptions = new Set(['-Ln', '-L -n', '-ln', '-l -n']);

/** `nft list ruleset`, `nft list table ip NAME`. */
function nftCommand({ nftables }: Kernel, argv: readonly string[]): Result<Lines, string> {
  const [, verb, what, family, name] = argv;
  if (verb !== 'list') return unknownOption('nft', argv);
  if (what === 'ruleset') return ok(nftables.all.flatMap(nftTableText));
  if (what !== 'table' || family !== 'ip') return unknownOption('nft', argv);
  const table = nftables.all.find((one) => one.name === name);
  if (table !== undefined) return ok(nftTableText(table));
  return err(`Error: No such file or directory\nlist table ip ${name}`);
}

const objects = ['addr', 'route', 'neigh', 'link'] as const;

/** `ip addr`, `ip r`, …: a prefix of the name of the object is enough. */
function ipCommand(kernel: Kernel, argv: readonly string[]): Result<Lines, string> {
  const [, asked = ''] = argv;
  const what = objects.find((name) => asked !== '' && `${name}ess`.startsWith(asked));
  return what === undefined ? unknownOption('ip', argv) : ok(kernel.host.show(what));
}

/** Splits at bars outside quotes. */
function splitPipeline(line: string): readonly string[] {
  const stages: string[] = [];
  let stage = '';
  let quote = '';
  for (const char of line) {
    if (quote === '' && char === '|') {
      stages.push(stage);
      stage = '';
      continue;
    }
    if (quote === '' && (char === "'" || char === '"')) quote = char;
    else if (char === quote) quote = '';
    stage += char;
  }
  return [...stages, stage];
}

const unknownOption = (command: string, argv: readonly string[]): Result<never, string> =>
  err(`${command} ${argv.slice(1).join(' ')} is not simulated`);
