import { expect, it } from 'vitest';
import { isUnfinished } from './unfinished.ts';

it.each([
  ['cat <<EOF | kubectl apply -f -', true],
  ['cat <<EOF | kubectl apply -f -\nkind: Pod', true],
  ['cat <<EOF | kubectl apply -f -\nkind: Pod\nEOF', false],
  ["cat <<-'END' > a\n\tEND", false],
  ['kubectl create deployment web \\', true],
  ['kubectl create deployment web \\\n  --image=nginx', false],
  ['echo a\\\\', false],
  ['kubectl get pods', false],
])('Enter asks for the rest of %j: %s', (text, expected) => {
  expect(isUnfinished(text)).toBe(expected);
});
