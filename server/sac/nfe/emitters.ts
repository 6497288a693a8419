import { gunzipSync } from 'node:zlib';
import { and, asc, count, desc, eq, max, min } from 'drizzle-orm';
import type { NfeEmitter } from '#contract/config/nfeImports.ts';
import { formatCnpj } from '#contract/rules/documents.ts';
import type { NfeParty } from '#contract/rules/nfe/nfeNote.ts';
import type { Context } from '../../context.ts';
import type { Tx } from '../../db/client.ts';
import { branches, nfeDocuments } from '../../db/tables/index.ts';
import { invalid, notFound } from '../../errors.ts';
import { foreignNfe } from '../../foreign/foreignNfe.ts';
import { mappedTypes } from '../../records/registry.ts';
import { saveRecords } from '../../records/write/saveRecords.ts';

const MAX_SHOWN = 200;

/** The issuers of the stored NF-e that wait for a branch, those with the most first. */
export async function unknownEmitters({ db }: Pick<Context, 'db'>): Promise<NfeEmitter[]> {
  const rows = await db
    .select({
      cnpj: nfeDocuments.emitter,
      nome: max(nfeDocuments.emitterName),
      uf: max(nfeDocuments.emitterState),
      notas: count(),
      de: min(nfeDocuments.issuedOn),
      ate: max(nfeDocuments.issuedOn),
      branchId: max(branches.id),
    })
    .from(nfeDocuments)
    .leftJoin(branches, eq(branches.cnpj, nfeDocuments.emitter))
    .where(and(eq(nfeDocuments.state, 'EMITTER'), eq(nfeDocuments.kind, 'DE_OUTRO_EMITENTE')))
    .groupBy(nfeDocuments.emitter)
    .orderBy(desc(count()), asc(nfeDocuments.emitter))
    .limit(MAX_SHOWN);
  return rows.map(({ branchId, nome, uf, ...row }) => ({
    ...row,
    nome: nome ?? '',
    uf: uf ?? '',
    filial: branchId !== null,
  }));
}

/** The branch with a CNPJ, created from its latest NF-e if it does not exist yet. All fourteen characters must match. */
export async function findOrCreateBranch(tx: Tx, ctx: Context, cnpj: string): Promise<number> {
  const [existing] = await tx.select({ id: branches.id }).from(branches).where(eq(branches.cnpj, cnpj));
  if (existing) return existing.id;
  const emitter = await latestEmitter(tx, cnpj);
  const [made] = await saveRecords(tx, ctx, mappedTypes.filiais, [{ dados: branchFields(emitter) }]);
  if (!made?.id) throw invalid({}, `${formatCnpj(cnpj)}: ${Object.values(made?.erros ?? {})[0] ?? ''}`);
  return made.id;
}

async function latestEmitter(tx: Tx, cnpj: string): Promise<NfeParty> {
  const [row] = await tx
    .select({ content: nfeDocuments.content, trial: nfeDocuments.trial })
    .from(nfeDocuments)
    .where(and(eq(nfeDocuments.state, 'EMITTER'), eq(nfeDocuments.emitter, cnpj)))
    .orderBy(desc(nfeDocuments.issuedOn), desc(nfeDocuments.id))
    .limit(1);
  if (!row) throw notFound();
  const read = await foreignNfe(gunzipSync(row.content), row.trial);
  if (read.type !== 'NOTE') throw notFound();
  return read.note.emitter;
}

/** States whose time differs from Brasília's, or that have a time zone of their own. */
const ZONES: Readonly<Record<string, string>> = {
  AC: 'America/Rio_Branco',
  AM: 'America/Manaus',
  AP: 'America/Belem',
  BA: 'America/Bahia',
  MS: 'America/Campo_Grande',
  MT: 'America/Cuiaba',
  PA: 'America/Belem',
  RO: 'America/Porto_Velho',
  RR: 'America/Boa_Vista',
};

const branchFields = ({ document, name, tradeName, stateRegistration, address }: NfeParty) => ({
  cnpj: document,
  razaoSocial: name,
  nomeFantasia: (tradeName || name).slice(0, 60),
  inscricaoEstadual: stateRegistration,
  cidade: address.city,
  uf: address.state,
  fuso: ZONES[address.state] ?? 'America/Sao_Paulo',
  endereco: {
    cep: address.postalCode,
    logradouro: address.street.slice(0, 100),
    numero: address.number.slice(0, 20),
    complemento: address.complement.slice(0, 60),
    bairro: address.district.slice(0, 60),
  },
});
