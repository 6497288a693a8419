import { inArray } from 'drizzle-orm';
import type { NfeLine, NfeParty } from '#contract/rules/nfe/nfeNote.ts';
import { normalizePhone } from '#contract/rules/phone.ts';
import type { Context } from '../../context.ts';
import type { Tx } from '../../db/client.ts';
import { type CustomerAddress, customers, products } from '../../db/tables/index.ts';
import { auditMany } from '../../writing/audit.ts';
import { serveCustomers } from '../customers/commands.ts';
import type { ClassifiedNote } from './incoming.ts';

/**
 * Matches the recipients with customers by document: a new customer is created from the latest NF-e that names it, an
 * existing one is left unchanged, and all are recorded as served by the selling branch. Returns their ids.
 */
export async function writeCustomers(
  tx: Tx,
  ctx: Context,
  files: readonly ClassifiedNote[],
  branchOf: ReadonlyMap<string, { id: number }>,
): Promise<Map<string, number>> {
  const parties = latestByDocument(files);
  const documents = [...parties.keys()].sort();
  const idOf = await customerIdsOf(tx, documents);
  const missing = documents.filter((document) => !idOf.has(document));
  if (missing.length > 0) {
    const insertedCustomers = await tx
      .insert(customers)
      .values(missing.map((document) => customerRow(parties.get(document) as NfeParty)))
      .onConflictDoNothing({ target: customers.document })
      .returning({ id: customers.id, document: customers.document, name: customers.legalName });
    await auditMany(
      tx,
      ctx,
      insertedCustomers.map(({ id, document, name }) => ({
        action: 'IMPORTAR',
        entity: 'customers',
        entityId: id,
        after: { documento: document, razaoSocial: name },
      })),
    );
    for (const [document, id] of await customerIdsOf(tx, missing)) idOf.set(document, id);
  }
  await serve(tx, files, idOf, branchOf);
  return idOf;
}

function latestByDocument(files: readonly ClassifiedNote[]): Map<string, NfeParty> {
  const found = new Map<string, NfeParty>();
  const inTime = [...files].sort((a, b) => (a.read.note.issuedAt < b.read.note.issuedAt ? -1 : 1));
  for (const { read } of inTime)
    if (read.note.receiver?.document) found.set(read.note.receiver.document, read.note.receiver);
  return found;
}

async function customerIdsOf(tx: Tx, documents: readonly string[]): Promise<Map<string, number>> {
  const rows = await tx
    .select({ id: customers.id, document: customers.document })
    .from(customers)
    .where(inArray(customers.document, [...documents]));
  return new Map(rows.map(({ id, document }) => [document, id]));
}

const customerRow = ({ document, name, stateRegistration, email, phone, address }: NfeParty) => ({
  document,
  legalName: name || document,
  tradeName: name || document,
  email: email.split(/[;,\s]/)[0] ?? '',
  phone: normalizePhone(phone),
  stateRegistration,
  address: addressOf(address),
});

/** Leaves out fields that the NF-e does not contain. */
function addressOf(given: NfeParty['address']): CustomerAddress {
  const address: Record<keyof CustomerAddress, string> = {
    cep: given.postalCode,
    logradouro: given.street,
    numero: given.number,
    complemento: given.complement,
    bairro: given.district,
    ibge: given.cityCode,
    cidade: given.city,
    uf: given.state,
  };
  return Object.fromEntries(Object.entries(address).filter(([, value]) => value !== ''));
}

async function serve(
  tx: Tx,
  files: readonly ClassifiedNote[],
  idOf: ReadonlyMap<string, number>,
  branchOf: ReadonlyMap<string, { id: number }>,
): Promise<void> {
  const pairs = new Map<string, { customerId: number; branchId: number }>();
  for (const { read } of files) {
    const customerId = idOf.get(read.note.receiver?.document ?? '');
    const branchId = branchOf.get(read.note.emitter.document)?.id;
    if (customerId && branchId) pairs.set(`${customerId}/${branchId}`, { customerId, branchId });
  }
  await serveCustomers(tx, [...pairs.values()]);
}

/** Matches the products of the lines by code: a new one is created from the latest line that names it. Returns their ids. */
export async function writeProducts(
  tx: Tx,
  ctx: Context,
  files: readonly ClassifiedNote[],
): Promise<Map<string, number>> {
  const lines = latestByCode(files);
  const codes = [...lines.keys()].sort();
  const idOf = await productIdsOf(tx, codes);
  const missing = codes.filter((code) => !idOf.has(code));
  if (missing.length === 0) return idOf;
  const insertedProducts = await tx
    .insert(products)
    .values(missing.map((code) => productRow(lines.get(code) as NfeLine)))
    .onConflictDoNothing({ target: products.code })
    .returning({ id: products.id, code: products.code, description: products.description });
  await auditMany(
    tx,
    ctx,
    insertedProducts.map(({ id, code, description }) => ({
      action: 'IMPORTAR',
      entity: 'products',
      entityId: id,
      after: { codigo: code, descricao: description },
    })),
  );
  for (const [code, id] of await productIdsOf(tx, missing)) idOf.set(code, id);
  return idOf;
}

function latestByCode(files: readonly ClassifiedNote[]): Map<string, NfeLine> {
  const inTime = [...files].sort((a, b) => (a.read.note.issuedAt < b.read.note.issuedAt ? -1 : 1));
  return new Map(inTime.flatMap(({ read }) => read.note.lines.map((line) => [line.code, line] as const)));
}

async function productIdsOf(tx: Tx, codes: readonly string[]): Promise<Map<string, number>> {
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
