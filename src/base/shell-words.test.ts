import { expect, it } from 'vitest';
import { splitWords } from './shell-words.ts';

it('splits a command line as a shell does', () => {
  expect(splitWords(`get pods  -o wide`)).toEqual(['get', 'pods', '-o', 'wide']);
  expect(splitWords(`patch x -p '{"a": "b c"}'`)).toEqual(['patch', 'x', '-p', '{"a": "b c"}']);
  expect(splitWords(`run "a b"c d\\ e ''`)).toEqual(['run', 'a bc', 'd e', '']);
});
