/**
 * Writes src/evidence/symbols.generated.json: each file, symbol and piece of text of published source
 * that evidence names, after it has found them there.
 *
 * In: the `source` entries of all evidence files; the Go modules of Kubernetes v1.36.3 and the others
 * they name, which `go mod download` fetches.
 * Run: `node scripts/generate/evidence-symbols.mjs`
 */
import { execFileSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const kubernetes = 'k8s.io/kubernetes@v1.36.3';
const staging = /^staging\/src\/k8s\.io\/([\w-]+)\//;
const root = fileURLToPath(new URL('../../', import.meta.url));
const out = join(root, 'src/evidence/symbols.generated.json');

/** `{ source: 'FILE: SYMBOL', has }` of every evidence file. */
const named = evidenceFiles()
  .flatMap((file) => Object.values(JSON.parse(readFileSync(join(root, file), 'utf8'))).flat())
  .filter(({ source }) => source !== undefined);

const folders = new Map();
const texts = new Map();
const list = {};
const missing = [];
for (const { source, has, count } of named) {
  const [file, symbol = ''] = source.split(': ');
  const text = textOf(file);
  const body = text === undefined ? undefined : symbol === '' ? text : symbolsOf(text).get(symbol);
  const quote = count === undefined ? has : `${count} × ${has}`;
  if (body === undefined) missing.push(source);
  else if (has !== undefined && !holds(body, has, count)) missing.push(`${source} ${quote}`);
  else {
    list[file] ??= {};
    list[file][symbol] ??= [];
    if (quote !== undefined && !list[file][symbol].includes(quote)) list[file][symbol].push(quote);
  }
}
if (missing.length > 0) throw new Error(`not in the source:\n${missing.join('\n')}`);
const sorted = (object) =>
  Object.fromEntries(Object.entries(object).sort(([a], [b]) => (a < b ? -1 : 1)));
const lines = Object.entries(sorted(list)).map(
  ([file, symbols]) => `${JSON.stringify(file)}: ${JSON.stringify(sorted(symbols))}`,
);
writeFileSync(out, `{\n${lines.join(',\n')}\n}\n`);

function evidenceFiles() {
  return ['src', 'docs/evidence']
    .flatMap((folder) =>
      readdirSync(join(root, folder), { recursive: true }).map((path) => `${folder}/${path}`),
    )
    .filter((path) => /\/evidence(\/[\w-]+)?\.json$/.test(path));
}

/** Whether a body has a piece of text, or exactly so many times. */
function holds(body, has, count) {
  const times = plain(body).split(plain(has)).length - 1;
  return count === undefined ? times > 0 : times === count;
}

/** Spaces and line ends are all the same. */
function plain(text) {
  return text.replace(/\s+/g, ' ').trim();
}

function textOf(file) {
  if (!texts.has(file)) {
    const path = pathOf(file);
    texts.set(file, existsSync(path) ? contentOf(path) : undefined);
  }
  return texts.get(file);
}

/** A file's text; of a folder, its folders, each with a slash at its end. */
function contentOf(path) {
  if (!statSync(path).isDirectory()) return readFileSync(path, 'utf8');
  const inside = readdirSync(path, { withFileTypes: true });
  return inside.map((each) => (each.isDirectory() ? `${each.name}/` : '')).join(' ');
}

/** `pkg/…` and `staging/src/k8s.io/…` are Kubernetes' own; others begin with `MODULE@VERSION/`. */
function pathOf(file) {
  const part = staging.exec(file);
  if (part !== null) return join(folderOf(`k8s.io/${part[1]}@v0.36.3`), file.slice(part[0].length));
  const other = /^([\w./-]+@v[\w.+-]+)\//.exec(file);
  if (other !== null) return join(folderOf(other[1]), file.slice(other[0].length));
  return join(folderOf(kubernetes), file);
}

function folderOf(module) {
  if (!folders.has(module)) {
    const told = execFileSync('go', ['mod', 'download', '-json', module], { encoding: 'utf8' });
    folders.set(module, JSON.parse(told).Dir);
  }
  return folders.get(module);
}

/**
 * The declarations of a Go file as gofmt writes it, by name: `Name`, `Type.Method`, `Type.Field`.
 * The comment above a declaration belongs to it.
 */
function symbolsOf(text) {
  const found = new Map();
  const add = (name, body) => found.set(name, `${found.get(name) ?? ''}\n${body}`);
  let [comment, group] = [[], undefined];
  const lines = text.split('\n');
  for (let at = 0; at < lines.length; at++) {
    const line = lines[at];
    if (group !== undefined) {
      if (line === ')') group = undefined;
      else at = addItem(lines, at, add);
      continue;
    }
    if (line.startsWith('//')) comment.push(line);
    else if (/^(const|var|type) \($/.test(line)) group = line;
    else {
      const named = /^func (?:\((?:\w+ )?\*?(\w+)[^)]*\) )?(\w+)|^(?:type|const|var) (\w+)/.exec(
        line,
      );
      if (named !== null) {
        const end = endOf(lines, at, '');
        const body = [...comment, ...lines.slice(at, end + 1)].join('\n');
        const [, type, method, other] = named;
        if (type !== undefined) add(`${type}.${method}`, body);
        add(method ?? other, body);
        if (line.startsWith('type ')) addFields(other, lines.slice(at, end + 1), add);
        at = end;
      }
      comment = [];
    }
  }
  return found;
}

/** The last line of a declaration that begins at a line, with this indentation. */
function endOf(lines, at, indent) {
  const raw = lines[at].endsWith('`');
  if (!raw && !/[{([,]$/.test(lines[at])) return at;
  const last = new RegExp(`^${indent}[})\\]]`);
  for (let end = at + 1; end < lines.length; end++) {
    if (raw ? lines[end].includes('`') : last.test(lines[end]) && !/[{(]$/.test(lines[end]))
      return end;
    if (indent !== '' && lines[end] === ')') return at;
  }
  return at;
}

/** An entry of `const (…)`, with the comments before it; returns its last line. */
function addItem(lines, at, add) {
  let from = at;
  while (/^\t\/\//.test(lines[from] ?? '')) from++;
  const name = /^\t(\w+)/.exec(lines[from] ?? '');
  if (name === null) return at;
  const end = endOf(lines, from, '\t');
  add(name[1], lines.slice(at, end + 1).join('\n'));
  return end;
}

function addFields(type, lines, add) {
  let from = 1;
  for (let at = 1; at < lines.length; at++) {
    const name = /^\t(\w+)/.exec(lines[at]);
    if (name === null) continue;
    add(`${type}.${name[1]}`, lines.slice(from, at + 1).join('\n'));
    from = at + 1;
  }
}
