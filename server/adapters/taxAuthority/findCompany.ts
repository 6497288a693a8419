import { eq } from 'drizzle-orm';
import { recordOf } from '#contract/rules/jsonRecord.ts';
import { normalizePhone } from '#contract/rules/phone.ts';
import type { Deps } from '../../context.ts';
import { taxRegistry } from '../../db/tables/index.ts';
import { Refusal } from '../../errors.ts';
import { plainText } from '../../text/plainText.ts';
import { type AskRemote, clientFor } from '../remoteJson.ts';

/** A company's data from the tax authority (document 000 section 7). Unknown texts are empty. */
interface RegisteredCompany {
  razao_social: string;
  nome_fantasia: string;
  cnpj: string;
  inscricao_estadual: string;
  cnae_principal: string;
  cnaes_secundario: string[];
  socios: { nome: string }[];
  telefone: string;
  email: string;
  cep: string;
  logradouro: string;
  numero: string;
  complemento: string;
  bairro: string;
  ibge: string;
  cidade: string;
  uf: string;
}

/** Returns `null` for a company that is not registered. Throws 503 with instructions when the service does not answer. */
export async function findCompany(
  { db, settings }: Pick<Deps, 'db' | 'settings'>,
  cnpj: string,
  ask: AskRemote | undefined = settings.receitaUrl ? clientFor(settings.receitaUrl, settings) : undefined,
): Promise<RegisteredCompany | null> {
  if (!settings.receitaUrl || !ask) {
    const [row] = await db.select().from(taxRegistry).where(eq(taxRegistry.cnpj, cnpj));
    return row ? asCompany(row.content, cnpj) : null;
  }
  try {
    return asCompany(await ask(settings.receitaUrl.replaceAll('{cnpj}', cnpj)), cnpj);
  } catch {
    throw new Refusal(
      503,
      'RECEITA_FORA_DO_AR',
      'A consulta à Receita não respondeu. Digite os dados à mão, ou tente de novo em instantes.',
    );
  }
}

/** Services use different names for the same fields. Values are truncated to what our fields hold and are never markup. */
function asCompany(answer: unknown, cnpj: string): RegisteredCompany | null {
  if (answer === null) return null;
  if (typeof answer !== 'object' || Array.isArray(answer)) throw new Error('no company');
  const given = answer as Record<string, unknown>;
  const text = (most: number, ...names: string[]) => firstText(given, names).slice(0, most);
  const razaoSocial = text(100, 'razao_social', 'nome', 'razaoSocial');
  if (!razaoSocial) return null;
  return {
    razao_social: razaoSocial,
    nome_fantasia: text(100, 'nome_fantasia', 'fantasia', 'nomeFantasia'),
    cnpj,
    inscricao_estadual: text(14, 'inscricao_estadual'),
    cnae_principal: digits(codeOf(given.cnae_principal ?? given.cnae_fiscal), 7),
    cnaes_secundario: codesOf(given.cnaes_secundario ?? given.cnaes_secundarios),
    socios: partnersOf(given.socios ?? given.qsa),
    // Several numbers come in one text: '(11) 3333-4444 / (11) 3333-5555'.
    telefone: normalizePhone(text(60, 'telefone', 'ddd_telefone_1').split('/')[0] ?? '').slice(0, 20),
    email: text(50, 'email').toLowerCase(),
    cep: digits(text(12, 'cep'), 8),
    logradouro: text(100, 'logradouro'),
    numero: text(10, 'numero'),
    complemento: text(80, 'complemento'),
    bairro: text(60, 'bairro'),
    ibge: digits(text(10, 'ibge', 'codigo_municipio_ibge'), 7),
    cidade: text(60, 'cidade', 'municipio'),
    uf: text(2, 'uf'),
  };
}

function firstText(given: Record<string, unknown>, names: readonly string[]): string {
  const value = names
    .map((name) => given[name])
    .find((each) => (typeof each === 'string' && each.trim()) || typeof each === 'number');
  return plainText(String(value ?? ''))
    .replace(/\s+/g, ' ')
    .trim();
}

const digits = (text: string, most: number) => text.replace(/\D/g, '').slice(0, most);

function codeOf(value: unknown): string {
  if (typeof value === 'string' || typeof value === 'number') return String(value);
  const code = (value as { codigo?: unknown } | null)?.codigo;
  return typeof code === 'string' || typeof code === 'number' ? String(code) : '';
}

const codesOf = (list: unknown): string[] =>
  (Array.isArray(list) ? list : [])
    .slice(0, 99)
    .map((one) => digits(codeOf(one), 7))
    .filter((code) => code.length === 7 && code !== '0000000');

const partnersOf = (list: unknown): { nome: string }[] =>
  (Array.isArray(list) ? list : []).slice(0, 50).flatMap((one: unknown) => {
    const nome = firstText(recordOf(one), ['nome', 'nome_socio']).slice(0, 50);
    return nome ? [{ nome }] : [];
  });
