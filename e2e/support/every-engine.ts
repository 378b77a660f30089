/** The mark of the tests that another engine than Chromium runs too; playwright.config.ts asks for it. */
export const everyEngine = { tag: '@every-engine' } as const;
