/**
 * The error of commands without any resource arguments.
 * Source: cli-runtime pkg/resource builder.go missingResourceError.
 */
import { fail } from '../failure.ts';

export const missingResources = () =>
  fail(
    'You must provide one or more resources by argument or filename.\n' +
      'Example resource specifications include:\n' +
      "   '-f rsrc.yaml'\n" +
      "   '--filename=rsrc.json'\n" +
      "   '<resource> <name>'\n" +
      "   '<resource>'",
  );
