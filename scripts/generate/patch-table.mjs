/**
 * `node scripts/generate/patch-table.mjs`: writes what two published modules make of random patches,
 * as a table that `src/k8s.io/apimachinery/patch/rfc-table.test.ts` holds our own code against.
 *
 * `rfc6902` is the JSON patch of RFC 6902, `json-merge-patch` the merge patch of RFC 7386. The API
 * server's evanphx/json-patch follows both where a patch is right, so only patches that apply are in
 * the table. It is its own where something is missing: there `replace` adds and `copy` takes null.
 * The module has a fault of its own: it replaces and removes at `-`, so only `add` has it here;
 * and it moves within an array to places that are not there any more, so nothing moves so here.
 */
import { writeFileSync } from 'node:fs';
import fc from 'fast-check';
import mergePatch from 'json-merge-patch';
import { applyPatch } from 'rfc6902';

const keys = fc.constantFrom('a', 'b', 'c/d', 'e~f', '', '0');
const scalars = fc.constantFrom(0, 1, true, '', 'x');
const { value: documents } = fc.letrec((tie) => ({
  value: fc.oneof(
    { depthSize: 'small', withCrossShrink: true },
    fc.dictionary(keys, tie('inner'), { minKeys: 1, maxKeys: 3 }),
    fc.dictionary(keys, tie('inner'), { minKeys: 1, maxKeys: 3 }),
  ),
  inner: fc.oneof(
    { depthSize: 'small' },
    scalars,
    fc.array(tie('inner'), { maxLength: 3 }),
    fc.dictionary(keys, tie('inner'), { maxKeys: 2 }),
  ),
}));

const escaped = (key) => key.replaceAll('~', '~0').replaceAll('/', '~1');

/** Pointers to everything in a document, and to places beside it. */
function pointersInto(value, at = '') {
  if (typeof value !== 'object' || value === null) return [at];
  const inner = Object.entries(value).flatMap(([key, each]) =>
    pointersInto(each, `${at}/${escaped(key)}`),
  );
  const beside = Array.isArray(value) ? [`${at}/${value.length}`, `${at}/-`] : [`${at}/new`];
  return [at, ...inner, ...beside];
}

/** The root stays: the API server's own rules are about it. */
const operationsFor = (document) => {
  const pointers = fc.constantFrom(...pointersInto(document).filter((pointer) => pointer !== ''));
  const one = fc.oneof(
    fc.record({ op: fc.constantFrom('add', 'replace', 'test'), path: pointers, value: scalars }),
    fc.record({ op: fc.constantFrom('move', 'copy'), from: pointers, path: pointers }),
    fc.record({ op: fc.constant('remove'), path: pointers }),
  );
  return fc.array(one, { minLength: 1, maxLength: 3 });
};

const jsonCases = documents.chain((document) =>
  operationsFor(document).map((operations) => ({ document, operations })),
);
const merges = fc.tuple(documents, documents, keys).map(([document, patch, gone]) => ({
  document,
  patch: { ...patch, [gone]: null },
}));

const copied = (value) => JSON.parse(JSON.stringify(value));
const sample = (arbitrary, count) => fc.sample(arbitrary, { seed: 6902, numRuns: count });

const atEnd = /\/-$/;
const folderOf = (pointer) => pointer.slice(0, pointer.lastIndexOf('/'));
const isRight = ({ op, path, from = '' }) =>
  !atEnd.test(from) &&
  (op === 'add' || !atEnd.test(path)) &&
  (op !== 'move' || folderOf(from) !== folderOf(path));

const json = sample(jsonCases, 600).flatMap(({ document, operations }) => {
  const result = copied(document);
  const failed = applyPatch(result, copied(operations)).some((error) => error !== null);
  return failed || !operations.every(isRight) ? [] : [{ document, operations, result }];
});
const merge = sample(merges, 200).map(({ document, patch }) => ({
  document,
  patch,
  result: mergePatch.apply(copied(document), copied(patch)),
}));

const lines = (cases) => cases.map((each) => JSON.stringify(each)).join(',\n');
const target = new URL('../../src/k8s.io/apimachinery/fixtures/rfc-patches.json', import.meta.url);
writeFileSync(target, `{"json": [\n${lines(json)}\n],\n"merge": [\n${lines(merge)}\n]}\n`);
