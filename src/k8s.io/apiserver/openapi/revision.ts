/**
 * Which built-in documents these are. Clients keep a document for as long as its tag is the same,
 * over releases too, so this changes with each of them. `document.test.ts` says when, and to what.
 */
export const documentsRevision = '98972ec09906';
