import { eq, inArray, sql } from 'drizzle-orm';
import { isMissingDocument } from '#contract/rules/documents.ts';
import { totalSizeProblems } from '#contract/rules/files.ts';
import { textsOf } from '#contract/rules/problem.ts';
import { serviceParameters } from '../../config/parameters/queries.ts';
import type { Context } from '../../context.ts';
import type { Tx } from '../../db/client.ts';
import {
  contactTypes,
  customerBranches,
  customerContacts,
  customerFiles,
  customers,
  files,
  representatives,
} from '../../db/tables/index.ts';
import { invalid } from '../../errors.ts';
import { audit, publishParts } from '../../writing/audit.ts';
import { logCustomer, writeFieldFiles } from '../customers/commands.ts';
import type { CustomerRow } from '../customers/queries.ts';
import { attachedFiles, filesOfFields } from '../tickets/commands.ts';
import { addEmails, addPhones } from './commands.ts';
import {
  attachedIds,
  branchIdOf,
  contactsOf,
  customerColumns,
  emailsOf,
  phonesOf,
} from './customerColumns.ts';
import { customerOfDocument, FOREIGN_DOCUMENT, KNOWN_DOCUMENT } from './queries.ts';
import type { ValidRegistration } from './validRegistration.ts';

/** Writes a validated registration: a new customer, or the completion of `before`, which is locked. Returns its row. */
export async function writeCustomer(
  tx: Tx,
  ctx: Context,
  given: ValidRegistration,
  before: CustomerRow | null,
): Promise<CustomerRow> {
  const { values: extraFields, ...held } = await filesOfFields(tx, ctx, {
    fields: given.fileFields,
    before: before?.extraFields ?? {},
    values: given.extraFields,
    at: 'camposAdicionais.',
  });
  const validated: ValidRegistration = { ...given, extraFields: { ...extraFields } };
  const row = before ? await completed(tx, ctx, validated, before) : await inserted(tx, ctx, validated);
  const branchId = branchIdOf(validated);
  if (branchId)
    await tx.insert(customerBranches).values({ customerId: row.id, branchId }).onConflictDoNothing();
  const ofCustomer = <T>(parts: readonly T[]) => parts.map((part) => ({ ...part, customerId: row.id }));
  await addPhones(tx, ofCustomer(phonesOf(validated)));
  await addEmails(tx, ofCustomer(emailsOf(validated)));
  await writeContacts(tx, ctx, row.id, contactsOf(validated));
  await linkCustomerFiles(tx, ctx, row.id, attachedIds(validated));
  await writeFieldFiles(tx, ctx, row.id, held);
  await logCustomer(tx, ctx, {
    customerId: row.id,
    type: 'CADASTRO',
    text: before ? 'Cadastro completado' : 'Cliente cadastrado',
  });
  await audit(tx, ctx, {
    action: before ? 'COMPLETAR_CADASTRO' : 'CRIAR',
    entity: 'customers',
    entityId: row.id,
    ...(before && { before: auditedCustomer(before) }),
    after: {
      ...auditedCustomer(row),
      filial: branchId,
      anexos: attachedIds(validated).length + held.added.length,
    },
  });
  return row;
}

/** Contains neither bank data nor free text. */
const auditedCustomer = (row: CustomerRow) => ({
  documento: row.document,
  nome: row.legalName,
  prospect: row.prospect,
  simulacao: row.simulation,
});

/** If two people register the same document at once, the second one gets an error. */
async function inserted(tx: Tx, ctx: Context, validated: ValidRegistration): Promise<CustomerRow> {
  const [row] = await tx
    .insert(customers)
    .values({
      ...customerColumns(validated),
      ...(await ownCustomer(tx, ctx)),
      createdAt: ctx.now(),
      updatedAt: ctx.now(),
    })
    .onConflictDoNothing({ target: customers.document })
    .returning();
  if (!row) throw invalid({ documento: KNOWN_DOCUMENT });
  return row;
}

/**
 * A representative registers customers for themselves, in their own region; customers registered by others have no
 * representative yet.
 */
export async function ownCustomer(tx: Tx, { user }: Context) {
  if (user.type !== 'REPRESENTANTE' || user.representativeId === null) return {};
  const [own] = await tx
    .select({ regionId: representatives.regionId })
    .from(representatives)
    .where(eq(representatives.id, user.representativeId));
  return { representativeId: user.representativeId, regionId: own?.regionId ?? null };
}

