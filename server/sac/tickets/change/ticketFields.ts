import { eq, sql } from 'drizzle-orm';
import { documentKind } from '#contract/rules/documents.ts';
import type { ExtraFieldsDefinition } from '#contract/rules/fields/extraField.ts';
import { withFileNames } from '#contract/rules/fields/fieldFiles.ts';
import { changedKeys, changesText, type FieldValues, onlyKeys } from '#contract/rules/fields/fieldValues.ts';
import { type RecordFacts, ticketFacts } from '#contract/rules/fields/recordFacts.ts';
import type { Executor, Tx } from '#server/db/client.ts';
import { branches, customers, stateOf, ticketTypes } from '#server/db/tables/index.ts';
import { linkFiles } from './attachedFiles.ts';
import { type ChangingTicket, changeTicket } from './changeTicket.ts';
import { filesOfFields, unlinkFiles } from './filesOfFields.ts';
import type { TicketRecord } from './lockTicket.ts';

/** What conditions of extra fields may ask of a ticket and its customer. */
export async function factsOfTicket(
  db: Executor,
  { typeId, customerId, branchId }: Pick<TicketRecord, 'typeId' | 'customerId' | 'branchId'>,
): Promise<RecordFacts> {
  const [row] = await db
    .select({
      tipo: ticketTypes.key,
      document: customers.document,
      uf: sql<string | null>`${stateOf(customers.address)}`,
      fuso: branches.timeZone,
    })
    .from(customers)
    .innerJoin(ticketTypes, eq(ticketTypes.id, typeId))
    .innerJoin(branches, eq(branches.id, branchId))
    .where(eq(customers.id, customerId));
  return row
    ? ticketFacts({
        ...{ tipo: row.tipo, fuso: row.fuso },
        ...{ pessoa: documentKind(row.document), uf: row.uf ?? undefined },
      })
    : {};
}

interface WrittenFields {
  definition: ExtraFieldsDefinition | null;
  values: FieldValues;
  /** Where the caller's body has the fields, to which a refusal leads: 'campos.'. */
  at?: string;
}

/**
 * Writes the extra fields of a locked ticket, once they are judged. A file that is new to a field has to be the person's own.
 * People outside the company read the public ones in the timeline. Equal values write nothing.
 */
export async function writeTicketFields(
  tx: Tx,
  ctx: ChangingTicket,
  ticket: TicketRecord,
  { definition, values: given, at = '' }: WrittenFields,
): Promise<TicketRecord> {
  const fields = definition?.campos ?? [];
  const { values, added, removed } = await filesOfFields(tx, ctx, {
    ...{ fields, before: ticket.extraFields, values: given, at },
  });
  const changed = changedKeys(ticket.extraFields, values);
  if (changed.length === 0) return ticket;
  const isPublic = (key: string) => fields.find(({ chave }) => chave === key)?.publico ?? false;
  const [open, kept] = [changed.filter(isPublic), changed.filter((key) => !isPublic(key))];
  const internal = open.length === 0;
  const written = await changeTicket(tx, ctx, ticket, {
    set: { extraFields: { ...values } },
    event: {
      type: 'CAMPOS',
      note: changesText(fields, values, internal ? kept : open),
      internal,
      ...(!internal && kept.length > 0 && { aside: changesText(fields, values, kept) }),
    },
    audit: {
      action: 'ALTERAR',
      before: withFileNames(onlyKeys(ticket.extraFields, changed)),
      after: withFileNames(onlyKeys(values, changed)),
    },
  });
  await linkFiles(
    tx,
    ctx,
    ticket.id,
    added.map(({ id, field }) => ({ fileId: id, fieldKey: field.chave, internal: !field.publico })),
  );
  await unlinkFiles(tx, ctx, ticket.id, removed);
  return written;
}
