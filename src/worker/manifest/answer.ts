/** Help with a manifest, for the page's editor: fetched by the worker when it is asked first. */
import type { ManifestAnswer, ManifestQuestion } from '../protocol.ts';
import { checkManifest } from './check-manifest.ts';
import { completeManifest } from './complete-manifest.ts';
import { locateMessage } from './locate-message.ts';

/** As long a text as a person writes; more is not looked at. */
const longest = 200_000;

export function answerManifest(question: ManifestQuestion): ManifestAnswer {
  const { text } = question;
  if (text.length > longest) return { from: 0, options: [], problems: [] };
  switch (question.kind) {
    case 'complete':
      return { ...completeManifest(text, question.offset), problems: [] };
    case 'check':
      return { from: 0, options: [], problems: checkManifest(text) };
    case 'locate':
      return { from: 0, options: [], problems: locateMessage(text, question.message) };
  }
}
