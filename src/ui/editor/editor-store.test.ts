import { describe, expect, it } from 'vitest';
import { opensEditor } from './editor-store.ts';

describe('a line that waits for a text', () => {
  it.each([
    'kubectl apply -f -',
    'kubectl apply -f - && kubectl get pods',
    'kubectl edit deployment web',
    'cat > over/kustomization.yaml',
    'cat >notes.txt',
    'tee app.yaml',
  ])('opens the editor: %s', (line) => {
    expect(opensEditor(line)).toBe(true);
  });

  it.each([
    'kubectl apply -f app.yaml',
    'cat app.yaml',
    'cat a > b',
    'cat < a',
    'kubectl edit -h',
    'kubectl create cm a --dry-run=client -o yaml | kubectl apply -f -',
    'kubectl apply -f - < app.yaml',
    'kubectl apply -f - <<EOF\na: b\nEOF',
  ])('runs as it stands: %s', (line) => {
    expect(opensEditor(line)).toBe(false);
  });
});
