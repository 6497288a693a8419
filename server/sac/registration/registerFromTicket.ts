import type { Input, Output } from '../../../contract/route.ts';
import type { registrationRoutes } from '../../../contract/sac/registration.ts';
import type { Context } from '../../context.ts';
import { refused } from '../../errors.ts';
import { withIdempotency } from '../../idempotency.ts';
import { changeTicket } from '../tickets/change/changeTicket.ts';
import { lockTicket } from '../tickets/change/lockTicket.ts';
import { judgeRegistration } from './judgeRegistration.ts';
import { mayBeCompleted } from './mayRegister.ts';
import { doneMessage, lockCustomer } from './register.ts';
import { writeCustomer } from './writeCustomer.ts';

type FromTicket = typeof registrationRoutes.registerFromTicket;

/** The customer of a ticket, a consumer or first contact until now, becomes a whole one. */
export async function registerFromTicket(
  { params, body }: Input<FromTicket>,
  ctx: Context,
): Promise<Output<FromTicket>> {
  const request = { params, body };
  return withIdempotency(ctx, 'registration.registerFromTicket', request, async (tx) => {
    const ticket = await lockTicket(tx, ctx.user, params.idTicket, { versao: body.versao });
    // The ticket was found in the person's scope: whoever works on it may complete its customer.
    const before = await lockCustomer(tx, ticket.customerId);
    if (!mayBeCompleted(before))
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
