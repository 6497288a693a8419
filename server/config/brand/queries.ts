import { eq } from 'drizzle-orm';
import type { Brand } from '#contract/config/brand.ts';
import { formatPostalCode } from '#contract/rules/contact.ts';
import type { Reading } from '../../context.ts';
import { branches } from '../../db/tables/index.ts';
import type { PaperBrand } from '../../text/paper.ts';
import { serviceParameters } from '../parameters/queries.ts';
import { companyLogo } from '../platform/queries.ts';
import { logoGround, logoPicture } from './logoPicture.ts';

type Branch = typeof branches.$inferSelect;

/** The brand of a branch; without one, that of the company as a whole. Null for a branch that does not exist. */
export async function brandOf(
  { db, settings }: Reading<'db' | 'settings'>,
  branchId?: number,
): Promise<Brand | null> {
  const [branch] = branchId ? await db.select().from(branches).where(eq(branches.id, branchId)) : [];
  if (branchId && !branch) return null;
  const { nomeEmpresa, marcaNome, marcaEndereco, marcaCor } = await serviceParameters(db, branchId);
  const logo = await companyLogo(settings.dataDir, branchId);
  return {
    nome: marcaNome ?? (branch?.tradeName || branch?.legalName || nomeEmpresa),
    razSoc: branch?.legalName ?? '',
    cnpj: branch?.cnpj ?? '',
    endereco: marcaEndereco ?? (branch ? addressOf(branch) : ''),
    cor: marcaCor,
    logo: logo && `/imagens/logo${branchId ? `?filial=${branchId}` : ''}`,
    fundoLogo: logo && (await logoGround(logo, marcaCor)),
  };
}

/** The brand under which something is sent; that of the company if the branch is gone. */
export async function senderBrand(ctx: Reading<'db' | 'settings'>, branchId?: number): Promise<Brand> {
  const brand = (branchId ? await brandOf(ctx, branchId) : null) ?? (await brandOf(ctx));
  if (!brand) throw new Error('the company has no brand');
  return brand;
}

/** The same as it is drawn on a PDF and in an e-mail. */
export async function paperBrandOf(ctx: Reading<'db' | 'settings'>, branchId?: number): Promise<PaperBrand> {
  const brand = await senderBrand(ctx, branchId);
  const logo = await companyLogo(ctx.settings.dataDir, branchId);
  return { ...brand, picture: logo && (await logoPicture(logo, brand.fundoLogo)) };
}

function addressOf({ address, city, state }: Branch): string {
  const { logradouro, numero, complemento, bairro, cep } = address;
  const street = [logradouro, numero, complemento].filter(Boolean).join(', ');
  const town = [city, state].filter(Boolean).join('/');
  return [street, bairro, town, cep && `CEP ${formatPostalCode(cep)}`].filter(Boolean).join(' · ');
}
