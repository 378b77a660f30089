/** The tag of tests that other engines than Chromium run too; playwright.config.ts asks for it. */
export const everyEngine = { tag: '@every-engine' } as const;
