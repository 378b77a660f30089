/**
 * Runs a bundled program with the code that V8 compiled for it before:
 * `node run-compiled.mjs program.js program.cache [arguments]`.
 *
 * A browser keeps the compiled functions of a page's scripts between visits. Where there is no cache
 * yet, or one of other V8 flags, the program runs without and leaves one of all it called.
 */
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { Script } from 'node:vm';

const [program = '', cache = '', ...rest] = process.argv.slice(2);
process.argv = [process.execPath, program, ...rest];
const cachedData = existsSync(cache) ? readFileSync(cache) : undefined;
const source = readFileSync(program, 'utf8');
const script = new Script(source, { filename: program, cachedData });
script.runInThisContext();
if (script.cachedDataRejected !== false) writeFileSync(cache, script.createCachedData());
