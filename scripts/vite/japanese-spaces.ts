/**
 * Keeps together what Japanese readers read as one unit: a particle or counter stays on the line of
 * the Latin word or number before it. The catalogues have a space there, where any line may break.
 */
import type { Plugin } from 'vite';

const noBreak = '\u00a0';
const glue: readonly RegExp[] = [
  // `Pod で`, `{user} が`, `status に`
  /(?<=[A-Za-z0-9)}*]) (?=\p{Script=Hiragana})/gu,
  // `3 行`, `{n} 秒`
  /(?<=[0-9}]) (?=[つ秒分時個行回点件語番種段度人組台枠票項本年章文桁])/gu,
  /(?<=リビジョン|レプリカ|プロセス|ポート|優先度) (?=[0-9{])/gu,
];

/** The text with spaces at which no line breaks. */
const glued = (text: string): string =>
  glue.reduce((sofar, pattern) => sofar.replace(pattern, noBreak), text);

export function japaneseSpaces(): Plugin {
  return {
    name: 'japanese-spaces',
    enforce: 'pre',
    // `i18n/ja.json`, `words/ja.json`, and the tours: `tours/ja/loss.json`.
    transform: (code, id) =>
      /[/]ja([/][\w-]+)?\.json(\?|$)/.test(id) ? { code: glued(code), map: null } : undefined,
  };
}
