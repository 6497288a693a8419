import { inArray } from 'drizzle-orm';
import type { NfeLine } from '../../../contract/rules/nfe/nfeNote.ts';
import { auditMany } from '../../audit.ts';
import type { Context } from '../../context.ts';
import type { Tx } from '../../db/client.ts';
import { products } from '../../db/tables/index.ts';
import type { ClassifiedNote } from './incoming.ts';

/** Matches the products of the lines by code: a new one is created from the latest line that names it. Returns their ids. */
export async function writeProducts(
  tx: Tx,
  ctx: Context,
  files: readonly ClassifiedNote[],
): Promise<Map<string, number>> {
  const lines = latestByCode(files);
  const codes = [...lines.keys()].sort();
  const idOf = await idsOf(tx, codes);
  const missing = codes.filter((code) => !idOf.has(code));
  if (missing.length === 0) return idOf;
  const made = await tx
    .insert(products)
    .values(missing.map((code) => productRow(lines.get(code) as NfeLine)))
    .onConflictDoNothing({ target: products.code })
    .returning({ id: products.id, code: products.code, description: products.description });
  await auditMany(
    tx,
    ctx,
    made.map(({ id, code, description }) => ({
      action: 'IMPORTAR',
      entity: 'products',
      entityId: id,
      after: { codigo: code, descricao: description },
    })),
  );
  for (const [code, id] of await idsOf(tx, missing)) idOf.set(code, id);
  return idOf;
}

function latestByCode(files: readonly ClassifiedNote[]): Map<string, NfeLine> {
  const inTime = [...files].sort((a, b) => (a.read.note.issuedAt < b.read.note.issuedAt ? -1 : 1));
  return new Map(inTime.flatMap(({ read }) => read.note.lines.map((line) => [line.code, line] as const)));
}

async function idsOf(tx: Tx, codes: readonly string[]): Promise<Map<string, number>> {
  const rows = await tx
    .select({ id: products.id, code: products.code })
    .from(products)
    .where(inArray(products.code, [...codes]));
  return new Map(rows.map(({ id, code }) => [code, id]));
}

/** Prices and brands are not taken from NF-e; they come with the product registration. */
const productRow = ({ code, description, unit, barcode, ncm, cest }: NfeLine) => ({
  code,
  description,
  brand: '',
  unit,
  barcode,
  ncm,
  cest,
});
