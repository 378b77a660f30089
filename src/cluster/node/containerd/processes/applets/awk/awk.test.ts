/**
 * What awk prints is what busybox 1.35 printed, and gawk where that busybox has a fault or, as it
 * was built without mathematics, no answer.
 */
import { describe, expect, it } from 'vitest';
import { lateRegexp } from '#base/regexp';
import { regexpLibrary } from '#base/regexp-library';
import { seconds } from '#base/sim-time';
import { FileSystem } from '#cluster/node/containerd/files/file-system';
import { Simulation } from '#sim/simulation';
import { ProcessSignals } from '../../program.ts';
import { outputOfScript } from '../../shell/shell.fixture.ts';
import { awk } from './awk.ts';

type Case = readonly [args: readonly string[], input: string, expected: string, code: number];

/** What it writes to both streams, and its exit code. */
function awkOn(input: string, ...args: readonly string[]) {
  const sim = new Simulation();
  let text = '';
  let stdin = input;
  const write = (more: string): void => {
    text += more;
  };
  const context = {
    ...{ sim, argv: ['awk', ...args], env: new Map<string, string>(), out: write, err: write },
    ...{ files: new FileSystem([], { '/tmp/.': '' }), cwd: '/tmp' },
    regexp: lateRegexp(() => regexpLibrary),
    signals: new ProcessSignals(sim),
    readStdin: () => {
      const taken = stdin;
      stdin = '';
      return taken;
    },
  };
  let code: number | undefined;
  sim.spawn(
    'awk',
    (function* () {
      code = yield* awk(context);
    })(),
  );
  sim.run(seconds(60));
  return { text, code };
}

const pods = 'NAME READY STATUS\nweb-1 1/1 Running\nweb-2 0/1 Pending\napi-1 1/1 Running\n';
const numbers = 'a 10\nb 9\nc 20\n';

