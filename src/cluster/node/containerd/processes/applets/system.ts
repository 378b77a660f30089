/** Applets that show what the kernel tells: mount without a device, sysctl. */
import { absolute, type Program } from '../program.ts';
import { optionsOf } from './inputs.ts';

/** The mounts, those of one type with `-t TYPE`. Nothing can be mounted. */
export const mount: Program = function* (context) {
  const { options, names } = optionsOf(context.argv, 'to');
  if (names.length > 0) {
    context.err('mount: permission denied (are you root?)\n');
    return 1;
  }
  const type = options.get('t');
  for (const line of (context.files.read('/proc/mounts') ?? '').split('\n')) {
    const [device = '', place, found, flags] = line.split(' ');
    if (device === '' || (type !== undefined && type !== found)) continue;
    context.out(`${device} on ${place} type ${found} (${flags})\n`);
  }
  return 0;
};

/** The parameters named with dots or slashes: `-n` shows values only. They cannot be set. */
export const sysctl: Program = function* (context) {
  const { options, names } = optionsOf(context.argv, '');
  let code = 0;
  for (const name of names) {
    const [given = '', value] = name.split('=');
    const key = given.replaceAll('/', '.');
    const text = context.files.read(`/proc/sys/${key.replaceAll('.', '/')}`);
    if (text === undefined) context.err(`sysctl: error: '${key}' is an unknown key\n`);
    else if (value !== undefined || options.has('w')) {
      context.err(`sysctl: error setting key '${key}': Read-only file system\n`);
    } else {
      for (const line of text.trimEnd().split('\n')) {
        context.out(options.has('n') ? `${line}\n` : `${key} = ${line}\n`);
      }
      continue;
    }
    code = 1;
  }
  return code;
};

const perLine = 16;
const hex = (value: number, digits: number): string => value.toString(16).padStart(digits, '0');

/** Bytes in hexadecimal: `-C` shows them one by one with their letters, `-v` repeats lines. */
export const hexdump: Program = function* (context) {
  const { options, names } = optionsOf(context.argv, 'n');
  const bytes: number[] = [];
  let code = 0;
  for (const name of names) {
    const content = context.files.readBytes(absolute(context, name));
    if (content !== undefined) bytes.push(...content);
    else {
      context.err(`hexdump: ${name}: No such file or directory\n`);
      code = 1;
    }
  }
  const isCanonical = options.has('C');
  const place = (at: number): string => hex(at, isCanonical ? 8 : 7);
  const shown = bytes.slice(0, Number(options.get('n') ?? bytes.length));
  let [last, starred] = ['', false];
  for (let at = 0; at < shown.length; at += perLine) {
    const some = shown.slice(at, at + perLine);
    const line = isCanonical ? canonical(some) : words(some);
    const repeats = line === last && !options.has('v');
    if (!repeats) context.out(`${place(at)}${line}\n`);
    else if (!starred) context.out('*\n');
    [last, starred] = [line, repeats];
  }
  if (shown.length > 0) context.out(`${place(shown.length)}\n`);
  return code;
};

function canonical(bytes: readonly number[]): string {
  const column = Array.from({ length: perLine }, (_, index) => {
    const byte = bytes[index];
    return `${index === perLine / 2 ? ' ' : ''} ${byte === undefined ? '  ' : hex(byte, 2)}`;
  });
  const letters = bytes.map((byte) =>
    byte >= 0x20 && byte < 0x7f ? String.fromCharCode(byte) : '.',
  );
  return ` ${column.join('')}  |${letters.join('')}|`;
}

/** Pairs of bytes, the second one first. */
function words(bytes: readonly number[]): string {
  let text = '';
  for (let at = 0; at < bytes.length; at += 2) {
    text += ` ${hex((bytes[at] ?? 0) + 256 * (bytes[at + 1] ?? 0), 4)}`;
  }
  return text;
}
