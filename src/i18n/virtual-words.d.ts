/** Words that scripts/vite/titles.ts cuts out of the catalogues, by language. */
declare module 'virtual:titles/*' {
  const titles: Readonly<Record<string, string>>;
  export default titles;
}

declare module 'virtual:cards/*' {
  const cards: Readonly<Record<string, string>>;
  export default cards;
}

declare module 'virtual:front/*' {
  import type { Catalog } from '#i18n/t';

  const front: Catalog;
  export default front;
}
