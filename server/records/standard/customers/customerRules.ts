import { eq } from 'drizzle-orm';
import { personType } from '#contract/catalogs/personType.ts';
import type { RecordData } from '#contract/records/fields/recordField.ts';
import { contactForm, contactProblems } from '#contract/rules/customers/contactForm.ts';
import { isMissingDocument } from '#contract/rules/documents.ts';
import { formFormats } from '#contract/rules/forms/formats.ts';
import { recordOf, recordsOf } from '#contract/rules/jsonRecord.ts';
import { BIRTH_DATE_MESSAGE, isBirthDate } from '#contract/rules/person.ts';
import type { CalendarDate } from '#contract/rules/time/calendarDate.ts';
import { DEFAULT_TIME_ZONE, localDate } from '#contract/rules/time/zonedTime.ts';
import { amongIds, amongTexts } from '#server/db/conditions.ts';
import type { CustomerAddress } from '#server/db/tables/customers/customers.ts';
import { branches, regions, representatives } from '#server/db/tables/index.ts';
import { banks } from '#server/places.ts';
import { sellersAmong, servesCustomer, servesNot } from '#server/sac/customers/queries.ts';
import { isStrayTown, STRAY_TOWN } from '#server/sac/registration/rules.ts';
import type { WritingRecords } from '../../mapping.ts';
import type { PendingRow } from '../../write/pendingRow.ts';

/** The rules for customers that follow from the registration, the contacts and the person's scope, whoever writes them. */
export async function customerRules(rows: readonly PendingRow[], writing: WritingRecords): Promise<void> {
  const today = localDate(writing.ctx.now(), DEFAULT_TIME_ZONE);
  for (const row of rows) for (const key of row.changed) CHECKS[key]?.(row, key, today);
  await keepWithinScope(rows, writing);
  await checkNewSellers(rows, writing);
}

type Check = (row: PendingRow, key: string, today: CalendarDate) => void;

/** The same format as in the steps of the registration (schemas/registration). */
const STATE_REGISTRATION = /^(?:[./-]*[0-9A-Za-z]){6,14}[./-]*$/;

const SUFRAMA = /^\d{8,9}$/;

const CHECKS: Readonly<Record<string, Check>> = {
  nascimento(row, key, today) {
    const day = row.after[key];
    if (typeof day === 'string' && !isBirthDate(day, today)) row.refuse(key, BIRTH_DATE_MESSAGE);
  },
  inscricaoEstadual(row, key) {
    const text = row.after[key];
    if (typeof text === 'string' && !STATE_REGISTRATION.test(text))
      row.refuse(key, 'Informe de 6 a 14 letras e números, ou ISENTO.');
  },
  prospect(row, key) {
    if (row.after[key] !== true && isMissingDocument(String(row.after.documento)))
      row.refuse(key, 'Sem CPF ou CNPJ, o cliente fica só como pré-cadastro. Informe antes o documento.');
  },
  endereco: checkAddress,
  enderecoEntrega: checkAddress,
  enderecosEntrega(row, key) {
    const before = new Set(recordsOf(row.before?.[key]).map((item) => JSON.stringify(item)));
    for (const [index, item] of recordsOf(row.after[key]).entries())
      if (!before.has(JSON.stringify(item)) && isStrayTown(item as CustomerAddress))
        row.refuse(`${key}/${index}/ibge`, STRAY_TOWN);
  },
  registro(row, key) {
    const { cnae, suframa } = recordOf(row.after[key]);
    const { validate, message } = formFormats.cnae;
    if (typeof cnae === 'string' && !validate(cnae)) row.refuse(`${key}/cnae`, message);
    if (typeof suframa === 'string' && !SUFRAMA.test(suframa))
      row.refuse(`${key}/suframa`, 'Informe os 8 ou 9 dígitos da inscrição Suframa.');
    checkAccounts(row, key);
  },
  contatos(row, key, today) {
    const items = (row.after[key] ?? []) as readonly RecordData[];
    const before = new Set(recordsOf(row.before?.[key]).map((item) => JSON.stringify(item)));
    for (const [index, item] of items.entries()) {
      if (before.has(JSON.stringify(item))) continue;
      for (const { field, message } of contactProblems(formOf(item), today))
        row.refuse(`${key}/${index}/${CONTACT_FIELDS[field] ?? field}`, message);
    }
  },
};

