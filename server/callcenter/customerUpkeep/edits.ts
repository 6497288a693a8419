import { and, eq, sql } from 'drizzle-orm';
import { customerUpkeepRoutes } from '#contract/callcenter/customers/customerUpkeep.ts';
import type { Input } from '#contract/route.ts';
import { INVALID_EMAIL, isEmail, normalizeEmail } from '#contract/rules/contact.ts';
import { formatPhone, isPhone, normalizePhone } from '#contract/rules/phone.ts';
import type { Context, User } from '../../context.ts';
import type { Tx } from '../../db/client.ts';
import { customerEmails, customerPhones } from '../../db/tables/index.ts';
import { conflict, invalid, notFound, refused } from '../../errors.ts';
import { isAsShown, personalFor, refuseMasks } from '../../session/personalData.ts';
import { command } from '../../writing/command.ts';
import { changeCustomer, lockCustomer } from '../customerCore/commands.ts';

type Edit = Input<typeof customerUpkeepRoutes.editPhone | typeof customerUpkeepRoutes.editEmail>;

/** The differences between phones and e-mails. */
interface Kind {
  /** Display name, e.g. 'Telefone'. */
  name: string;
  wrong: string;
  mask: 'TELEFONE' | 'EMAIL';
  normalize: (text: string) => string;
  isRight: (text: string) => boolean;
  shown: (value: string) => string;
  /** The column of the customer that holds the main one. */
  column: 'phone' | 'email';
  /** The list field of the record type. */
  field: 'telefones' | 'emails';
  rows: (tx: Tx, customerId: number) => Promise<{ id: number; value: string; editable: boolean }[]>;
  write: (tx: Tx, id: number, value: string) => Promise<unknown>;
}

const PHONE: Kind = {
  name: 'Telefone',
  wrong: 'Telefone inválido',
  mask: 'TELEFONE',
  normalize: normalizePhone,
  isRight: isPhone,
  shown: formatPhone,
  column: 'phone',
  field: 'telefones',
  rows: (tx, customerId) =>
    tx
      .select({ id: customerPhones.id, value: customerPhones.number, editable: customerPhones.editable })
      .from(customerPhones)
      .where(eq(customerPhones.customerId, customerId))
      .for('update'),
  write: (tx, id, number) =>
    tx
      .update(customerPhones)
      .set({ number, version: sql`${customerPhones.version} + 1` })
      .where(and(eq(customerPhones.id, id))),
};

const EMAIL: Kind = {
  name: 'E-mail',
  wrong: INVALID_EMAIL,
  mask: 'EMAIL',
  normalize: normalizeEmail,
  isRight: isEmail,
  shown: (email) => email,
  column: 'email',
  field: 'emails',
  rows: (tx, customerId) =>
    tx
      .select({ id: customerEmails.id, value: customerEmails.email, editable: customerEmails.editable })
      .from(customerEmails)
      .where(eq(customerEmails.customerId, customerId))
      .for('update'),
  write: (tx, id, email) =>
    tx
      .update(customerEmails)
      .set({ email, version: sql`${customerEmails.version} + 1` })
      .where(eq(customerEmails.id, id)),
};

export const editPhone = command(customerUpkeepRoutes.editPhone, edit(PHONE));
export const editEmail = command(customerUpkeepRoutes.editEmail, edit(EMAIL));

function edit(kind: Kind) {
  return async (tx: Tx, ctx: Context, { params, body }: Edit) => {
    refuseMasks(ctx.user, { valor: body.valor });
    const value = kind.normalize(body.valor);
    if (!kind.isRight(value)) throw invalid({ valor: kind.wrong });
    const customer = await lockCustomer(tx, ctx, params.idCli);
    const before = await editable(kind, tx, { customerId: customer.id, user: ctx.user }, body);
    await kind.write(tx, before.id, value);
    await changeCustomer(tx, ctx, customer.id, {
      // The main one is copied to the customer, where lists, searches and messages read it.
      set: customer[kind.column] === before.value ? { [kind.column]: value } : {},
      fields: [kind.field],
      text: `${kind.name} alterado de ${kind.shown(before.value)} para ${kind.shown(value)}`,
      before: { [kind.column]: before.value },
      after: { [kind.column]: value },
    });
    return { data: { id: before.id, message: `${kind.name} atualizado com sucesso.` } };
  };
}

interface Owner {
  customerId: number;
  user: User;
}

/** The current row, checked to belong to this customer, to be editable, and to be unchanged since the user read it. */
async function editable(kind: Kind, tx: Tx, { customerId, user }: Owner, body: Edit['body']) {
  const rows = await kind.rows(tx, customerId);
  const row = rows.find(({ id }) => id === Number(body.id));
  if (!row) throw notFound();
  if (!row.editable)
    throw refused(
      'NAO_EDITAVEL',
      `Este ${kind.name.toLowerCase()} vem de outro sistema e não pode ser mudado aqui.`,
    );
  const { valoranterior: read } = body;
  if (!isAsShown(user, kind.mask, row.value, read) && row.value !== kind.normalize(read)) {
    const valor = personalFor(user, kind.mask, row.value);
    const shown = valor === row.value ? kind.shown(row.value) : valor;
    throw conflict(
      `Outra pessoa já mudou este ${kind.name.toLowerCase()} para ${shown}. Confira antes de mudar de novo.`,
      { valor },
    );
  }
  const value = kind.normalize(body.valor);
  if (rows.some((other) => other.id !== row.id && other.value === value))
    throw invalid({ valor: `O cliente já tem este ${kind.name.toLowerCase()}.` });
  return row;
}
