import { isEmail, normalizeEmail } from '#contract/rules/contact.ts';
import { isCnpj, isCpf, normalizeDocument } from '#contract/rules/documents.ts';
import { listText } from '#contract/rules/text.ts';
import { type ProviderRefusal, refusalOf } from '../../adapters/oidc/provider.ts';
import { Refusal } from '../../errors.ts';
import type { OidcSettings } from '../../settings/oidcSettings.ts';
import { plainText } from '../../text/plainText.ts';

/** The provider's claims about a person, from its ID token. */
export type Claims = Readonly<Record<string, unknown>>;

/**
 * A claim by its name, which may itself contain dots ('https://empresa/perfis'), or by a path through objects
 * ('realm_access.roles').
 */
export function claimAt(claims: Claims, name: string): unknown {
  if (Object.hasOwn(claims, name)) return claims[name];
  return name
    .split('.')
    .reduce<unknown>(
      (at, key) =>
        typeof at === 'object' && at !== null && Object.hasOwn(at, key) ? (at as Claims)[key] : undefined,
      claims,
    );
}

/** One text, or several. */
function textsOf(value: unknown): string[] {
  const several = Array.isArray(value) ? value : [value];
  return several.filter((each): each is string => typeof each === 'string' && each !== '');
}

/** The key of the role that the claims give; of several, the first in the settings. Null: no access. */
export function roleOf(claims: Claims, { roleClaim, roles }: OidcSettings): string | null {
  const claimedRoles = new Set(textsOf(claimAt(claims, roleClaim)));
  return roles.find(([value]) => claimedRoles.has(value))?.[1] ?? null;
}

/** The values of the claim that gives roles, as a person of the directory knows them. */
export const groupsIn = (claims: Claims, { roleClaim }: OidcSettings): string[] =>
  textsOf(claimAt(claims, roleClaim));

/**
 * The branches that the claims give, by CNPJ, each with the value that named it; null when branches are managed here. A value
 * that the settings do not know has no CNPJ.
 */
export function branchesOf(
  claims: Claims,
  { branchClaim, branches }: OidcSettings,
): { value: string; cnpj: string | null }[] | null {
  if (!branchClaim) return null;
  const cnpjOf = (value: string) =>
    branches ? (branches.get(value) ?? null) : isCnpj(value) ? normalizeDocument(value) : null;
  return textsOf(claimAt(claims, branchClaim)).map((value) => ({ value, cnpj: cnpjOf(value) }));
}

const MAX_NAMED = 5;
const MAX_NAME_LENGTH = 60;

/** '"Vendas" e "TI"': what a claim said, in a sentence. */
export const quotedValues = (values: readonly string[]): string =>
  listText([
    ...values.slice(0, MAX_NAMED).map((value) => `"${plainText(value).slice(0, MAX_NAME_LENGTH)}"`),
    ...(values.length > MAX_NAMED ? [`mais ${values.length - MAX_NAMED}`] : []),
  ]);

/** The CPF from the company's directory, eleven digits; null when it is missing or invalid. */
export function cpfOf(claims: Claims, { cpfClaim }: OidcSettings): string | null {
  const given = cpfClaim ? claimAt(claims, cpfClaim) : undefined;
  return typeof given === 'string' && isCpf(given) ? normalizeDocument(given) : null;
}

/** An e-mail that the provider has verified; any other proves nothing. */
export function provenEmail({ email, email_verified: verified }: Claims): string | null {
  const proven = verified === true && typeof email === 'string' && isEmail(email);
  return proven ? normalizeEmail(email) : null;
}

/** Whether the provider reports a second factor in terms that the settings accept. */
export function factorByProvider({ amr, acr }: Claims, { secondFactor }: OidcSettings): boolean {
  return [...textsOf(amr), ...textsOf(acr)].some((value) => secondFactor.includes(value));
}

/** Whether a token was issued in the future by more than the tolerated clock difference, in seconds. */
export const isFromTheFuture = ({ iat }: Claims, now: Date, tolerance: number): boolean =>
  typeof iat === 'number' && iat > now.getTime() / 1000 + tolerance;

/** Messages for the user; the server's log has the technical reason. */
const SENTENCES: Readonly<
  Record<ProviderRefusal | 'SEM_ENTRADA' | 'OUTRA_PESSOA', (name: string) => string>
> = {
  FORA: (name) =>
    `${name} não respondeu a tempo. Tente de novo em instantes; se continuar, avise o suporte da empresa.`,
  CANCELADA: (name) => `A entrada por ${name} foi cancelada. Nada mudou.`,
  CODIGO_USADO: (name) => `O código de ${name} já foi usado ou venceu. Entre de novo.`,
  OUTRO_EMISSOR: (name) => `A resposta veio de outro provedor, e não de ${name}. Avise o suporte da empresa.`,
  OUTRO_PUBLICO: (name) => `A resposta de ${name} foi feita para outro sistema. Avise o suporte da empresa.`,
  OUTRA_ENTRADA: (name) => `A resposta de ${name} é de outra entrada. Entre de novo.`,
  RELOGIO: (name) =>
    `O relógio de ${name} e o deste servidor diferem em mais de 2 minutos, ou a resposta venceu. Entre de novo; se continuar, avise o suporte da empresa.`,
  RESPOSTA: (name) =>
    `A resposta de ${name} não pôde ser aceita. Entre de novo; se continuar, avise o suporte da empresa.`,
  SEM_ENTRADA: (name) =>
    `Esta entrada por ${name} venceu, já foi concluída ou começou em outro navegador. Entre de novo.`,
  OUTRA_PESSOA: (name) => `Quem confirmou em ${name} não é quem está nesta sessão. Entre lá com a sua conta.`,
};

export const providerRefusal = (settings: OidcSettings, code: keyof typeof SENTENCES) =>
  new Refusal(code === 'FORA' ? 503 : 403, `PROVEDOR_${code}`, SENTENCES[code](settings.name));

export const failureOf = (settings: OidcSettings, error: unknown) =>
  error instanceof Refusal ? error : providerRefusal(settings, refusalOf(error));
