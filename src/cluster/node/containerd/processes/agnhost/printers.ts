/**
 * The commands of agnhost that look at something and print it: mounttest, entrypoint-tester,
 * dns-suffix, dns-server-list, etc-hosts, logs-generator.
 */
import { seconds } from '#base/sim-time';
import { parseGoDuration } from '#k8s.io/apimachinery/duration';
import { goQuote } from '#k8s.io/apimachinery/field-error';
import { type Process, sleep } from '#sim/simulation';
import type { ProcessContext } from '../program.ts';
import { type Flags, flagsOf } from './flags.ts';
import { klog } from './logging.ts';

type Words = readonly string[];

const newFile = 'mount-tester new file\n';
const retryEvery = seconds(2);
const sticky = 0o1000;

/** `mounttest`: writes, reads and describes files, in the fixed order of its flags. */
export function* mounttest(context: ProcessContext, words: Words): Process<number> {
  const flags = flagsOf(words);
  const results = [
    tell(context, flags.text('fs_type'), (path) => {
      const type = context.files.isInMemory(path) ? 'tmpfs' : 'ext4';
      return `mount type of ${goQuote(path)}: ${type}\n`;
    }),
    ...['0644', '0666', '0660', '0777'].map((mode) =>
      writeAndRead(context, flags.text(`new_file_${mode}`), Number.parseInt(mode, 8)),
    ),
    tell(context, flags.text('file_mode'), (path) => {
      const { files } = context;
      const kind = files.isDirectory(path) ? 'd' : '';
      const mode = files.modeOf(path);
      const prefix = kind + ((mode & sticky) !== 0 ? 't' : '');
      return `mode of file ${goQuote(path)}: ${prefix === '' ? '-' : prefix}${letters(mode)}\n`;
    }),
    tell(
      context,
      flags.text('file_perm'),
      (path) => `perms of file ${goQuote(path)}: -${letters(context.files.modeOf(path))}\n`,
    ),
    tell(context, flags.text('file_owner'), (path) => {
      const { uid, gid } = context.files.statOf(path);
      return `owner UID of ${goQuote(path)}: ${uid}\nowner GID of ${goQuote(path)}: ${gid}\n`;
    }),
    read(context, flags.text('file_content')),
    yield* readInLoop(context, flags),
  ];
  return results.every(Boolean) ? 0 : 1;
}

const exists = ({ files }: ProcessContext, path: string): boolean =>
  files.isDirectory(path) || files.read(path) !== undefined;

/** `rwxr-xr-x` */
const letters = (mode: number): string =>
  [...'rwxrwxrwx'].map((letter, at) => (((mode >> (8 - at)) & 1) === 1 ? letter : '-')).join('');

function tell(context: ProcessContext, path: string, words: (path: string) => string): boolean {
  if (path === '') return true;
  if (exists(context, path)) {
    context.out(words(path));
    return true;
  }
  context.out(`error from Stat(${goQuote(path)}): stat ${path}: no such file or directory\n`);
  return false;
}

function read({ files, out }: ProcessContext, path: string): boolean {
  if (path === '') return true;
  const text = files.read(path);
  if (text === undefined) {
    const why = `open ${path}: no such file or directory`;
    out(`error reading file content for ${goQuote(path)}: ${why}\n`);
    return false;
  }
  out(`content of file ${goQuote(path)}: ${text}\n`);
  return true;
}

function writeAndRead(context: ProcessContext, path: string, mode: number): boolean {
  if (path === '') return true;
  const { files, out } = context;
  const isNew = files.read(path) === undefined;
  const error = files.write(path, newFile);
  if (error !== undefined) {
    out(`error writing new file ${goQuote(path)}: open ${path}: ${error.toLowerCase()}\n`);
    return false;
  }
  if (isNew) files.setMode(path, mode);
  return read(context, path);
}

function* readInLoop(context: ProcessContext, flags: Flags): Process<boolean> {
  const path = flags.text('file_content_in_loop');
  if (path === '') return true;
  const { sim, files, out } = context;
  const end = sim.now + seconds(flags.number('retry_time', 180));
  const breaks = flags.isOn('break_on_expected_content', true);
  let isRead = false;
  while (sim.now < end) {
    const text = files.read(path);
    isRead = text !== undefined;
    if (text === undefined) {
      const why = `open ${path}: no such file or directory`;
      out(`Error reading file ${path}: ${why}, retrying\n`);
    } else {
      out(`content of file ${goQuote(path)}: ${text}\n`);
      if (breaks && text === newFile) break;
      if (breaks) out(`Unexpected content. Expected: ${newFile}. Retrying\n`);
    }
    yield* sleep(retryEvery);
  }
  return isRead;
}

/** `entrypoint-tester`: its whole command line. */
export function* entrypointTester({ argv, out }: ProcessContext): Process<number> {
  out(`[${argv.join(' ')}]\n`);
  return 0;
}

const resolvConf = ({ files }: ProcessContext, key: string): string => {
  const lines = (files.read('/etc/resolv.conf') ?? '').split('\n');
  const line = lines.find((each) => each.startsWith(key));
  return (line ?? '').split(' ').slice(1).join(',');
};

/** `dns-suffix` */
export function* dnsSuffix(context: ProcessContext): Process<number> {
  context.out(`${resolvConf(context, 'search')}\n`);
  return 0;
}

/** `dns-server-list` */
export function* dnsServerList(context: ProcessContext): Process<number> {
  context.out(`${resolvConf(context, 'nameserver')}\n`);
  return 0;
}

/** `etc-hosts` */
export function* etcHosts({ files, out }: ProcessContext): Process<number> {
  out(`${files.read('/etc/hosts') ?? ''}\n`);
  return 0;
}

const methods = ['GET', 'POST', 'PUT'];
const namespaces = ['kube-system', 'default', 'ns'];
const letterCount = 26;

/**
 * `logs-generator`: so many lines in a time, as an API server might write them. Upstream's draws
 * at random; these take their turn.
 */
export function* logsGenerator(context: ProcessContext, words: Words): Process<number> {
  const flags = flagsOf(words);
  const total = flags.number('log-lines-total', flags.number('t', 0));
  const text = flags.text('run-duration', flags.text('d'));
  const duration = parseGoDuration(text) ?? 0;
  if (total <= 0 || duration <= 0) {
    const why = total <= 0 ? `total number of lines: ${total}` : `duration: ${text || '0s'}`;
    klog(context, 'logs_generator.go:69', `Invalid ${why}`, 'E');
    return 255;
  }
  for (let id = 0; id < total; id++) {
    const name = [0, 5, 11]
      .map((step) => String.fromCharCode(97 + ((id + step) % letterCount)))
      .join('');
    const url = `/api/v1/namespaces/${namespaces[id % 3]}/pods/${name}`;
    const line = `${id} ${methods[(id + 1) % 3]} ${url} ${200 + ((id * 37) % 400)}`;
    klog(context, 'logs_generator.go:76', line);
    yield* sleep(Math.round(duration / total));
  }
  return 0;
}