/** Representative and region stay unchanged, since tickets hold copies of them. */
async function completed(tx: Tx, ctx: Context, validated: ValidRegistration, before: CustomerRow) {
  if (isMissingDocument(before.document)) await requireFree(tx, ctx, validated.documento);
  else if (before.document !== validated.documento)
    throw invalid({ documento: 'Este pré-cadastro é de outro documento. Volte ao início do cadastro.' });
  const [row] = await tx
    .update(customers)
    .set({
      ...customerColumns(validated),
      updatedAt: ctx.now(),
      version: sql`${customers.version} + 1`,
    })
    .where(eq(customers.id, before.id))
    .returning();
  if (!row) throw new Error(`customer ${before.id} was not locked`);
  return row;
}

/** A first contact who has told their document turns out to be a customer that the company has. */
async function requireFree(tx: Tx, { user }: Context, document: string): Promise<void> {
  const existingCustomer = await customerOfDocument(tx, user, document);
  if (existingCustomer === null) return;
  throw invalid({
    documento:
      existingCustomer === 'FOREIGN'
        ? FOREIGN_DOCUMENT
        : `${KNOWN_DOCUMENT} Una este pré-cadastro ao cliente ${existingCustomer.id}.`,
  });
}

/** Contacts that are already stored are not written again. */
async function writeContacts(tx: Tx, ctx: Context, customerId: number, given: ReturnType<typeof contactsOf>) {
  const storedContacts = await tx
    .select()
    .from(customerContacts)
    .where(eq(customerContacts.customerId, customerId));
  const fresh = given.filter(({ name }) => !storedContacts.some((one) => one.name === name));
  if (fresh.length === 0) return;
  const types = await tx.select().from(contactTypes);
  const insertedContacts = await tx
    .insert(customerContacts)
    .values(
      fresh.map((one) => ({
        ...one,
        customerId,
        typeId: types.find(({ name }) => name === one.role)?.id ?? null,
      })),
    )
    .returning({ id: customerContacts.id });
  await publishContacts(tx, ctx, insertedContacts);
}

/** Publishes contacts created along with their customer; for the audit, the customer's entry covers them. */
export const publishContacts = (tx: Tx, ctx: Context, made: readonly { id: number }[]) =>
  publishParts(
    tx,
    ctx,
    made.map(({ id }) => ({ action: 'CRIAR', entity: 'customer_contacts', entityId: id })),
  );

const FIELD = 'empresa.anexos';

/** The file types that a registration accepts (document 001 section 5), by actual content. */
const TYPES = [
  /^image\/(jpeg|png)$/,
  /^application\/pdf$/,
  /^application\/(msword|vnd\.ms-excel)$/,
  /^application\/vnd\.openxmlformats-officedocument\.(wordprocessingml\.document|spreadsheetml\.sheet)$/,
];

/** Links uploads to a customer: they must be the person's own, unused, of an accepted type and within the size limit. */
async function linkCustomerFiles(
  tx: Tx,
  ctx: Context,
  customerId: number,
  ids: readonly string[],
): Promise<void> {
  if (ids.length === 0) return;
  const named = ids.map((id) => ({ id, nome: '', mime: '', tamanho: 0 }));
  const { stored, problems } = await attachedFiles(tx, { arquivos: named }, ctx.user);
  const { limiteArquivosBytes } = await serviceParameters(tx);
  const wrong = [
    ...problems.map(({ field, message }) => ({ field: field.replace('arquivos', FIELD), message })),
    ...ids.flatMap((id, index) => typeProblem(stored.get(id)?.mime, index)),
    ...totalSizeProblems(FIELD, [...stored.values()], limiteArquivosBytes),
  ];
  if (wrong.length > 0) throw invalid(textsOf(wrong));
  await tx.insert(customerFiles).values(ids.map((fileId) => ({ customerId, fileId, createdAt: ctx.now() })));
  await tx
    .update(files)
    .set({ linkedAt: ctx.now() })
    .where(inArray(files.id, [...ids]));
}

const typeProblem = (mime: string | undefined, index: number) =>
  mime === undefined || TYPES.some((type) => type.test(mime))
    ? []
    : [
        {
          field: `${FIELD}.${index}`,
          message: 'Este tipo de arquivo não é aceito. Envie .jpg, .png, .pdf, .doc, .docx, .xls ou .xlsx.',
        },
      ];
