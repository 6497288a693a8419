import { and, eq } from 'drizzle-orm';
import { allows } from '#contract/permissions.ts';
import { documentKind } from '#contract/rules/documents.ts';
import type { ExtraField, ExtraFieldsDefinition } from '#contract/rules/fields/extraField.ts';
import { withFileNames } from '#contract/rules/fields/fieldFiles.ts';
import { fieldUi } from '#contract/rules/fields/fieldSchema.ts';
import {
  changedKeys,
  changesText,
  type FieldValues,
  fieldsInUse,
  onlyKeys,
  presentValue,
  sameValues,
} from '#contract/rules/fields/fieldValues.ts';
import { customerFacts } from '#contract/rules/fields/recordFacts.ts';
import { isClosed } from '#contract/rules/tickets/ticketTransitions.ts';
import { extraFieldRoutes, RecordFields } from '#contract/sac/extraFields.ts';
import { changeCustomer, lockCustomer } from '../../callcenter/customerCore/commands.ts';
import type { Context, User } from '../../context.ts';
import type { Tx } from '../../db/client.ts';
import { tickets } from '../../db/tables/index.ts';
import { forbidden, invalid, notFound, refused, shownBy } from '../../errors.ts';
import { implement } from '../../implement.ts';
import { writeFieldFiles } from '../../sac/customers/commands.ts';
import { visibleCustomer } from '../../sac/customers/queries.ts';
import {
  factsOfTicket,
  filesOfFields,
  lockTicket,
  versionFor,
  writeTicketFields,
} from '../../sac/tickets/commands.ts';
import { stepOf } from '../../sac/tickets/queries.ts';
import { isConsumer, ticketScope } from '../../session/scope.ts';
import { command } from '../../writing/command.ts';
import { namedOptions, outsideOptions } from '../forms/queries.ts';
import { stepFieldsForm } from './askedFields.ts';
import { extraFieldsOf, fieldInfo, readerOf, recordFields, validatedFields } from './extraFields.ts';

const changeCustomerFields = command(extraFieldRoutes.changeCustomer, async (tx, ctx, { params, body }) => {
  const definition = await extraFieldsOf(tx, 'cliente');
  const reader = readerOf('cliente', ctx.user);
  const shown = (row: Parameters<typeof factsOfCustomer>[0] & Parameters<typeof recordFields>[2]) =>
    recordFields(tx, definition, row, { ...reader, mayChange: true, facts: factsOfCustomer(row) });
  const row = await lockCustomer(tx, ctx, params.idCli, {
    versao: body.versao,
    state: async (existing) => shownBy(RecordFields, await shown(existing)),
  });
  const facts = factsOfCustomer(row);
  const found = await validatedFields(tx, 'cliente', body.valores, {
    before: row.extraFields,
    reader,
    facts,
  });
  const { values: chosen, outside } = await chosenValues(tx, ctx, definition, found.values, row.extraFields);
  const errors = { ...outside, ...found.errors };
  if (Object.keys(errors).length > 0) throw invalid(errors);
  const { values, ...moved } = await filesOfFields(tx, ctx, {
    ...{ fields: definition?.campos ?? [], before: row.extraFields, values: chosen, at: '' },
  });
  const changed = changedKeys(row.extraFields, values);
  if (changed.length === 0) return shown(row);
  await changeCustomer(tx, ctx, row.id, {
    set: { extraFields: values },
    text: `Campos adicionais alterados. ${changesText(definition?.campos ?? [], values, changed)}`,
    before: withFileNames(onlyKeys(row.extraFields, changed)),
    after: withFileNames(onlyKeys(values, changed)),
  });
  await writeFieldFiles(tx, ctx, row.id, moved);
  return shown({ ...row, extraFields: values, version: row.version + 1 });
});

const factsOfCustomer = ({ document }: { document: string }) => customerFacts(documentKind(document));

/** The values with the names of the options chosen from a source, and those that it does not offer. What stands stays. */
async function chosenValues(
  tx: Tx,
  { user }: Context,
  definition: ExtraFieldsDefinition | null,
  values: Record<string, unknown>,
  before: FieldValues,
) {
  const sourced = (definition?.campos ?? []).filter(({ fonte }) => fonte);
  const isKept = (field: ExtraField) =>
    sameValues(
      { value: presentValue(field, values[field.chave]) },
      { value: presentValue(field, before[field.chave]) },
    );
  const changed = sourced.filter((field) => !isKept(field));
  const reading = { db: tx as Context['db'], user };
  const ui = Object.fromEntries(changed.map((field) => [field.chave, fieldUi(field)]));
  const outside = await outsideOptions(
    reading,
    ui,
    onlyKeys(
      values,
      changed.map(({ chave }) => chave),
    ),
  );
  const keptValues = onlyKeys(
    before,
    sourced.filter(isKept).map(({ chave }) => chave),
  );
  return {
    values: { ...(await namedOptions(reading, changed, values)), ...keptValues },
    outside: Object.fromEntries(Object.entries(outside).map(([pointer, text]) => [pointer.slice(1), text])),
  };
}

