/**
 * What `kubectl wait --for=…` waits for.
 *
 * Models k8s.io/kubectl pkg/cmd/wait wait.go conditionFuncFor, condition.go, json.go. In: the text
 * of the flag. Out: a test of one object, or kubectl's error.
 */
import { err, ok, type Result } from '#base/result';
import { asJson, type JsonValue } from '#k8s.io/apimachinery/json-value';
import type { Condition, KubeObject } from '#k8s.io/apimachinery/meta/v1';
import { relaxed } from '../printers/custom-columns.ts';
import { valuesAt } from '../printers/json-path.ts';
import { parsePath } from '../printers/json-path-parser.ts';

export interface WaitGoal {
  readonly kind: 'create' | 'delete' | 'condition' | 'jsonpath';
  readonly met: (object: KubeObject) => Result<boolean, string>;
}

export const isDeletion = ({ kind }: WaitGoal): boolean => kind === 'delete';

export function parseGoal(text: string): Result<WaitGoal, string> {
  const lower = text.toLowerCase();
  if (lower === 'delete') return ok({ kind: 'delete', met: () => ok(false) });
  if (lower === 'create') return ok({ kind: 'create', met: () => ok(true) });
  if (text.startsWith('condition=')) return ok(conditionGoal(text.slice('condition='.length)));
  if (text.startsWith('jsonpath=')) return jsonPathGoal(text.slice('jsonpath='.length));
  return err(`unrecognized condition: ${JSON.stringify(text)}`);
}

/** `Ready` or `Ready=False`; both sides without regard to case. */
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
      const observed = (condition as { readonly observedGeneration?: number }).observedGeneration;
      const generation = (metadata as { readonly generation?: number }).generation ?? 0;
      if (observed !== undefined && observed < generation) return ok(false);
      return ok(String(condition.status).toLowerCase() === wanted);
    },
  };
}

const format =
  "jsonpath wait format must be --for=jsonpath='{.status.readyReplicas}'=3 or " +
  "--for=jsonpath='{.status.readyReplicas}'";

function jsonPathGoal(text: string): Result<WaitGoal, string> {
  const [, path = '', value] = /^(\{.*?\}|[^=]+)(?:=([\s\S]*))?$/.exec(unquoted(text)) ?? [];
  if (path === '') return err(format);
  const wanted = value === undefined ? undefined : unquoted(value);
  if (wanted === '') return err('jsonpath wait value cannot be empty');
  const parsed = parsePath(relaxed(unquoted(path)));
  if (!parsed.ok) return err(parsed.error);
  return ok({
    kind: 'jsonpath',
    met: (object) => {
      const found = valuesAt(asJson(object), parsed.value);
      // A field that is not there yet is waited for.
      if (!found.ok || found.value.length === 0) return ok(false);
      if (wanted === undefined) return ok(true);
      if (found.value.length > 1) {
        return err('given jsonpath expression matches more than one list');
      }
      const [only] = found.value;
      if (typeof only === 'object' && only !== null) {
        const what = Array.isArray(only) ? 'list' : 'map';
        return err(`jsonpath leads to a nested object or list which is not supported: ${what}`);
      }
      return ok(scalarText(only ?? null) === wanted.trim());
    },
  });
}

const scalarText = (value: JsonValue): string => (value === null ? '<nil>' : String(value));
const unquoted = (text: string): string => text.replace(/^(['"])([\s\S]*)\1$/, '$2');
