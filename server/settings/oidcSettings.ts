import { type Static, Type } from '@sinclair/typebox';
import { Value } from '@sinclair/typebox/value';
import { worksForCompany } from '#contract/catalogs/personType.ts';
import { standardOf } from '#contract/rules/access.ts';
import { isCnpj, normalizeDocument } from '#contract/rules/documents.ts';

const variable = (pattern: string, remedy: string) => Type.Optional(Type.String({ pattern, remedy }));
const free = Type.Optional(Type.String());
const ON_OFF = '^(on|off)$';

/** Variables for the company's own single sign-on (docs/production.md, "Signing in"). */
export const OIDC_VARIABLES = {
  OIDC_ISSUER: variable(
    '^(https://[^\\s?#]+|http://(localhost|127\\.0\\.0\\.1|\\[::1\\])(:\\d+)?[^\\s?#]*)$',
    'OIDC_ISSUER deve ser o endereço https do provedor de identidade, por exemplo https://login.suaempresa.com.br; http só vale nesta mesma máquina.',
  ),
  OIDC_CLIENT_ID: free,
  OIDC_CLIENT_SECRET: free,
  OIDC_NAME: variable('^.{1,40}$', 'OIDC_NAME deve ter até 40 letras, por exemplo Conta da empresa.'),
  OIDC_SCOPES: variable(
    '^(.* )?openid( .*)?$',
    'OIDC_SCOPES deve conter openid, por exemplo openid profile email groups.',
  ),
  OIDC_ROLE_CLAIM: free,
  OIDC_ROLES: free,
  OIDC_BRANCH_CLAIM: free,
  OIDC_BRANCHES: free,
  OIDC_CPF_CLAIM: free,
  OIDC_LINK_EMAIL: variable(
    ON_OFF,
    'OIDC_LINK_EMAIL deve ser on (um e-mail confirmado pelo provedor liga a conta que existe) ou off.',
  ),
  OIDC_UNKNOWN: variable(
    '^(create|refuse)$',
    'OIDC_UNKNOWN deve ser create (quem o Balcão não conhece ganha conta) ou refuse.',
  ),
  OIDC_ONLY: variable(ON_OFF, 'OIDC_ONLY deve ser on (a equipe entra só pelo provedor) ou off.'),
  OIDC_SECOND_FACTOR: free,
};

const Environment = Type.Object(OIDC_VARIABLES);
type Environment = Static<typeof Environment>;

/** The identity provider that staff may sign in with, and how its claims are used. */
export interface OidcSettings {
  readonly issuer: string;
  readonly clientId: string;
  readonly clientSecret: string;
  /** The name shown to users: the button reads 'Entrar com …'. */
  readonly name: string;
  readonly scopes: string;
  readonly roleClaim: string;
  /** Pairs of claim value and role key, in order of precedence: if several match, the first one counts. */
  readonly roles: readonly (readonly [value: string, role: string])[];
  /** If absent, branches stay as they are stored here. */
  readonly branchClaim?: string | undefined;
  /** The branch's CNPJ by claim value; if absent, the claim values are CNPJs. */
  readonly branches?: ReadonlyMap<string, string> | undefined;
  readonly cpfClaim?: string | undefined;
  readonly linkEmail: boolean;
  readonly createUnknown: boolean;
  /** Staff can sign in only through the provider; consumers and representatives keep their password. */
  readonly only: boolean;
  /** Values of `amr` or `acr` which say that the provider asked for a second factor; if empty, the console asks for it. */
  readonly secondFactor: readonly string[];
}

export function oidcOf(given: Environment): OidcSettings | undefined {
  if (!given.OIDC_ISSUER) return undefined;
  const branches = textMap(given.OIDC_BRANCHES);
  return {
    issuer: given.OIDC_ISSUER,
    clientId: given.OIDC_CLIENT_ID ?? '',
    clientSecret: given.OIDC_CLIENT_SECRET ?? '',
    name: given.OIDC_NAME ?? 'Conta da empresa',
    scopes: given.OIDC_SCOPES ?? 'openid profile email',
    roleClaim: given.OIDC_ROLE_CLAIM ?? 'groups',
    roles: Object.entries(textMap(given.OIDC_ROLES) ?? {}),
    branchClaim: given.OIDC_BRANCH_CLAIM,
    branches:
      branches && new Map(Object.entries(branches).map(([value, cnpj]) => [value, normalizeDocument(cnpj)])),
    cpfClaim: given.OIDC_CPF_CLAIM,
    linkEmail: given.OIDC_LINK_EMAIL === 'on',
    createUnknown: given.OIDC_UNKNOWN === 'create',
    only: given.OIDC_ONLY === 'on',
    secondFactor: (given.OIDC_SECOND_FACTOR ?? '').split(/[\s,]+/).filter(Boolean),
  };
}

/** Sentences that explain how to fix provider settings that cannot work. */
export function wrongOidc(given: Environment): string[] {
  const names = Object.keys(OIDC_VARIABLES) as (keyof Environment)[];
  if (!given.OIDC_ISSUER)
    return names.some((name) => given[name])
      ? ['Para entrar pelo provedor da empresa falta definir OIDC_ISSUER.']
      : [];
  const lacking = (['OIDC_CLIENT_ID', 'OIDC_CLIENT_SECRET', 'OIDC_ROLES'] as const).filter((n) => !given[n]);
  return [
    ...(lacking.length > 0
      ? [`Para entrar pelo provedor da empresa falta definir ${lacking.join(', ')}.`]
      : []),
    ...wrongMaps(given),
    ...(given.OIDC_UNKNOWN === 'create' && !given.OIDC_CPF_CLAIM
      ? ['OIDC_UNKNOWN=create precisa de OIDC_CPF_CLAIM: toda conta do Balcão tem um CPF.']
      : []),
  ];
}

function wrongMaps({ OIDC_ROLES, OIDC_BRANCHES }: Environment): string[] {
  const roles = textMap(OIDC_ROLES);
  const branches = textMap(OIDC_BRANCHES);
  return [
    ...(OIDC_ROLES && !(roles && Object.values(roles).every(isStaffRole))
      ? [
          'OIDC_ROLES deve ser um objeto JSON do valor recebido para um perfil da equipe, por exemplo {"balcao-gerentes":"GERENTE","balcao-sac":"OPERADOR"}.',
        ]
      : []),
    ...(OIDC_BRANCHES && !(branches && Object.values(branches).every(isCnpj))
      ? [
          'OIDC_BRANCHES deve ser um objeto JSON do valor recebido para o CNPJ da filial, por exemplo {"SP01":"11.222.333/0001-81"}.',
        ]
      : []),
  ];
}

/** Customers and their representatives are not in the company's directory. */
const isStaffRole = (key: string) => {
  const type = standardOf(key);
  return type !== null && worksForCompany(type);
};

const TextMap = Type.Record(Type.String({ minLength: 1 }), Type.String());

function textMap(text: string | undefined): Record<string, string> | undefined {
  if (!text) return undefined;
  try {
    const given: unknown = JSON.parse(text);
    return Value.Check(TextMap, given) ? given : undefined;
  } catch {
    return undefined;
  }
}
