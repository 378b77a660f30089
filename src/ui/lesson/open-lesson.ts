/**
 * Opens a lesson: from a file, from an address below this site, or out of a link.
 *
 * Anybody can write all three: sizes have bounds, the text is checked against the format, and
 * errors are reported line by line instead of showing the lesson.
 */
import { player } from '#player/player';
import type { LessonProblem } from '#scenarios/lessons/lesson';
import { longestLesson, readLesson } from '#scenarios/lessons/read-lesson';
import { packText, unpackText } from '../share/deflate.ts';
import { showNotice } from '../shell/notice-store.ts';
import { beginLesson } from '../tour/tour-session.ts';
import type { TourPlace } from '../tour/tour-store.ts';
import { useLesson } from './lesson-store.ts';

const prefix = 'l=v1.';
/** Letters of a link; browsers and chats cut longer ones. */
const longestHash = 64_000;
/** Letters of a path that a notice repeats. */
const longestName = 80;
/** A letter has at most four bytes. */
const largest = 4 * longestLesson;

/** Where to begin; without a seed, the lesson's own seed is used. */
export type LessonPlace = Omit<TourPlace, 'seed'> & { readonly seed: number | undefined };

const start: LessonPlace = { seed: undefined };

/** Opens a file of the reader, or shows its errors. */
export async function openFile(file: File): Promise<void> {
  if (file.size > largest) {
    refuse(file.name, `is longer than ${longestLesson} characters`);
    return;
  }
  await openText(await file.text(), file.name);
}

/** Opens a lesson that stands here as a text; resolves to whether it is open. */
export async function openText(text: string, name: string, place = start): Promise<boolean> {
  const packed = `${prefix}${(await packText(text)) ?? ''}`;
  const hash = packed.length > longestHash || packed === prefix ? '' : packed;
  return begin(text, name, { path: undefined, hash }, place);
}

/** Opens the lesson that a link names or holds; resolves to whether it is open. */
export async function openLinked(
  path: string | undefined,
  hash: string,
  place: LessonPlace,
): Promise<boolean> {
  if (path !== undefined) {
    followLesson(path, () => void openPath(path, herePlace()));
    return openPath(path, place);
  }
  const packed = hash.replace(/^#/, '');
  try {
    if (!packed.startsWith(prefix) || packed.length > longestHash) throw new Error('unknown');
    const text = await unpackText(packed.slice(prefix.length), largest);
    return await begin(text, '#', { path: undefined, hash: packed }, place);
  } catch {
    return missing('#l=', 'the link is cut off, damaged, or of another version');
  }
}

async function openPath(path: string, place: LessonPlace): Promise<boolean> {
  const address = addressBelow(path);
  if (address === undefined) return missing(path, 'not on this site');
  try {
    const text = await fetchText(address);
    return await begin(text, path, { path, hash: '' }, place);
  } catch (error) {
    return missing(path, error instanceof Error ? error.message : 'cannot be fetched');
  }
}

/** The address of a path on this site; a frame lies one folder below it. */
export function addressBelow(path: string, page = document.baseURI): string | undefined {
  const site = new URL(
    /\/embed\/(index\.html)?$/.test(new URL(page).pathname) ? '../' : './',
    page,
  );
  if (!URL.canParse(path, site.href)) return undefined;
  const address = new URL(path, site);
  const own = address.origin === site.origin && address.protocol.startsWith('http');
  return own && address.username === '' ? address.href : undefined;
}

/** Follows no redirection, and reads no more bytes than a lesson may have. */
async function fetchText(address: string): Promise<string> {
  const response = await fetch(address, { redirect: 'error', credentials: 'omit' });
  if (!response.ok) throw new Error(`HTTP ${response.status}`);
  const reader = response.body?.getReader();
  const decoder = new TextDecoder('utf-8', { fatal: true });
  let text = '';
  for (;;) {
    const { done = true, value } = (await reader?.read()) ?? {};
    if (done) return text + decoder.decode();
    text += decoder.decode(value, { stream: true });
    if (text.length <= longestLesson) continue;
    await reader?.cancel();
    throw new Error(`longer than ${longestLesson} characters`);
  }
}

async function begin(
  text: string,
  name: string,
  found: { readonly path: string | undefined; readonly hash: string },
  { seed, ...place }: LessonPlace,
): Promise<boolean> {
  const read = readLesson(text);
  if (!read.ok) {
    useLesson.setState({ name, problems: read.error });
    return false;
  }
  useLesson.setState({ ...found, text, name, problems: [] });
  await beginLesson(read.value, { ...place, seed: seed ?? read.value.seed ?? 1 });
  return true;
}

function refuse(name: string, message: string): false {
  const problem: LessonProblem = { line: 0, message };
  useLesson.setState({ name, problems: [problem] });
  return false;
}

/** What an address names is not there: a notice, as for a tour, in the page and in a frame. */
function missing(lesson: string, reason: string): false {
  showNotice({ id: 'notice.lesson', params: { lesson: lesson.slice(0, longestName), reason } });
  return false;
}

/** The reader's present place: a lesson that its author has changed goes on there. */
function herePlace(): LessonPlace {
  const { recording, step } = player.getState();
  return { seed: recording?.seed, step: step?.id };
}

let stopFollowing: (() => void) | undefined;

/**
 * Calls back on each change of the lesson at a path, of which the development server tells while
 * somebody writes it; a built site has no such server.
 */
function followLesson(path: string, changed: () => void): void {
  stopFollowing?.();
  const { hot } = import.meta;
  if (hot === undefined) return;
  const hear = (file: string): void => {
    if (path.replace(/^\.?\//, '') === file) changed();
  };
  hot.on('podyssey:lesson', hear);
  stopFollowing = () => hot.off('podyssey:lesson', hear);
}
