/**
 * The page "What is left out", made from the last section of each folder's README: so the list is as
 * true as the READMEs are, which stand beside the code and change with it.
 */
import { readFileSync } from 'node:fs';
import { relative } from 'node:path';
import { createMarkdownRenderer } from 'vitepress';

interface LeftOut {
  /** `cluster/node/kubelet` */
  readonly folder: string;
  readonly html: string;
}

export interface LeftOutData {
  /** Of Kubernetes. */
  readonly kubernetes: readonly LeftOut[];
  /** Of the page and the tools around it. */
  readonly rest: readonly LeftOut[];
}

const source = `${import.meta.dirname}/../src`;
const isKubernetes = /^(cluster|k8s\.io)(\/|$)/;
const section = /^## Not modelled\n(.*?)(?=^## |(?![\s\S]))/ms;

declare const data: LeftOutData;

export { data };

export default {
  watch: ['../src/**/README.md'],
  async load(files: readonly string[]): Promise<LeftOutData> {
    const { render } = await createMarkdownRenderer(source);
    const all = files
      .map((file) => ({
        folder: relative(source, file).replace(/\/?README\.md$/, ''),
        text: section.exec(readFileSync(file, 'utf8'))?.[1] ?? '',
      }))
      .filter(({ folder, text }) => folder !== '' && text.trim() !== '')
      .sort((a, b) => (a.folder < b.folder ? -1 : 1))
      .map(({ folder, text }) => ({ folder, html: render(text) }));
    return {
      kubernetes: all.filter(({ folder }) => isKubernetes.test(folder)),
      rest: all.filter(({ folder }) => !isKubernetes.test(folder)),
    };
  },
};
