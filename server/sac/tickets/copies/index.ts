import { and, eq } from 'drizzle-orm';
import { allows } from '#contract/permissions.ts';
import type { Input, Output } from '#contract/route.ts';
import { mailKey } from '#contract/rules/contact.ts';
import { isMask, masked } from '#contract/rules/privacy/masks.ts';
import { copyProblem, MOST_COPIES } from '#contract/rules/tickets/ticketCopies.ts';
import { ticketCopyRoutes } from '#contract/sac/tickets/ticketCopies.ts';
import type { Context } from '#server/context.ts';
import type { Tx } from '#server/db/client.ts';
import { ticketCopies, tickets } from '#server/db/tables/index.ts';
import { forbidden, invalid, notFound, refused } from '#server/errors.ts';
import { implement } from '#server/implement.ts';
import { seesPersonal, unmaskedChoice } from '#server/session/personalData.ts';
import { isOutside, ticketScope } from '#server/session/scope.ts';
import { command } from '#server/writing/command.ts';
import { ownAddresses } from '../../inbox/queries.ts';
import { addressesOf } from '../../mailAddresses/queries.ts';
import { changeTicket } from '../change/changeTicket.ts';
import { lockTicket, type TicketRecord } from '../change/lockTicket.ts';
import { ownReaders } from '../mail/recipients.ts';
import { inFamily } from '../merge/family.ts';
import { copiesOf, isOurs, proposedCopies } from './copies.ts';

type Routes = typeof ticketCopyRoutes;

async function listCopies({ params }: Input<Routes['list']>, ctx: Context): Promise<Output<Routes['list']>> {
  const { db, user } = ctx;
  const [ticket] = await db
    .select()
    .from(tickets)
    .where(and(eq(tickets.id, params.idTicket), ticketScope(user)));
  if (!ticket) throw notFound();
  const rows = await copiesOf(db, ticket.id);
  const addressRows = await addressesOf(
    db,
    rows.map(({ address }) => address),
  );
  const proposed = isOutside(user) || ticket.archived ? [] : await proposedCopies(db, ctx, ticket);
  return {
    data: {
      copias: rows.map(({ id, address, addedBy }) => {
        const row = addressRows.get(address);
        return {
          id,
          email: address,
          incluidoPor: isOutside(user) ? null : addedBy,
          recebe: !row?.unsubscribedAt,
          chega: !row?.failingSince,
        };
      }),
      propostas: proposed.map((email) => ({ email })),
    },
  };
}

/** Timeline and audit are kept longer than the address, and read by people who see only masks. */
const shown = (address: string): string => String(masked('EMAIL', address));

/** The ticket's lock keeps the number of addresses exact. */
const add = command(ticketCopyRoutes.add, async (tx, ctx, { params, body }) => {
  // Whoever is in copy reads what the customer is told, which is more than a note for the company.
  if (!allows(ctx.user.grants, 'TICKETS_RESPONDER')) throw forbidden('TICKETS_RESPONDER');
  const ticket = await lockTicket(tx, ctx.user, params.idTicket);
  const address = await chosenAddress(tx, ctx, ticket, body.email.trim());
  const present = await copiesOf(tx, ticket.id);
  if (present.some((copy) => copy.address === address))
    throw refused('SEM_MUDANCA', 'Este endereço já está em cópia.');
  if (present.length >= MOST_COPIES)
    throw refused('COPIAS_DEMAIS', `Um ticket tem no máximo ${MOST_COPIES} endereços em cópia.`);
  const [written] = await tx
    .insert(ticketCopies)
    .values({ ticketId: ticket.id, address, personId: ctx.user.id, at: ctx.now() })
    .returning({ id: ticketCopies.id });
  await changeTicket(tx, ctx, ticket, {
    event: { type: 'COPIA', note: `${shown(address)} entrou em cópia.`, internal: true },
    audit: { action: 'INCLUIR_COPIA', after: { copia: written?.id, endereco: shown(address) } },
  });
  return { data: { id: ticket.id, message: await addedText(tx, address) } };
});

/**
 * The address that was typed, or the proposed one that stands behind a mask. Whoever sees masks types none: guesses that are refused one
 * after the other would read the others, and an address of their own would get what they may not see.
 */
async function chosenAddress(tx: Tx, ctx: Context, ticket: TicketRecord, given: string): Promise<string> {
  if (!seesPersonal(ctx.user) && !isMask(given)) throw invalid({ email: ONLY_PROPOSED });
  const offered = seesPersonal(ctx.user) ? [] : await proposedCopies(tx, ctx, ticket);
  const address = mailKey(unmaskedChoice(ctx.user, 'EMAIL', { field: 'email', given, offered }));
  const problem = copyProblem(address);
  if (problem) throw invalid({ email: problem });
  if (isOurs(address, (await ownAddresses(tx, ctx)).ours))
    throw invalid({ email: 'Este endereço é da própria empresa.' });
  if ((await ownReaders(tx, ticket)).has(address))
    throw invalid({ email: 'Este endereço já recebe os e-mails do ticket.' });
  return address;
}

const ONLY_PROPOSED = 'Seu perfil não vê e-mails por inteiro, e por isso só inclui os que são propostos.';

/** What became of e-mails to the address before is known. */
async function addedText(tx: Tx, address: string): Promise<string> {
  const addressRow = (await addressesOf(tx, [address])).get(address);
  if (addressRow?.unsubscribedAt) return 'O endereço está em cópia, mas pediu para não receber e-mails.';
  if (addressRow?.failingSince) return 'O endereço está em cópia, mas os e-mails não chegam a ele.';
  return 'O endereço recebe cópia dos próximos e-mails.';
}

/** Whoever is taken out gets nothing of what was merged into the ticket either, should it be separated again. */
const remove = command(ticketCopyRoutes.remove, async (tx, ctx, { params }) => {
  const ticket = await lockTicket(tx, ctx.user, params.idTicket, { archivedToo: true });
  const [gone] = await tx
    .select()
    .from(ticketCopies)
    .where(and(eq(ticketCopies.id, params.idCopia), eq(ticketCopies.ticketId, ticket.id)));
  if (!gone) throw notFound();
  await tx
    .delete(ticketCopies)
    .where(and(inFamily(ticketCopies.ticketId, ticket.id), eq(ticketCopies.address, gone.address)));
  await changeTicket(tx, ctx, ticket, {
    event: { type: 'COPIA', note: `${shown(gone.address)} saiu da cópia.`, internal: true },
    audit: { action: 'TIRAR_COPIA', before: { copia: gone.id, endereco: shown(gone.address) } },
  });
  return { data: { id: ticket.id, message: 'O endereço não recebe mais cópia.' } };
});

export const ticketCopyImplementation = implement(ticketCopyRoutes, { list: listCopies, add, remove });
