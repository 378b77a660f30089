/**
 * The environments that expressions are compiled in.
 *
 * Models k8s.io/apiserver pkg/cel/environment base.go: the language with Kubernetes' libraries. In:
 * the variables that a kind of expression has. Out: an environment; the base is made once, when
 * the first expression comes.
 */
import { Environment } from '@marcbachmann/cel-js';
import type { CompileRegexp } from '#base/regexp';
import { ComposedVariables } from './composed-variables.ts';
import { authorization } from './library/authz.ts';
import { namedFormats } from './library/format.ts';
import { addresses } from './library/ip.ts';
import { lists } from './library/lists.ts';
import { quantities } from './library/quantity.ts';
import { stringsWith } from './library/strings.ts';
import { urls } from './library/urls.ts';

/** Variable to type: `dyn`, `bool`, a type of a library. */
export type Variables = Readonly<Record<string, string>>;

const libraries = [lists, quantities, addresses, urls, namedFormats, authorization];

function baseEnvironment(regexp: CompileRegexp): Environment {
  const base = new Environment({
    unlistedVariablesAreDyn: false,
    homogeneousAggregateLiterals: false,
    enableOptionalTypes: true,
  });
  for (const library of [stringsWith(regexp), ...libraries]) library(base);
  return base;
}

/** Makes environments out of one base. */
export function environments(
  regexp: CompileRegexp,
): (variables: Variables, composed?: Variables) => Environment {
  let base: Environment | undefined;
  return (variables, composed) => {
    base ??= baseEnvironment(regexp);
    return withVariables(base.clone(), variables, composed);
  };
}

/** Adds the variables; `composed`, if the kind of expression has them, are those of `variables`. */
function withVariables(
  environment: Environment,
  variables: Variables,
  composed: Variables | undefined,
): Environment {
  for (const [name, type] of Object.entries(variables)) environment.registerVariable(name, type);
  if (composed !== undefined) {
    environment.registerType(composedType, {
      ctor: ComposedVariables as never,
      fields: { ...composed },
    });
    environment.registerVariable('variables', composedType);
  }
  return environment;
}

const composedType = 'kubernetes.variables';
