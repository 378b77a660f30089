import { describe, expect, it } from 'vitest';
import { splitWords } from '#base/shell-words';
import { shellRefusal } from './shell-operators.ts';

const refusal = (line: string): string | undefined => shellRefusal(line, splitWords(line).slice(1));

describe('an operator of a shell in a line of kubectl', () => {
  it.each([
    ['kubectl get pods | grep web', '|'],
    ['kubectl get pods > pods.txt', '>'],
    ['kubectl get pods ; kubectl get nodes', ';'],
    ['kubectl create ns a && kubectl get ns', '&&'],
    ['kubectl create ns a &', '&'],
    ['kubectl create ns a&', '&'],
    ['kubectl port-forward pod/web 8080:80 & kubectl get pods', '&'],
  ])('is refused by its name: %s', (line, operator) => {
    expect(refusal(line)).toBe(`"${operator}": a shell is not simulated`);
  });

  it.each([
    ['kubectl port-forward pod/web 8080:80 &', 'port-forward'],
    ['kubectl port-forward pod/web 8080:80&', 'port-forward'],
    ['kubectl proxy --port=8001 & ', 'proxy'],
    ['kubectl get pods -w &', 'get -w'],
    ['kubectl logs -f deploy/web &', 'logs -f'],
  ])('is not needed where a command goes on by itself: %s', (line, what) => {
    expect(refusal(line)).toBe(
      `"&": a shell is not simulated, and needs not be: leave it out, ${what} goes on until ` +
        'Ctrl-C, and other commands can be typed meanwhile',
    );
  });

  it.each([
    ["kubectl annotate pod web note='R&D&'"],
    ['kubectl annotate pod web "note=this & that"'],
    ['kubectl annotate pod web note=a\\&'],
    ['kubectl get pods'],
  ])('is none in quotes: %s', (line) => {
    expect(refusal(line)).toBeUndefined();
  });
});