describe('awk', () => {
  it.each<Case>([
    [['{print $1}'], pods, 'NAME\nweb-1\nweb-2\napi-1\n', 0],
    [['NR>1 {print $1, $3}'], pods, 'web-1 Running\nweb-2 Pending\napi-1 Running\n', 0],
    [['$3=="Running" {print $1}'], pods, 'web-1\napi-1\n', 0],
    [['-F:', '{print $2}'], 'a:b:c\nd:e\n', 'b\ne\n', 0],
    [['-F[:/]', '{print $2 "-" $3}'], 'a:b/c\n', 'b-c\n', 0],
    [['{print NF ": " $NF}'], 'a b c\n\n d  e \n', '3: c\n0: \n2: e\n', 0],
    [['NR==1, NR==3'], pods, 'NAME READY STATUS\nweb-1 1/1 Running\nweb-2 0/1 Pending\n', 0],
    [['/Running/'], pods, 'web-1 1/1 Running\napi-1 1/1 Running\n', 0],
    [['!/Running/ && NR>1'], pods, 'web-2 0/1 Pending\n', 0],
    [['BEGIN {OFS=","} {$1=$1; print}'], 'a b  c\n', 'a,b,c\n', 0],
    [['{$5="x"; print; print NF}'], 'a b\n', 'a b   x\n5\n', 0],
    [['{NF=2; print}'], 'a b c\n', 'a b\n', 0],
    [['BEGIN {RS=""} {print $1, NF}'], 'a b\nc\n\nd e\n', 'a 3\nd 2\n', 0],
    [['-F', '\\t', '{print $2}'], 'a b\tc d\n', 'c d\n', 0],
    [['-F', '|', '{print $2}'], 'a|b|c\n', 'b\n', 0],
    [
      ['length($0) > 10'],
      pods,
      'NAME READY STATUS\nweb-1 1/1 Running\nweb-2 0/1 Pending\napi-1 1/1 Running\n',
      0,
    ],
  ])('parts lines into fields: %j', (args, input, expected, code) => {
    expect(awkOn(input, ...args)).toEqual({ text: expected, code });
  });

  it.each<Case>([
    [['{sum += $2} END {print sum, sum/NR}'], numbers, '39 13\n', 0],
    [['/Running/ {n++} END {print n+0}'], pods, '2\n', 0],
    [['END {print NR}'], pods, '4\n', 0],
    [['!seen[$3]++ {print $3}'], pods, 'STATUS\nRunning\nPending\n', 0],
    [['{n[$3]++} END {print n["Running"], n["Pending"], length(n)}'], pods, '2 1 3\n', 0],
    [['{if ($2 > m) m = $2} END {print m}'], numbers, '20\n', 0],
    [['BEGIN {for (i = 1; i <= 3; i++) s = s i; print s}'], '', '123\n', 0],
    [['BEGIN {while (i < 3) {i++; if (i == 2) continue; print i}}'], '', '1\n3\n', 0],
    [['BEGIN {do {i++} while (i < 5); print i; exit 3}'], '', '5\n', 3],
    [
      [
        'BEGIN {a[1,2]=3; for (k in a) {split(k, p, SUBSEP); print p[1], p[2]}; if ((1,2) in a) print "in"; delete a[1,2]; print length(a)}',
      ],
      '',
      '1 2\nin\n0\n',
      0,
    ],
  ])('counts and adds: %j', (args, input, expected, code) => {
    expect(awkOn(input, ...args)).toEqual({ text: expected, code });
  });

  it.each<Case>([
    [['$1 < $2'], '10 9\n9 10\nabc abd\n', '9 10\nabc abd\n', 0],
    [['BEGIN {print ("10" < "9"), (10 < 9), (x == 0), (x == "")}'], '', '1 0 1 1\n', 0],
    [['-v', 'n=10', 'BEGIN {print (n < 9), n ""}'], '', '0 10\n', 0],
    [['$1 == 1'], '1.0\n01\n1a\n', '1.0\n01\n', 0],
    [['{print ($1 == 0), ($9 == 0), ($9 == "")}'], '0\nx\n', '1 0 1\n0 0 1\n', 0],
    [['{print ($0 ? "true" : "false")}'], ' \n 0 \n0a\n\n', 'false\nfalse\ntrue\nfalse\n', 0],
    [
      ['BEGIN {print 2^53, 2^62, 10^15, 2^-2, 2^0.5}'],
      '',
      '9007199254740992 4611686018427387904 1000000000000000 0.25 1.41421\n',
      0,
    ],
    [
      ['BEGIN {print 1e6, 1234567, 0.1+0.2, 100000000000, 3.0}'],
      '',
      '1000000 1234567 0.3 100000000000 3\n',
      0,
    ],
    [['BEGIN {x = 5; x += 2; x *= 3; print x, x++, ++x, x--}'], '', '21 21 23 23\n', 0],
    [['BEGIN {print 1 " " 2+3, -2^2, 2^3^2, 7%3, 1/4}'], '', '1 5 -4 512 1 0.25\n', 0],
  ])('compares numbers as numbers and texts as texts: %j', (args, input, expected, code) => {
    expect(awkOn(input, ...args)).toEqual({ text: expected, code });
  });

  it.each<Case>([
    [['{print toupper(substr($1, 1, 1)) substr($1, 2)}'], numbers, 'A\nB\nC\n', 0],
    [['{gsub(/o/, "[&]"); print}'], 'foo boo\n', 'f[o][o] b[o][o]\n', 0],
    [
      ['{sub(/o+/, "0"); print; print gsub(/o/, "\\\\&"), $0}'],
      'foo boo\n',
      'f0 boo\n2 f0 b&&\n',
      0,
    ],
    [
      ['{if (match($0, /[0-9]+/)) print RSTART, RLENGTH, substr($0, RSTART, RLENGTH)}'],
      'pod-123-x\n',
      '5 3 123\n',
      0,
    ],
    [['{n = split($0, p, "-"); print n, p[1], p[n]}'], 'a-b-c\n', '3 a c\n', 0],
    [['{print index($0, "b"), length, length($1)}'], 'abc de\n', '2 6 3\n', 0],
    [
      ['{printf "%-6s|%5.1f|%03d|%x|%c|%%\\n", $1, $2, $2, $2, $1}'],
      numbers,
      'a     | 10.0|010|a|a|%\nb     |  9.0|009|9|b|%\nc     | 20.0|020|14|c|%\n',
      0,
    ],
    [['BEGIN {printf "%s %d\\n", "a"; print sprintf("%5s|", "ab")}'], '', 'a 0\n   ab|\n', 0],
    [['function f(n) {return n < 2 ? 1 : n * f(n-1)} BEGIN {print f(10)}'], '', '3628800\n', 0],
    [
      [
        'function fill(a, n,  i) {for (i = 0; i < n; i++) a[i] = i * i} BEGIN {fill(s, 4); print s[3], i + 0}',
      ],
      '',
      '9 0\n',
      0,
    ],
    [['BEGIN {print int(3.9), int(-3.9), sqrt(16), tolower("ABC")}'], '', '3 -3 4 abc\n', 0],
  ])('has functions: %j', (args, input, expected, code) => {
    expect(awkOn(input, ...args)).toEqual({ text: expected, code });
  });

  it.each<Case>([
    [['BEGIN {print 1/0}'], '', 'awk: cmd. line:1: Division by zero\n', 1],
    [['BEGIN {print 1'], '', 'awk: cmd. line:1: Unexpected token\n', 1],
    [['{print $1'], 'a\n', 'awk: cmd. line:1: Unexpected token\n', 1],
    [['BEGIN {f(1)}'], '', 'awk: cmd. line:1: Call to undefined function\n', 1],
    [['BEGIN {delete 3}'], '', 'awk: cmd. line:1: Not an array\n', 1],
    [['BEGIN {\n\nprint 5 % 0}'], '', 'awk: cmd. line:3: Division by zero\n', 1],
    [['BEGIN {break}'], '', "awk: cmd. line:1: 'break' not in a loop\n", 1],
    [['function f() {} function f() {}'], '', 'awk: cmd. line:1: Duplicate function\n', 1],
    [['BEGIN {print "a'], '', 'awk: cmd. line:1: Unexpected end of string\n', 1],
    [['{print $(-1)}'], 'a\n', 'awk: cmd. line:1: Access to negative field\n', 1],
    [['BEGIN {print substr("x")}'], '', 'awk: cmd. line:1: Too few arguments\n', 1],
    [['{print} END {print "end"}', 'none'], '', 'awk: none: No such file or directory\n', 1],
    [['-f', 'none'], '', "awk: can't open 'none': No such file or directory\n", 1],
    [['BEGIN {getline; print "got " $1; getline x; print x}'], 'a b\nc\n', 'got a\nc\n', 0],
    [['BEGIN {print > "/dev/stderr"}'], '', '\n', 0],
    [['BEGIN {print rand()}'], '', 'awk: rand is not simulated\n', 2],
    [['{print | "sort"}'], 'a\n', 'awk: a pipe to a command is not simulated\n', 2],
  ])('says what is wrong: %j', (args, input, expected, code) => {
    expect(awkOn(input, ...args)).toEqual({ text: expected, code });
  });

  it.each([
    'BEGIN {while (1) i++}',
    'BEGIN {for (;;) s = s "x"}',
    'BEGIN {s = "x"; while (1) s = s s}',
    'function f(n) {return f(n + 1)} BEGIN {f(0)}',
    'BEGIN {while (1) a[i++] = i}',
    'BEGIN {$99999999 = 1}',
    'BEGIN {printf "%999999999s", "x"}',
    'BEGIN {s = sprintf("%999999s", "x"); while (1) n += gsub(/ /, "b", s) + gsub(/b/, " ", s)}',
    'BEGIN {s = sprintf("%500000s", "x"); print match(s, /( ?){300}[de]/)}',
    'BEGIN {while (1) n += "x" ~ ("a{999}" n)}',
    'function f(n) {return substr(substr(substr(f(n + 1), 1), 1), 1)} BEGIN {f(1)}',
    `BEGIN {print ${'1 + '.repeat(5000)} 1}`,
  ])('ends a program that would not: %s', (program) => {
    expect([137, 139]).toContain(awkOn('', program).code);
  });

  it('prints once before an input that is still typed', () => {
    const sim = new Simulation();
    let text = '';
    const out = (more: string): void => {
      text += more;
    };
    let inputs: readonly (string | undefined)[] = [undefined, 'a b\n'];
    const readStdin = (): string => {
      const [first, ...rest] = inputs;
      inputs = rest;
      if (first === undefined) throw new Error('the input is still open');
      return first;
    };
    const context = {
      ...{ sim, argv: ['awk', 'BEGIN {print "begins"} {print $2}'], env: new Map(), cwd: '/' },
      ...{
        files: new FileSystem([], {}),
        signals: new ProcessSignals(sim),
        out,
        err: out,
        readStdin,
      },
    };
    expect(() => awk(context).next()).toThrow('still open');
    expect(awk(context).next()).toEqual({ done: true, value: 0 });
    expect(text).toBe('begins\nb\n');
  });

  it('reads files, and assignments between them', () => {
    const files = 'printf "a 1\\n" > f; printf "b:2\\n" > g;';
    const program = "{print FILENAME, FNR, NR, $2 v}' f FS=: v=x g";
    expect(outputOfScript(`${files} awk '${program}`)).toBe('f 1 1 1\ng 1 2 2x\n');
    expect(outputOfScript(`${files} echo '{print $1}' > p; awk -f p f -`)).toBe('a\n');
    expect(outputOfScript(`${files} awk '{print > "h"; print $1 >> "f"}' f; cat f h`)).toBe(
      'a 1\na\na 1\n',
    );
  });

  it('is ended by the shell when it matches for too long, and the shell goes on', () => {
    const program = '{for (i = 0; i < 99; i++) n += gsub(/[0-9]+./, "&")}';
    expect(outputOfScript(`seq 1 100000 | awk 'BEGIN {RS = "x"} ${program}'; echo $?`)).toBe(
      'awk: too much is matched for this simulation: killed\n137\n',
    );
  });
});
