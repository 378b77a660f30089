import { describe, expect, it } from 'vitest';
import { ApiFixture, messageOf } from '../api.test.fixture.ts';

const pods = '/api/v1/namespaces/default/pods';
const whoAmI = '/apis/authentication.k8s.io/v1/selfsubjectreviews';

const bearer = (token: string) => ({
  user: 'anonymous' as const,
  headers: { authorization: `Bearer ${token}` },
});

function nameOf(api: ApiFixture, token: string): unknown {
  const review = { apiVersion: 'authentication.k8s.io/v1', kind: 'SelfSubjectReview' };
  const answer = api.create(whoAmI, review, bearer(token));
  const { status } = answer.body as { status?: { userInfo?: { username: string } } };
  return answer.code < 300 ? status?.userInfo?.username : answer.code;
}

describe('the ways to authorize', () => {
  const refusal =
    'pods is forbidden: User "alice" cannot list resource "pods" in API group "" in the ' +
    'namespace "default"';
  const listed = (api: ApiFixture) => messageOf(api.call('GET', pods, { user: 'alice' }));

  it('ABAC allows what a policy of its file says', () => {
    const policy = { user: 'alice', namespace: 'default', resource: 'pods', apiGroup: '*' };
    const api = new ApiFixture({
      authorizationModes: ['ABAC'],
      abacPolicies: [{ ...policy, readonly: true }],
    });
    expect(api.call('GET', pods, { user: 'alice' }).code).toBe(200);
    const made = api.create(pods, {}, { user: 'alice' });
    expect(messageOf(made)).toMatch(/: No policy matched\.$/);
  });

  it('a webhook may deny what others would allow, and nobody is asked after it', () => {
    const api = new ApiFixture({
      authorizationModes: ['Webhook', 'AlwaysAllow'],
      authorizationWebhook: {
        url: 'https://authz.example/authorize',
        rules: [{ user: 'alice', decision: 'deny', reason: 'not today' }],
      },
    });
    expect(listed(api)).toBe(`${refusal}: not today`);
  });

  it('a webhook that cannot be reached is an error of the server', () => {
    const url = 'https://authz.example/authorize';
    const api = new ApiFixture({
      authorizationModes: ['RBAC', 'Webhook'],
      authorizationWebhook: { url, unreachable: true, rules: [] },
    });
    const answer = api.call('GET', pods, { user: 'alice' });
    expect(answer.code).toBe(500);
    expect(messageOf(answer)).toContain(
      `Internal Server Error: "${pods}": Post "${url}?timeout=30s"`,
    );
    expect(api.call('GET', pods).code).toBe(200);
  });

  it('AlwaysDeny forbids everything to all but system:masters', () => {
    const api = new ApiFixture({ authorizationModes: ['AlwaysDeny'] });
    expect(listed(api)).toBe(`${refusal}: Everything is forbidden.`);
    expect(api.call('GET', pods).code).toBe(200);
  });
});

describe('the list of what one may do', () => {
  const rulesReviews = '/apis/authorization.k8s.io/v1/selfsubjectrulesreviews';
  const spec = { namespace: 'default' };
  const review = { apiVersion: 'authorization.k8s.io/v1', kind: 'SelfSubjectRulesReview', spec };
  const rulesOf = (api: ApiFixture) => {
    const { body } = api.create(rulesReviews, review, { user: 'alice' });
    return (body as { readonly status?: unknown }).status;
  };

  it('has the policies of ABAC that are for the user', () => {
    const asking = { user: 'alice', namespace: '*', apiGroup: 'authorization.k8s.io' };
    const pod = { user: 'alice', namespace: 'default', resource: 'pods', readonly: true };
    const api = new ApiFixture({
      authorizationModes: ['ABAC'],
      abacPolicies: [
        { ...asking, resource: 'selfsubjectrulesreviews' },
        pod,
        { ...pod, user: 'bob' },
      ],
    });
    expect(rulesOf(api)).toMatchObject({
      incomplete: false,
      resourceRules: [
        { verbs: ['*'], resources: ['selfsubjectrulesreviews'] },
        { verbs: ['get', 'list', 'watch'], apiGroups: [''], resources: ['pods'] },
      ],
    });
  });

  it('says that it is not whole when a webhook decides as well', () => {
    const authorizationWebhook = { url: 'https://authz.example/authorize', rules: [] };
    const authorizationModes = ['Webhook', 'AlwaysAllow'] as const;
    expect(rulesOf(new ApiFixture({ authorizationModes, authorizationWebhook }))).toMatchObject({
      incomplete: true,
      evaluationError: 'webhook authorizer does not support user rule resolution',
      resourceRules: [{ verbs: ['*'], apiGroups: ['*'], resources: ['*'] }],
    });
  });
});