/** Each account may appear once and must belong to an existing bank; a bank already stored may stay. */
function checkAccounts(row: PendingRow, key: string): void {
  const of = (data: RecordData | null) =>
    ((data?.[key] as RecordData | undefined)?.dadosBancarios ?? []) as readonly RecordData[];
  const before = new Set(of(row.before).map(({ banco }) => banco));
  const seen = new Set<string>();
  for (const [index, { banco, agencia, conta }] of of(row.after).entries()) {
    const path = `${key}/dadosBancarios/${index}`;
    if (!before.has(banco) && !banks().some(({ codigoBanco }) => codigoBanco === banco))
      row.refuse(`${path}/banco`, 'Não há banco com este código.');
    const account = JSON.stringify([banco, agencia, conta]);
    if (seen.has(account)) row.refuse(`${path}/conta`, 'Repete uma conta que já está na lista.');
    seen.add(account);
  }
}

function checkAddress(row: PendingRow, key: string): void {
  if (isStrayTown((row.after[key] ?? {}) as CustomerAddress)) row.refuse(`${key}/ibge`, STRAY_TOWN);
}

/** Maps the field names of the contact form to those of the record. */
const CONTACT_FIELDS: Readonly<Record<string, string>> = { contato: 'nome', datanascimento: 'nascimento' };

const formOf = ({ nome, nascimento, tipo: _, ...item }: RecordData) =>
  contactForm({ ...item, contato: nome as string, datanascimento: nascimento as string });

const scopeOf = ({ ctx }: Pick<WritingRecords, 'ctx'>) =>
  personType.find(({ value }) => value === ctx.user.type)?.scope;

/** No one may create a customer, or leave one in a state, that they could not see themselves. */
async function keepWithinScope(rows: readonly PendingRow[], writing: WritingRecords): Promise<void> {
  const scope = scopeOf(writing);
  if (scope === 'CARTEIRA') await keepOwnRepresentative(rows, writing);
  if (scope === 'FILIAIS') await keepOwnBranch(rows, writing);
}

/** A representative registers customers of their own portfolio, in their own region. */
async function keepOwnRepresentative(rows: readonly PendingRow[], { tx, ctx }: WritingRecords) {
  const id = ctx.user.representativeId;
  const [own] =
    id === null
      ? []
      : await tx
          .select({ code: representatives.code, regionId: representatives.regionId, region: regions.code })
          .from(representatives)
          .leftJoin(regions, eq(regions.id, representatives.regionId))
          .where(eq(representatives.id, id));
  for (const row of rows) {
    const data = row.after as Record<string, unknown>;
    if (own && id !== null && row.before === null && data.representante === undefined) {
      data.representante = own.code;
      row.references.set('representante', id);
      if (own.region !== null && own.regionId !== null && data.regiao === undefined) {
        data.regiao = own.region;
        row.references.set('regiao', own.regionId);
      }
    }
    if (data.representante !== own?.code)
      row.refuse('representante', 'Você grava só clientes da sua própria carteira.');
  }
}

const ownBranches = ({ tx, ctx }: Pick<WritingRecords, 'tx' | 'ctx'>) =>
  tx
    .select({ id: branches.id, cnpj: branches.cnpj })
    .from(branches)
    .where(amongIds(branches.id, ctx.user.branchIds));

const servedBy = ({ filiais }: RecordData) => (filiais ?? []) as readonly { filial?: string }[];

