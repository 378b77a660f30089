/**
 * Command lines of kubectl, right and wrong: each command with words and flags of its own.
 *
 * In: the commands themselves. Out: words, as a shell passes them on.
 */
import fc from 'fast-check';
import type { Command } from '#cluster/client/kubectl/command';
import { flagsOf } from '#cluster/client/kubectl/command-line/find-command';
import type { FlagSpec } from '#cluster/client/kubectl/command-line/flag-spec';
import { kubectlCommand } from '#cluster/client/kubectl/commands';

/** Words that some command knows, and words that no command knows. */
const words = fc.oneof(
  {
    weight: 8,
    arbitrary: fc.constantFrom(
      ...'pods pod po deploy deployment/web pods/web web svc nodes node-1 all nope default a=b a- app=web cm,secret pods/web/x events services ns view crd x. / deployments.apps widgets web=nginx:1.28 *=nginx -'.split(
        ' ',
      ),
    ),
  },
  { weight: 1, arbitrary: fc.string({ maxLength: 12 }) },
  { weight: 1, arbitrary: fc.string({ unit: 'binary', maxLength: 6 }) },
);

const values: Readonly<Record<FlagSpec['type'], fc.Arbitrary<string>>> = {
  string: fc.oneof(
    fc.constantFrom(
      ...'web nginx yaml json name wide client server none app=web a in (b) {.spec} jsonpath={.metadata.name} custom-columns=A:.kind condition=Ready delete default x=y -'.split(
        ' ',
      ),
    ),
    words,
  ),
  bool: fc.constantFrom('true', 'false', 'x'),
  int: fc.oneof(fc.constantFrom('0', '1', '3', '-1', 'x', ''), fc.integer().map(String)),
  duration: fc.constantFrom('1s', '0', '2m', 'x', '-1s'),
  stringSlice: fc.oneof(words, fc.constantFrom('a,b', '-', 'cpu=1', 'nginx')),
  stringArray: words,
};

interface Leaf {
  readonly path: readonly string[];
  readonly command: Command;
}

const leavesOf = (command: Command, path: readonly string[]): readonly Leaf[] => [
  ...(command.run === undefined ? [] : [{ path, command }]),
  ...(command.subcommands ?? []).flatMap((sub) => leavesOf(sub, [...path, sub.name])),
];

const leaves = leavesOf(kubectlCommand, []);

const flagWords = (specs: readonly FlagSpec[]): fc.Arbitrary<readonly string[]> =>
  fc.constantFrom(...specs).chain(({ name, type, noValue, shorthand }) =>
    values[type].map((value) => {
      if (noValue !== undefined && value === 'true') return [`--${name}`];
      if (shorthand !== undefined && value.length % 2 === 0) return [`-${shorthand}`, value];
      return [`--${name}=${value}`];
    }),
  );

/** A command with its own arguments and flags, and sometimes an unknown flag. */
export const commandLines: fc.Arbitrary<readonly string[]> = fc
  .constantFrom(...leaves)
  .chain(({ path, command }) => {
    const specs = [...flagsOf(command).values()].filter(({ name }) => name !== 'help');
    const own = specs.filter(({ simulated }) => simulated !== false);
    const given = own.filter(({ required }) => required === true);
    const needed = given.map(({ name, type }) => values[type].map((value) => `--${name}=${value}`));
    return fc
      .tuple(
        fc.array(words, { maxLength: 3 }),
        fc.array(flagWords(own), { maxLength: 3 }),
        fc.tuple(...needed),
        fc.option(fc.array(words, { maxLength: 2 }), { freq: 6 }),
        fc.option(
          fc.string({ maxLength: 8 }).map((text) => `--${text}`),
          { freq: 12 },
        ),
      )
      .map(([args, flags, must, dash, broken]) => [
        ...path,
        ...args,
        ...must,
        ...flags.flat(),
        ...(broken === null ? [] : [broken]),
        ...(dash === null ? [] : ['--', ...dash]),
      ]);
  });