it('a review that asks nothing is refused', () => {
  const api = new ApiFixture();
  const group = 'authorization.k8s.io';
  const refusalOf = (kind: string, plural: string, spec: object) =>
    messageOf(api.create(`/apis/${group}/v1/${plural}`, { apiVersion: `${group}/v1`, kind, spec }));
  expect(refusalOf('SelfSubjectRulesReview', 'selfsubjectrulesreviews', {})).toBe(
    'no namespace on request',
  );
  expect(refusalOf('SubjectAccessReview', 'subjectaccessreviews', {})).toBe(
    '.authorization.k8s.io "" is invalid: [spec.resourceAttributes: Invalid value: null: ' +
      'exactly one of nonResourceAttributes or resourceAttributes must be specified, ' +
      'spec.user: Invalid value: "": at least one of user or group must be specified]',
  );
});

describe('the ways to authenticate', () => {
  const api = new ApiFixture({
    staticTokens: [{ token: 'file', user: 'carol', uid: '7', groups: ['qa'] }],
    identitySources: [
      {
        kind: 'oidc',
        issuer: 'https://id.example',
        clientId: 'kubernetes',
        tokens: [
          { token: 'good', username: 'dave' },
          { token: 'old', username: 'dave', expiresAfterSeconds: 1 },
          { token: 'foreign', username: 'dave', audience: 'other' },
        ],
      },
      {
        kind: 'webhook',
        url: 'https://tokens.example',
        tokens: [{ token: 'asked', user: 'erin' }],
      },
    ],
    anonymousAuth: { paths: ['/livez'] },
  });

  it('a token file, an OIDC issuer and a webhook each know their tokens', () => {
    expect(nameOf(api, 'file')).toBe('carol');
    expect(nameOf(api, 'good')).toBe('https://id.example#dave');
    expect(nameOf(api, 'asked')).toBe('erin');
  });

  it('a token that is too old, for somebody else, or unknown is 401 and no more', () => {
    for (const token of ['old', 'foreign', 'unknown']) expect(nameOf(api, token)).toBe(401);
    const details = api.tracer.facts.flatMap((fact) =>
      fact.type === 'Authenticated' && !fact.succeeded
        ? fact.tried.map(({ detail }) => detail)
        : [],
    );
    expect(details.join('\n')).toContain(
      'invalid bearer token, oidc: verify token: oidc: token is expired',
    );
    expect(details.join('\n')).toContain('oidc: expected audience "kubernetes" got ["other"]');
  });

  it('anonymous requests are let in only where the configuration says', () => {
    expect(api.call('GET', '/livez', { user: 'anonymous' }).code).toBe(200);
    expect(api.call('GET', '/version', { user: 'anonymous' }).code).toBe(401);
  });

  it('somebody else is impersonated part by part', () => {
    const as = (headers: Record<string, string>) =>
      messageOf(api.call('GET', pods, { user: 'alice', headers }));
    expect(as({ 'impersonate-user': 'bob' })).toBe(
      'pods is forbidden: User "alice" cannot impersonate-on:user-info:list resource "pods" in API ' +
        'group "" in the namespace "default"',
    );
    expect(as({ 'impersonate-group': 'x' })).toBe(
      'requested &user.DefaultInfo{Name:"", UID:"", Groups:[]string{"x"}, ' +
        'Extra:map[string][]string(nil)} without impersonating a user name',
    );
  });
});

describe('the audit policy', () => {
  it('decides on stages, levels and bodies', () => {
    const api = new ApiFixture({
      auditPolicy: {
        rules: [
          { level: 'None', users: ['system:apiserver'] },
          {
            level: 'Request',
            verbs: ['create'],
            resources: [{ group: '', resources: ['configmaps'] }],
          },
          { level: 'Metadata', omitStages: ['RequestReceived'] },
        ],
      },
    });
    const body = { apiVersion: 'v1', kind: 'ConfigMap', metadata: { name: 'a' } };
    api.create('/api/v1/namespaces/default/configmaps', body);
    api.call('GET', '/api/v1/namespaces/default/configmaps/a');
    const events = api.tracer.facts.flatMap((fact) =>
      fact.type === 'AuditEventLogged' && fact.ref.resource === 'configmaps'
        ? [
            [
              fact.verb,
              fact.stage,
              fact.level,
              fact.requestObject !== undefined,
              fact.responseObject !== undefined,
            ],
          ]
        : [],
    );
    expect(events).toEqual([
      ['create', 'RequestReceived', 'Request', false, false],
      ['create', 'ResponseComplete', 'Request', true, false],
      ['get', 'ResponseComplete', 'Metadata', false, false],
    ]);
  });
});
