/**
 * The image perl, as far as Kubernetes' own page about Jobs uses it: `perl -Mbignum=bpi -wle
 * 'print bpi(2000)'`, the digits of pi.
 */
import { seconds } from '#base/sim-time';
import { type Program, timeOnCpu } from '../program.ts';
import type { OwnContent } from './own-content.ts';

/** Of pi with N digits, as perl's arithmetic grows: seven seconds for 2,000. */
const secondsOf = (digits: number): number => 7 * (digits / 2000) ** 2;

const mostDigits = 10_000;

const script = /^print bpi\((\d{1,6})\);?$/;

const perl = (version: string): Program =>
  function* (context) {
    const { argv, out, err } = context;
    const [, ...words] = argv;
    if (words.includes('-v')) {
      out(`\nThis is perl 5, version ${version.split('.')[1]}, subversion 0 (v${version})\n`);
      return 0;
    }
    const digits = Number(script.exec(words.at(-1) ?? '')?.[1]);
    if (!words.includes('-Mbignum=bpi') || !(digits >= 1 && digits <= mostDigits)) {
      err("podyssey: perl is simulated: it knows -Mbignum=bpi -wle 'print bpi(N)' alone\n");
      return 255;
    }
    yield timeOnCpu(context, seconds(secondsOf(digits)));
    out(`${piOf(digits)}\n`);
    return 0;
  };

/** Pi with so many digits, rounded, by Machin's formula. */
function piOf(digits: number): string {
  const guard = 10;
  const one = 10n ** BigInt(digits - 1 + guard);
  const scaled = 4n * (4n * arctanOfInverse(5n, one) - arctanOfInverse(239n, one));
  const rounded = (scaled + 5n * 10n ** BigInt(guard - 1)) / 10n ** BigInt(guard);
  const text = String(rounded);
  return digits === 1 ? text : `${text[0]}.${text.slice(1)}`;
}

/** arctan(1/x) in units of 1/one. */
function arctanOfInverse(x: bigint, one: bigint): bigint {
  let power = one / x;
  let sum = power;
  for (let n = 3n, sign = -1n; power !== 0n; n += 2n, sign = -sign) {
    power /= x * x;
    sum += (sign * power) / n;
  }
  return sum;
}

/** What the image adds to its base. */
export const perlContent = ({ version = '' }: { readonly version?: string }): OwnContent => ({
  files: {},
  programs: { '/usr/local/bin/perl': perl(version) },
  scripts: [],
});
