import { eq } from 'drizzle-orm';
import type { Input, Output } from '../../../contract/route.ts';
import type { registrationRoutes } from '../../../contract/sac/registration.ts';
import type { Context } from '../../context.ts';
import type { Tx } from '../../db/client.ts';
import { customers } from '../../db/tables/index.ts';
import { refused } from '../../errors.ts';
import { withIdempotency } from '../../idempotency.ts';
import type { CustomerRow } from '../customers/queries.ts';
import { changeTicket } from '../tickets/change/changeTicket.ts';
import { lockTicket } from '../tickets/change/lockTicket.ts';
import { judgeRegistration } from './judgeRegistration.ts';
import { mayBeCompleted } from './mayRegister.ts';
import { doneMessage } from './register.ts';
import { writeCustomer } from './writeCustomer.ts';

type FromTicket = typeof registrationRoutes.registerFromTicket;

/** The customer of a ticket, a consumer or first contact until now, becomes a whole one. */
export async function registerFromTicket(
  { params, body }: Input<FromTicket>,
  ctx: Context,
): Promise<Output<FromTicket>> {
  const request = { params, body };
  return withIdempotency(ctx, 'registration.registerFromTicket', request, async (tx) => {
    const { versao } = body as { versao?: number };
    const ticket = await lockTicket(tx, ctx.user, params.idTicket, versao === undefined ? {} : { versao });
    const before = await lockOwner(tx, ticket.customerId);
    if (!mayBeCompleted(before) && !isBareConsumer(before))
      throw refused('CADASTRO_COMPLETO', 'O cliente deste ticket já tem o cadastro completo.');
    const judged = await judgeRegistration(tx, ctx, 'SAC', body, before.extraFields);
    const row = await writeCustomer(tx, ctx, judged, before);
    await changeTicket(tx, ctx, ticket, {
      event: { type: 'CADASTRO', note: `Cadastro de ${row.legalName} completado.`, internal: true },
      audit: { action: 'CADASTRAR_CLIENTE', after: { cliente: row.id } },
    });
    return { data: { id: row.id, message: doneMessage(judged) } };
  });
}

/** The ticket was found in the person's scope: its customer may be completed by whoever works on it. */
async function lockOwner(tx: Tx, id: number): Promise<CustomerRow> {
  const [row] = await tx.select().from(customers).where(eq(customers.id, id)).for('update');
  if (!row) throw new Error(`a ticket without its customer ${id}`);
  return row;
}

/** A consumer's record holds a name and how to reach them, until somebody registers the rest. */
const isBareConsumer = ({ registration, address }: CustomerRow): boolean =>
  Object.keys(registration).length === 0 && Object.keys(address).length === 0;