/** People who work in some branches may not delete a customer that other branches serve too. */
export async function customerRemoval(
  data: RecordData,
  writing: Pick<WritingRecords, 'tx' | 'ctx'>,
): Promise<string | null> {
  if (scopeOf(writing) !== 'FILIAIS') return null;
  const own = new Set((await ownBranches(writing)).map(({ cnpj }) => cnpj));
  return servedBy(data).every(({ filial }) => own.has(filial ?? ''))
    ? null
    : 'Outras filiais, que você não vê, também atendem este cliente: você não pode excluí-lo.';
}

/**
 * A person with a single branch gets that branch; one with several must name them. Assignments to other branches are kept,
 * since they are not this person's to change.
 */
async function keepOwnBranch(rows: readonly PendingRow[], writing: WritingRecords) {
  const own = await ownBranches(writing);
  const cnpjs = new Set(own.map(({ cnpj }) => cnpj));
  const [only, ...more] = own;
  for (const row of rows) {
    const data = row.after as Record<string, unknown>;
    if (row.before === null && data.filiais === undefined && only && more.length === 0) {
      data.filiais = [{ filial: only.cnpj }];
      row.references.set('filiais/0/filial', only.id);
    }
    const served = servedBy(data);
    const named = new Set(served.map(({ filial }) => filial));
    const others = servedBy(row.before ?? {}).filter(
      ({ filial }) => !cnpjs.has(filial ?? '') && !named.has(filial),
    );
    if (others.length > 0) data.filiais = [...served, ...others];
    if (!served.some(({ filial }) => cnpjs.has(filial ?? '')))
      row.refuse('filiais', 'Informe ao menos uma filial sua.');
  }
}

/** New sellers must serve the customer, as when a customer is handed over; existing sellers stay. */
async function checkNewSellers(
  rows: readonly PendingRow[],
  { tx }: Pick<WritingRecords, 'tx'>,
): Promise<void> {
  const named = rows.flatMap(newSellers);
  if (named.length === 0) return;
  const sellers = new Map(
    (
      await sellersAmong(
        tx,
        named.map(({ id }) => id),
      )
    ).map((seller) => [seller.id, seller]),
  );
  const servedOf = await servedLookup(
    tx,
    named.map(({ row }) => row.after),
  );
  for (const { row, path, id } of named) {
    const seller = sellers.get(id);
    if (!seller) row.refuse(path, 'Vendedor não encontrado.');
    else if (!servesCustomer(seller, servedOf(row.after))) row.refuse(path, servesNot(seller));
  }
}

const itemsOf = (data: RecordData | null, key: 'vendedores' | 'filiais') =>
  (data?.[key] ?? []) as readonly Readonly<Record<string, string>>[];

function newSellers(row: PendingRow): { row: PendingRow; path: string; id: number }[] {
  const before = new Set(itemsOf(row.before, 'vendedores').map(({ vendedor }) => vendedor));
  return itemsOf(row.after, 'vendedores').flatMap(({ vendedor }, index) => {
    const path = `vendedores/${index}/vendedor`;
    const id = row.referenceOf(path);
    return id === null || before.has(vendedor) ? [] : [{ row, path, id }];
  });
}

/** Returns a lookup for the ids of the branches and representatives that some customers will have, with one query each. */
async function servedLookup(tx: WritingRecords['tx'], customers: readonly RecordData[]) {
  const cnpjs = customers.flatMap((data) => itemsOf(data, 'filiais').flatMap(({ filial }) => filial ?? []));
  const codes = customers.flatMap(({ representante }) => representante ?? []);
  const found = await tx
    .select({ id: branches.id, key: branches.cnpj })
    .from(branches)
    .where(amongTexts(branches.cnpj, cnpjs));
  const represented = await tx
    .select({ id: representatives.id, key: representatives.code })
    .from(representatives)
    .where(amongTexts(representatives.code, codes as string[]));
  const branchIds = new Map(found.map(({ key, id }) => [key, id]));
  const representativeIds = new Map(represented.map(({ key, id }) => [key, id]));
  return (data: RecordData) => ({
    representativeId: representativeIds.get(String(data.representante)) ?? null,
    branchIds: itemsOf(data, 'filiais').flatMap(({ filial }) => branchIds.get(filial ?? '') ?? []),
  });
}
