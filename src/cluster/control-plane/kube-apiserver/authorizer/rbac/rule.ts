/**
 * Policy rules, indexed so that a request is compared with few of them.
 *
 * Models kubernetes pkg/apis/rbac/v1/evaluation_helpers.go and rbac.RuleAllows. Rules keep the
 * order in which they were added: the first matching rule decides, and gives its reason.
 */
import type { PolicyRule } from '#k8s.io/api/rbac/v1';
import { type Attributes, noOpinion, type Verdict } from '../authorizer.ts';

interface Entry {
  readonly order: number;
  readonly rule: PolicyRule;
  /** The reason in the audit log when this rule allows. */
  readonly reason: string;
  /** Its position: the index of its binding, and its own index in the role. */
  readonly binding: number;
  readonly place: number;
  /** Created when the rule allows something for the first time. */
  verdict: Verdict | undefined;
}

export class RuleSet {
  /** By `pods`, `pods/log`, `*`, `*` + `/scale`. */
  readonly #byResource = new Map<string, Entry[]>();
  readonly #nonResource: Entry[] = [];
  /** Errors for bindings whose role does not exist. */
  readonly errors: string[] = [];
  /** All rules, in the order in which they were added. */
  readonly rules: PolicyRule[] = [];
  /** The bindings in the order of evaluation: `clusterrolebindings/system:basic-user`. */
  readonly #bindings: string[] = [];
  #count = 0;
  #refused: Verdict | undefined;

  /** Adds the rules of a role; `binding` names the binding of that role. */
  add(rules: readonly PolicyRule[], reason: string, binding = ''): void {
    const at = this.#bindings.push(binding) - 1;
    for (const [place, rule] of rules.entries()) {
      this.rules.push(rule);
      const order = this.#count++;
      const entry: Entry = { order, rule, reason, binding: at, place, verdict: undefined };
      if (rule.nonResourceURLs !== undefined && rule.nonResourceURLs.length > 0) {
        this.#nonResource.push(entry);
      }
      for (const resource of rule.resources ?? []) {
        const entries = this.#byResource.get(resource);
        if (entries === undefined) this.#byResource.set(resource, [entry]);
        else entries.push(entry);
      }
    }
  }

  /** The reason of the first rule that allows this; `undefined` when none does. */
  allows(attributes: Attributes): string | undefined {
    return this.#match(attributes)?.reason;
  }

  /** The verdict of the first matching rule, with the bindings that were evaluated. */
  decide(attributes: Attributes): Verdict {
    const entry = this.#match(attributes);
    const bindings = this.#bindings;
    if (entry === undefined) {
      this.#refused ??= { ...noOpinion, rbac: { bindings } };
      return this.#refused;
    }
    const { reason, binding, place } = entry;
    entry.verdict ??= { decision: 'allow', reason, rbac: { bindings, binding, rule: place } };
    return entry.verdict;
  }

  #match(attributes: Attributes): Entry | undefined {
    if (!attributes.isResourceRequest) {
      return this.#nonResource.find(({ rule }) => matchesPath(rule, attributes));
    }
    const { resource, subresource } = attributes;
    const full = subresource === '' ? resource : `${resource}/${subresource}`;
    let best = this.#first(full, attributes, undefined);
    best = this.#first('*', attributes, best);
    if (subresource !== '') best = this.#first(`*/${subresource}`, attributes, best);
    return best;
  }

  #first(key: string, attributes: Attributes, best: Entry | undefined): Entry | undefined {
    for (const entry of this.#byResource.get(key) ?? []) {
      if (best !== undefined && entry.order > best.order) return best;
      if (matchesResource(entry.rule, attributes)) return entry;
    }
    return best;
  }
}

const includes = (list: readonly string[] | undefined, value: string): boolean =>
  list?.some((item) => item === value || item === '*') ?? false;

/** A request without a name never matches a rule that lists names. */
function matchesResource(rule: PolicyRule, { verb, group, name }: Attributes): boolean {
  if (!includes(rule.verbs, verb) || !includes(rule.apiGroups, group)) return false;
  const names = rule.resourceNames;
  return names === undefined || names.length === 0 || names.includes(name);
}

function matchesPath(rule: PolicyRule, { verb, path }: Attributes): boolean {
  if (!includes(rule.verbs, verb)) return false;
  return rule.nonResourceURLs?.some((pattern) => matchesPattern(pattern, path)) ?? false;
}

/** A star at the end matches any rest. */
export const matchesPattern = (pattern: string, path: string): boolean =>
  pattern === '*' ||
  pattern === path ||
  (pattern.endsWith('*') && path.startsWith(pattern.slice(0, -1)));
