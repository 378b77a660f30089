/** Scripts for the shell of a container, through `kubectl exec`, of a person, and of a host. */
import fc from 'fast-check';
import type { FuzzKind } from '../fuzz-kind.ts';
import { anyText, damaged, pick } from '../inputs/pick.ts';
import { ClusterDoor } from './cluster-door.ts';

interface Script {
  /** `host` is for a look at a machine. */
  readonly where: 'container' | 'host' | 'person';
  readonly script: string;
}

const programs = pick(
  'echo cat ls grep sed sort uniq head tail tr cut seq wc expr test [ printf date find xargs env ps kill sleep base64 stat tee touch rm mkdir cp mv dd nl rev tac paste yes timeout id hostname ip nc ping nslookup wget basename dirname realpath which chmod chown usleep whoami uname pgrep printenv httpd true false cd pwd read export set unset shift eval exit return break continue trap wait . local type umask',
);
// A paragraph sign stands for a dollar before a brace: no placeholder is meant.
const variables = pick(
  '$x $1 $@ $* "$@" $# $? $$ $! §{x} §{x:-a} §{x:=b} §{x:?no} §{x:+c} §{#x} §{x%a*} §{x##*/} §{x/a/b} $((1+2)) $((x++)) $((1/0)) $((2**63)) $((0x)) $(echo a) `echo b` §{ $('.replaceAll(
    '§',
    '$',
  ),
);
const args = fc.oneof(
  pick(
    'a b 1 0 -1 -n -e -r -u -k2 -c -f -l -a -d -i -v -E -o -h --help --version / /etc/passwd /etc /tmp/x /dev/null /proc/1/cmdline . .. * ? [a-z]* "" \'a b\' %s %d %x %5.3f \\n s/a/b/ s/\\(a\\)/\\1/g 1,3p $d /x/d a-z A-Z :upper: = != -eq -lt -z ! -a -o + : 1k 99999999999 1e9 0.1 +%Y +%s%N -name -type -exec {} ; \\; -maxdepth localhost 10.96.0.1 kubernetes http://web :80 KILL -9 ( ) ^ .* a* (a|b) [[:digit:]] \\{2\\}',
  ),
  variables,
  anyText.map((text) => `'${text.replaceAll("'", '')}'`),
);
/** Of a person's shell; there is none in a container. */
const commands = fc.constantFrom(
  ...['get pods', 'get pods -o yaml', 'get pods -w', 'get -o name', 'config view', 'cp bb:/a a'],
  ...['apply -f -', 'delete -f -', 'create cm $x', 'create cm a --dry-run=client -o yaml'],
  ...['exec -i bb -- sh', 'logs -f bb', 'label pod bb a=$x', 'port-forward bb 8080:80', ''],
);
const awk = fc
  .constantFrom(
    '{n[$1]++} END {for (k in n) print k, n[k]}',
    'function f(a, i) {a[i] = i; return i < 9 ? f(a, i + 1) : i} BEGIN {print f(x, 0), length(x)}',
    'BEGIN {while (i++ < 9) s = s sprintf("%*d", i, i); gsub(/ +/, "&-", s); print s}',
    '/a/, /b/ {$3 = $1 ":" $2; NF = 2; print > "/tmp/y"} !/c/ {next}',
  )
  .chain((program) => damaged(program, '{ } ( ) " / $ ; ++ = ~ , \\ -9 1e9 NF getline'))
  .map((program) => `echo 'a b c' | awk '${program.replaceAll("'", '')}'`);
const lines = fc.oneof(
  commands.map((words) => `kubectl ${words}`),
  commands.map((words) => `watch kubectl ${words}`),
  pick('k alias clear less KUBECONFIG=~/x'),
  fc.constantFrom('alias k=kubectl', 'unalias k', 'export KUBECONFIG=/x', 'curl localhost:8080'),
);
const simple = fc.oneof(
  {
    weight: 5,
    arbitrary: fc
      .tuple(programs, fc.array(args, { maxLength: 4 }))
      .map(([program, words]) => [program, ...words].join(' ')),
  },
  { weight: 1, arbitrary: lines },
  { weight: 1, arbitrary: awk },
);
const redirects = pick('>/tmp/x >>/tmp/x </tmp/x 2>&1 2>/dev/null <&- >&3 </nope &>/tmp/y >| <>');

const grown = (inner: fc.Arbitrary<string>): fc.Arbitrary<string> =>
  fc.oneof(
    fc.tuple(inner, pick('; | && || & |&'), inner).map(([a, op, b]) => `${a} ${op} ${b}`),
    fc.tuple(inner, redirects).map(([a, redirect]) => `${a} ${redirect}`),
    inner.map((a) => `(${a})`),
    inner.map((a) => `{ ${a}; }`),
    inner.map((a) => `! ${a}`),
    inner.map((a) => `echo $(${a})`),
    inner.map((a) => `x=$(${a}); echo "$x" $x`),
    fc.tuple(inner, inner).map(([a, b]) => `if ${a}; then ${b}; else ${a}; fi`),
    fc.tuple(args, inner).map(([list, a]) => `for x in ${list} b; do ${a}; done`),
    fc.tuple(inner, inner).map(([a, b]) => `while ${a}; do ${b}; break; done`),
    fc
      .tuple(args, args, inner)
      .map(([word, glob, a]) => `case ${word} in ${glob}) ${a};; *) ;; esac`),
    inner.map((a) => `f() { ${a}; }; f a b`),
    inner.map((a) => `cat <<E\n$x ${a}\nE`),
    inner.map((a) => `set -e; ${a}; echo end`),
    inner.map((a) => `sh -c '${a.replaceAll("'", '')}' a b`),
    inner.map((a) => `trap '${a.replaceAll("'", '')}' EXIT INT; ${a}`),
  );

const scripts = fc.oneof(
  { weight: 4, arbitrary: simple },
  { weight: 4, arbitrary: grown(simple) },
  { weight: 3, arbitrary: grown(grown(simple)) },
  {
    weight: 1,
    arbitrary: grown(grown(simple)).chain((text) =>
      damaged(text, '\' " $ ( ) { } ; | & < > ` \\ \n # ! do fi'),
    ),
  },
  { weight: 1, arbitrary: anyText },
);

const begin = [
  ['run', 'bb', '--image=busybox:1.36', '--', 'sleep', '99999'],
  ['wait', '--for=condition=Ready', 'pod/bb', '--timeout=60s'],
].map((argv) => ({ argv }));

export const shellKind: FuzzKind<Script> = {
  inputs: fc.record({
    where: fc.constantFrom('container', 'container', 'person', 'host'),
    script: scripts,
  }),
  open(seed, patience) {
    const door = new ClusterDoor(seed, patience, begin);
    return ({ where, script }) => {
      if (where === 'host') return door.look(script);
      if (where === 'person') return door.type({ line: script });
      return door.type({ argv: ['exec', 'bb', '--', 'sh', '-c', script] });
    };
  },
};
