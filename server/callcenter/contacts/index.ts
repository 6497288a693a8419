import { and, eq } from 'drizzle-orm';
import {
  type ContactInput,
  CustomerContact,
  contactRoutes,
} from '#contract/callcenter/customers/contacts.ts';
import type { Input, Output } from '#contract/route.ts';
import { mailKey } from '#contract/rules/contact.ts';
import { type ContactForm, contactForm, contactProblems } from '#contract/rules/customers/contactForm.ts';
import { textsOf } from '#contract/rules/problem.ts';
import { DEFAULT_TIME_ZONE, localDate } from '#contract/rules/time/zonedTime.ts';
import type { Context } from '../../context.ts';
import type { Executor, Tx } from '../../db/client.ts';
import { contactTypes, customerContacts } from '../../db/tables/index.ts';
import { invalid, refused } from '../../errors.ts';
import { implement } from '../../implement.ts';
import { requireOwn } from '../../records/fieldOwners.ts';
import { customerRecords } from '../../records/standard/customers/customers.ts';
import { logCustomer } from '../../sac/customers/commands.ts';
import { tryAgain } from '../../sac/mailAddresses/commands.ts';
import { refusedAddresses } from '../../sac/mailAddresses/queries.ts';
import { unmaskedChoice } from '../../session/personalData.ts';
import { plainTexts } from '../../text/plainText.ts';
import { command } from '../../writing/command.ts';
import { rowOf } from '../../writing/row.ts';
import { lockCustomer, noteListChange } from '../customerCore/commands.ts';
import {
  addressesOf,
  contactsOf,
  emailsOf,
  oneContact,
  phonesOf,
  requireCustomer,
  requireLeading,
  typeOptions,
} from './queries.ts';

/** Reads something of a customer for users who may see that customer. */
const ofCustomer =
  <A>(read: (db: Executor, idCli: number) => Promise<A>) =>
  async ({ params }: { params: { idCli: number } }, ctx: Context): Promise<A> => {
    await requireCustomer(ctx, params.idCli);
    return read(ctx.db, params.idCli);
  };

export const contactImplementation = implement(contactRoutes, {
  phones: ofCustomer(phonesOf),
  emails: ofCustomer(emailsOf),
  contacts: ofCustomer(contactsOf),
  addresses: ofCustomer(addressesOf),
  retry: command(contactRoutes.retry, async (tx, ctx, { params, body }) => {
    const customer = await requireLeading({ ...ctx, db: tx }, params.idCli);
    const failing = await refusedAddresses(tx, customer);
    const offered = failing.map(({ email }) => email);
    const chosen = mailKey(unmaskedChoice(ctx.user, 'EMAIL', { field: 'email', given: body.email, offered }));
    const found = failing.find(({ email }) => email === chosen);
    if (!found) throw refused('NAO_RECUSADO', 'Este endereço já não está entre os recusados deste cliente.');
    await tryAgain(tx, ctx, found.email);
    return { data: { message: 'O endereço volta a receber e-mails.' } };
  }),
  types: (_, { db }) => typeOptions(db),
  create: command(contactRoutes.create, createContact),
  update: command(contactRoutes.update, updateContact),
});

const contactRow = rowOf(customerContacts, {
  entity: 'customer_contacts',
  name: 'este contato',
  words: {
    customerId: 'cliente',
    name: ['contato', 'nome'],
    typeId: 'tipocontato',
    team: 'time',
    role: 'cargo',
    phone: 'telefone',
    mobile: 'celular',
    email: 'email',
    note: 'observacao',
    mayBill: 'autorizadoFaturamento',
  },
  leftOut: [
    // A reader of the log does not need a CPF.
    'document',
    // Nor a date of birth.
    'birthDate',
  ],
  read: { schema: CustomerContact, of: oneContact },
});

/** The fields of columns that the log leaves out; `columnsOf` fills them. */
const UNLOGGED = ['documento', 'datanascimento'] as const;

type Create = typeof contactRoutes.create;
type Update = typeof contactRoutes.update;
type ContactRow = typeof customerContacts.$inferSelect;

async function createContact(tx: Tx, ctx: Context, { params, body }: Input<Create>): Promise<Output<Create>> {
  await lockCustomer(tx, ctx, params.idCli);
  await requireOwn(tx, customerRecords, ['contatos']);
  const form = await validContact(tx, ctx, body, null);
  const { id } = await contactRow.create(tx, ctx, {
    body,
    set: { ...columnsOf(form), customerId: params.idCli },
    apart: UNLOGGED,
    parts: (row) => noteContact(tx, ctx, row, 'criado'),
  });
  return { data: { id, message: 'Contato criado com sucesso.' } };
}

async function updateContact(tx: Tx, ctx: Context, { params, body }: Input<Update>): Promise<Output<Update>> {
  await lockCustomer(tx, ctx, params.idCli);
  await requireOwn(tx, customerRecords, ['contatos']);
  const before = await contactRow.lock(tx, ctx, {
    id: params.idCont,
    versao: body.versao,
    where: eq(customerContacts.customerId, params.idCli),
  });
  const form = await validContact(tx, ctx, body, before);
  await contactRow.change(tx, ctx, before, {
    body,
    set: columnsOf(form),
    apart: UNLOGGED,
    parts: (row) => noteContact(tx, ctx, row, 'alterado'),
  });
  return { data: { id: before.id, message: 'Contato atualizado com sucesso.' } };
}

async function validContact(tx: Tx, ctx: Context, body: ContactInput, before: ContactRow | null) {
  const form = contactForm(plainTexts(body));
  // A client that does not send this field must not clear it.
  if (body.autorizadoFaturamento === undefined) form.autorizadoFaturamento = before?.mayBill ?? false;
  const errors = textsOf(contactProblems(form, localDate(ctx.now(), DEFAULT_TIME_ZONE)));
  if (form.tipocontato !== null && form.tipocontato !== before?.typeId) {
    const [type] = await tx
      .select({ id: contactTypes.id })
      .from(contactTypes)
      .where(and(eq(contactTypes.id, form.tipocontato), eq(contactTypes.active, true)));
    if (!type) errors.tipocontato ??= 'Escolha um dos tipos de contato.';
  }
  if (Object.keys(errors).length > 0) throw invalid(errors);
  return form;
}

const columnsOf = (form: ContactForm) => ({
  name: form.contato,
  typeId: form.tipocontato,
  document: form.documento,
  birthDate: form.datanascimento || null,
  team: form.time,
  role: form.cargo,
  phone: form.telefone,
  mobile: form.celular,
  email: form.email,
  mayBill: form.autorizadoFaturamento,
});

async function noteContact(tx: Tx, ctx: Context, { id, customerId, name }: ContactRow, verb: string) {
  await noteListChange(tx, ctx, customerId);
  const text = `Contato ${name} ${verb}`;
  await logCustomer(tx, ctx, { customerId, type: 'CADASTRO', text, data: { contato: id } });
}
