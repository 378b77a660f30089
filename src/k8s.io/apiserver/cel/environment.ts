/**
 * The environments that expressions are compiled in.
 *
 * Models k8s.io/apiserver pkg/cel/environment base.go: the language with Kubernetes' libraries. In:
 * the variables that a kind of expression has. Out: an environment; the base is made once, when
 * the first expression comes.
 */
import { Environment } from '@marcbachmann/cel-js';
import { ComposedVariables } from './composed-variables.ts';
import { authorization } from './library/authz.ts';
import { namedFormats } from './library/format.ts';
import { addresses } from './library/ip.ts';
import { lists } from './library/lists.ts';
import { quantities } from './library/quantity.ts';
import { strings } from './library/strings.ts';
import { urls } from './library/urls.ts';

/** Variable to type: `dyn`, `bool`, a type of a library. */
export type Variables = Readonly<Record<string, string>>;

const libraries = [lists, strings, quantities, addresses, urls, namedFormats, authorization];

let base: Environment | undefined;

function baseEnvironment(): Environment {
  if (base === undefined) {
    base = new Environment({
      unlistedVariablesAreDyn: false,
      homogeneousAggregateLiterals: false,
      enableOptionalTypes: true,
    });
    for (const library of libraries) library(base);
  }
  return base;
}

/** An environment with these variables; `composed`, if there is such a thing, is `variables`. */
export function environmentWith(variables: Variables, composed?: Variables): Environment {
  const environment = baseEnvironment().clone();
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
