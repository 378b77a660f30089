/** The titles of scenarios and tours, cut out of the catalogues by scripts/vite/titles.ts. */
declare module 'virtual:titles/*' {
  const titles: Readonly<Record<string, string>>;
  export default titles;
}
