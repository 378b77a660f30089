/** The library behind regexp.ts, as a file that a browser fetches when a run has a pattern. */
import { RE2JS } from 're2js';
import type { Regexp, RegexpLibrary, RegexpMatch } from './regexp.ts';
import { err, ok } from './result.ts';

/** Compiles a pattern. Source: regexp.Compile. */
export const regexpLibrary: RegexpLibrary = (pattern, ignoreCase) => {
  try {
    return ok(regexpOf(RE2JS.compile(pattern, ignoreCase ? RE2JS.CASE_INSENSITIVE : 0)));
  } catch (problem) {
    // The library throws only its message about a pattern.
    return err(problem instanceof Error ? problem.message : String(problem));
  }
};

function regexpOf(program: RE2JS): Regexp {
  function* matches(text: string): Generator<RegexpMatch> {
    const matcher = program.matcher(text);
    // As in Go, nothing is found right behind a match.
    let end = -1;
    while (matcher.find()) {
      if (matcher.start() === matcher.end() && matcher.start() === end) continue;
      end = matcher.end();
      const groups: (string | undefined)[] = [];
      for (let n = 0; n <= matcher.groupCount(); n++) groups.push(matcher.group(n) ?? undefined);
      yield { index: matcher.start(), groups };
    }
  }
  return {
    test: (text) => program.test(text),
    exec: (text) => matches(text).next().value ?? undefined,
    all: (text) => [...matches(text)],
  };
}
