/**
 * What `kubectl wait --for=…` waits for.
 *
 * Models k8s.io/kubectl pkg/cmd/wait wait.go conditionFuncFor, condition.go, json.go. In: the text
 * of the flag. Out: a test of one object, or kubectl's error.
 */
import { err, ok, type Result } from '#base/result';
import { asJson, type JsonValue } from '#k8s.io/apimachinery/json-value';
import type { Condition, KubeObject } from '#k8s.io/apimachinery/meta/v1';
import { relaxedPath } from '../printers/custom-columns.ts';
import { valuesAt } from '../printers/json-path.ts';

export interface WaitGoal {
  readonly kind: 'create' | 'delete' | 'condition' | 'jsonpath';
  readonly met: (object: KubeObject) => Result<boolean, string>;
}

export const isDeletion = ({ kind }: WaitGoal): boolean => kind === 'delete';

/** Source: wait.go conditionFuncsFor. */
export function parseGoals(texts: readonly string[]): Result<readonly WaitGoal[], string> {
  if (texts.length === 0) return err('unrecognized condition: []');
  const goals: WaitGoal[] = [];
  for (const text of texts) {
    const goal = parseGoal(text);
    if (!goal.ok) return goal;
    goals.push(goal.value);
  }
  return ok(goals);
}

function parseGoal(text: string): Result<WaitGoal, string> {
  const lower = text.toLowerCase();
  if (lower === 'delete') return ok({ kind: 'delete', met: () => ok(false) });
  if (lower === 'create') return ok({ kind: 'create', met: () => ok(true) });
  if (text.startsWith('condition=')) return ok(conditionGoal(text.slice('condition='.length)));
  if (text.startsWith('jsonpath=')) return jsonPathGoal(text.slice('jsonpath='.length));
  return err(`unrecognized condition: ${JSON.stringify(text)}`);
}

/** `Ready` or `Ready=False`; both sides ignore case. */
function conditionGoal(text: string): WaitGoal {
  const equals = text.indexOf('=');
  const name = (equals < 0 ? text : text.slice(0, equals)).toLowerCase();
  const wanted = (equals < 0 ? 'true' : text.slice(equals + 1)).toLowerCase();
  return {
    kind: 'condition',
    met: ({ metadata, status }) => {
      const { conditions } = (status ?? {}) as { readonly conditions?: readonly Condition[] };
      const condition = Array.isArray(conditions)
        ? conditions.find(({ type }) => String(type).toLowerCase() === name)
        : undefined;
      if (condition === undefined) return ok(false);
      const { observedGeneration: ofStatus } = status as { readonly observedGeneration?: number };
      const observed =
        (condition as { readonly observedGeneration?: number }).observedGeneration ?? ofStatus;
      const generation = (metadata as { readonly generation?: number }).generation;
      if (observed !== undefined && generation !== undefined && observed < generation) {
        return ok(false);
      }
      return ok(String(condition.status).toLowerCase() === wanted);
    },
  };
}

const format =
  "jsonpath wait format must be --for=jsonpath='{.status.readyReplicas}'=3 or " +
  "--for=jsonpath='{.status.readyReplicas}'";

/**
 * Splits at each single `=`; a double one belongs to a filter. Source: wait.go splitJSONPathInput.
 */
function splitAtEquals(text: string): readonly string[] {
  const parts: string[] = [];
  let part = '';
  for (const [piece] of text.matchAll(/==|=|[^=]+/g)) {
    if (piece === '=') {
      parts.push(part);
      part = '';
    } else part += piece;
  }
  return [...parts, part];
}

function jsonPathGoal(text: string): Result<WaitGoal, string> {
  const [path = '', value, ...more] = splitAtEquals(text);
  if (more.length > 0) return err(format);
  const wanted = value?.replace(/^['"]+|['"]+$/g, '');
  if (wanted === '') {
    return err(
      'jsonpath wait has to have a value after equal sign, like ' +
        "--for=jsonpath='{.status.readyReplicas}'=3",
    );
  }
  if (path === '') return err('jsonpath expression cannot be empty');
  const parsed = relaxedPath(unquoted(path));
  if (!parsed.ok) return err(parsed.error);
  return ok({
    kind: 'jsonpath',
    met: (object) => {
      const found = valuesAt(asJson(object), parsed.value);
      // Waits for a field that does not exist yet.
      if (!found.ok || found.value.length === 0) return ok(false);
      if (found.value.length > 1) {
        return err('given jsonpath expression matches more than one value');
      }
      if (wanted === undefined) return ok(true);
      const [only] = found.value;
      if (typeof only === 'object' && only !== null) {
        return err('jsonpath leads to a nested object or list which is not supported');
      }
      return ok(scalarText(only ?? null) === wanted.trim());
    },
  });
}

const scalarText = (value: JsonValue): string => (value === null ? '<nil>' : String(value));
const unquoted = (text: string): string => text.replace(/^(['"])([\s\S]*)\1$/, '$2');
