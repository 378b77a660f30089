/**
 * `npm run lesson -- FILE…`: reports whether lessons can be shown: their form, line by line, and
 * whether the run comes to each of their beats and questions. Exits with 1 if one cannot.
 */
import { readFileSync } from 'node:fs';
import { baseOf } from './base-of.ts';
import { checkLesson } from './check-lesson.ts';

const files = process.argv.slice(2);
if (files.length === 0) {
  process.stderr.write('Which lesson? npm run lesson -- FILE…\n');
  process.exitCode = 2;
}
for (const file of files) {
  const text = textOf(file);
  const { problems, beats, steps } = checkLesson(text, await baseOf(text));
  for (const { line, message } of problems) process.stdout.write(`${file}:${line}: ${message}\n`);
  if (problems.length > 0) process.exitCode = 1;
  else process.stdout.write(`${file}: ${beats} beats in a run of ${steps} steps\n`);
}

function textOf(file: string): string {
  try {
    return readFileSync(file, 'utf8');
  } catch (error) {
    process.stderr.write(`${error instanceof Error ? error.message : file}\n`);
    process.exit(2);
  }
}
