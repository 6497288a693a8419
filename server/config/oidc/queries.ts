import { inArray } from 'drizzle-orm';
import type { Health } from '#contract/config/health.ts';
import { formatCnpj } from '#contract/rules/documents.ts';
import { discover, reasonOf } from '../../adapters/oidc/provider.ts';
import type { Context } from '../../context.ts';
import type { Executor } from '../../db/client.ts';
import { branches, roles } from '../../db/tables/index.ts';
import type { OidcSettings } from '../../settings/oidcSettings.ts';

/** Asks the company's provider, and finds what the settings map to nothing; `null` where there is no provider. */
export async function providerCheck({
  db,
  settings,
}: Pick<Context, 'db' | 'settings'>): Promise<Health['provedor']> {
  const { oidc } = settings;
  if (!oidc) return null;
  const [answer, semDestino] = await Promise.all([
    discover(oidc, settings).then(
      (config) => ({ responde: true, motivo: '', semDestino: unknownClaims(oidc, config.serverMetadata()) }),
      (error: unknown) => ({ responde: false, motivo: reasonOf(error).slice(0, 300), semDestino: [] }),
    ),
    unmapped(db, oidc),
  ]);
  return { nome: oidc.name, ...answer, semDestino: [...semDestino, ...answer.semDestino] };
}

async function unmapped(db: Executor, { roles: mapped, branches: named }: OidcSettings): Promise<string[]> {
  const keys = [...new Set(mapped.map(([, role]) => role))];
  const cnpjs = [...(named?.values() ?? [])];
  const knownRoles = new Set(
    keys.length > 0
      ? (await db.select({ key: roles.key }).from(roles).where(inArray(roles.key, keys))).map(
          ({ key }) => key,
        )
      : [],
  );
  const knownBranches = new Set(
    cnpjs.length > 0
      ? (await db.select({ cnpj: branches.cnpj }).from(branches).where(inArray(branches.cnpj, cnpjs))).map(
          ({ cnpj }) => cnpj,
        )
      : [],
  );
  return [
    ...(mapped.length === 0 ? ['OIDC_ROLES não leva nenhum grupo a um perfil: ninguém entra.'] : []),
    ...mapped.flatMap(([value, role]) =>
      knownRoles.has(role) ? [] : `O grupo "${value}" (OIDC_ROLES) leva ao perfil ${role}, que não existe.`,
    ),
    ...[...(named ?? [])].flatMap(([value, cnpj]) =>
      knownBranches.has(cnpj)
        ? []
        : `A filial "${value}" (OIDC_BRANCHES) leva ao CNPJ ${formatCnpj(cnpj)}, que não é de nenhuma filial.`,
    ),
  ];
}

interface Announced {
  claims_supported?: string[] | undefined;
}

/** Providers need not say what they know; one that does and leaves out a claim will probably never send it. */
function unknownClaims(
  { roleClaim, branchClaim, cpfClaim }: OidcSettings,
  { claims_supported }: Announced,
): string[] {
  if (!claims_supported) return [];
  return [roleClaim, branchClaim, cpfClaim].flatMap((claim) =>
    claim && !claims_supported.includes(claim) && !claims_supported.includes(claim.split('.')[0] ?? '')
      ? `O provedor não anuncia o dado "${claim}".`
      : [],
  );
}
