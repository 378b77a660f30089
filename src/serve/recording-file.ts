/** A session as a file that the page and the tests open again. */
import { savedRunText } from '#export/saved-run';
import type { Recording } from '#worker/protocol';

export const recordingText = (recording: Recording): string => savedRunText({ recording });