export const changeTicketFields = command(
  extraFieldRoutes.changeTicket,
  async (tx, ctx, { params, body }) => {
    const ofConsumer = isConsumer(ctx.user);
    if (!ofConsumer && !allows(ctx.user.grants, 'TICKETS_CAMPOS')) throw forbidden('TICKETS_CAMPOS');
    const reader = readerOf('ticket', ctx.user);
    const definition = await extraFieldsOf(tx, 'ticket');
    const shown = async (row: typeof tickets.$inferSelect) =>
      recordFields(tx, definition, shownTo(ctx.user, row), {
        ...reader,
        mayChange: true,
        facts: await factsOfTicket(tx, row),
      });
    const ticket = await lockTicket(tx, ctx.user, params.idTicket, {
      versao: body.versao,
      state: async (existing) => shownBy(RecordFields, await shown(existing)),
    });
    if (ofConsumer && isClosed(ticket.status))
      throw refused('ENCERRADO', 'O ticket já terminou. Reabra-o, ou escreva uma mensagem.');
    const { values, errors } = await validatedFields(tx, 'ticket', body.valores, {
      before: ticket.extraFields,
      reader,
      facts: await factsOfTicket(tx, ticket),
    });
    if (Object.keys(errors).length > 0) throw invalid(errors);
    const now = await writeTicketFields(tx, ctx, ticket, { definition, values });
    return shown(now);
  },
);

/** The ticket with the version that this person is shown. */
const shownTo = <T extends typeof tickets.$inferSelect>(user: User, ticket: T): T => ({
  ...ticket,
  version: versionFor(user, ticket),
});

export const extraFieldImplementation = implement(extraFieldRoutes, {
  fields: async ({ query: { entidade = 'cliente' } }, { db, user }) => {
    const definition = await extraFieldsOf(db, entidade);
    return {
      entidade,
      titulo: definition?.titulo ?? '',
      campos: definition ? fieldsInUse(definition, readerOf(entidade, user)).map(fieldInfo) : [],
    };
  },
  ofCustomer: async ({ params }, { db, user }) => {
    const row = await visibleCustomer(db, user, params.idCli);
    if (!row || isConsumer(user)) throw notFound();
    const definition = await extraFieldsOf(db, 'cliente');
    return recordFields(db, definition, row, {
      ...readerOf('cliente', user),
      mayChange: allows(user.grants, 'SAC_CLIENTE_ALTERAR'),
      facts: factsOfCustomer(row),
    });
  },
  changeCustomer: changeCustomerFields,
  ofTicket: async ({ params }, ctx) => {
    const [ticket] = await ctx.db
      .select()
      .from(tickets)
      .where(and(eq(tickets.id, params.idTicket), ticketScope(ctx.user)));
    if (!ticket) throw notFound();
    return recordFields(ctx.db, await extraFieldsOf(ctx.db, 'ticket'), shownTo(ctx.user, ticket), {
      ...readerOf('ticket', ctx.user),
      mayChange: mayChange(ctx, ticket),
      facts: await factsOfTicket(ctx.db, ticket),
    });
  },
  ofStep: async ({ params }, { db, user }) => {
    const [ticket] = await db
      .select()
      .from(tickets)
      .where(and(eq(tickets.id, params.idTicket), ticketScope(user)));
    if (!ticket) throw notFound();
    const { chave: etapa, campos: asked = [] } = await stepOf(db, ticket);
    const form = await stepFieldsForm(db, {
      asked,
      before: ticket.extraFields,
      reader: readerOf('ticket', user),
      facts: await factsOfTicket(db, ticket),
    });
    return { versao: versionFor(user, ticket), etapa, ...form };
  },
  changeTicket: changeTicketFields,
});

const mayChange = (
  { user }: Context,
  ticket: { archived: boolean; status: Parameters<typeof isClosed>[0] },
) =>
  !ticket.archived &&
  (isConsumer(user)
    ? allows(user.grants, 'TICKETS_RESPONDER') && !isClosed(ticket.status)
    : allows(user.grants, 'TICKETS_RESPONDER') && allows(user.grants, 'TICKETS_CAMPOS'));
