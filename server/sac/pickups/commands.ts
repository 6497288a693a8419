import { and, eq, inArray } from 'drizzle-orm';
import { ticketStatus } from '#contract/catalogs/ticketStatus.ts';
import type { PickupType } from '#contract/catalogs/transport.ts';
import type { Input, Output } from '#contract/route.ts';
import { type PickupParty, pickupRoutes } from '#contract/sac/pickups.ts';
import type { Context, User } from '../../context.ts';
import type { Tx } from '../../db/client.ts';
import { pickups, pickupTickets, tickets } from '../../db/tables/index.ts';
import { invalid, refused } from '../../errors.ts';
import { command } from '../../writing/command.ts';
import { inOrder, Results } from '../../writing/rowResults.ts';
import { lockTicket, lockTickets, type TicketRecord } from '../tickets/commands.ts';
import { stepOf } from '../tickets/queries.ts';
import { inTimelines } from './changePickup.ts';
import { carrierOfTicket, partiesOfType } from './parties.ts';
import { pickupRow } from './pickupRow.ts';
import { onDay, requireGoodDay } from './rules.ts';

type Request = Input<typeof pickupRoutes.generate>;
type Answer = Output<typeof pickupRoutes.generate>;

/** Generates one pickup per responsible party from the waiting tickets; each row that cannot be included gets its reason. */
export const generatePickups = command(pickupRoutes.generate, async (tx, ctx, { params, body }) => {
  const type = params.tipo.toUpperCase() as PickupType;
  await requireGoodDay(tx, ctx, body.agendadaPara);
  const named = body.responsavel ? await requireParty(tx, type, body.responsavel) : null;
  const ids = inOrder(body.tickets);
  await lockTickets(tx, ids);
  const results = new Results();
  const groups = new Map<number, { party: PickupParty; tickets: TicketRecord[] }>();
  for (const id of ids) {
    const found = await results.attempt(id, () => readyTicket(tx, ctx.user, { id, type, named }));
    if (!found) continue;
    const group = groups.get(found.party.id) ?? { party: found.party, tickets: [] };
    group.tickets.push(found.ticket);
    groups.set(found.party.id, group);
  }
  const createdPickups: Answer['coletas'] = [];
  for (const group of groups.values()) {
    const ticketIds = group.tickets.map(({ id }) => id);
    createdPickups.push({
      id: await writePickup(tx, ctx, body, group),
      responsavel: group.party.nome,
      tickets: ticketIds,
    });
    results.done.push(...ticketIds);
  }
  return { ...results.answer(), coletas: createdPickups };
});

async function requireParty(tx: Tx, type: PickupType, id: number): Promise<PickupParty> {
  const party = (await partiesOfType(tx, type, [id], { activeOnly: true })).get(id);
  if (!party) throw invalid({ responsavel: 'Escolha um responsável da lista.' });
  return party;
}

interface Wanted {
  id: number;
  type: PickupType;
  named: PickupParty | null;
}

/** Returns a ticket that can enter a pickup now and the party that would collect it; refuses any other. */
async function readyTicket(
  tx: Tx,
  user: User,
  { id, type, named }: Wanted,
): Promise<{ ticket: TicketRecord; party: PickupParty }> {
  const ticket = await lockTicket(tx, user, id);
  if (ticketStatus.find(({ value }) => value === ticket.status)?.closed)
    throw refused('TICKET_ENCERRADO', 'O ticket está encerrado: não há o que coletar.');
  const step = await stepOf(tx, ticket);
  if (step.exigencia !== 'COLETA')
    throw refused('FORA_DA_COLETA', `O ticket está na etapa "${step.descricao}", que não pede coleta.`);
  const [taken] = await tx
    .select({ pickupId: pickupTickets.pickupId })
    .from(pickupTickets)
    .where(and(eq(pickupTickets.ticketId, id), eq(pickupTickets.active, true)));
  if (taken) throw refused('JA_EM_COLETA', `O ticket já está na coleta ${taken.pickupId}.`);
  return { ticket, party: named ?? (await partyOf(tx, type, ticket)) };
}

async function partyOf(tx: Tx, type: PickupType, ticket: TicketRecord): Promise<PickupParty> {
  const id = type === 'TRANSPORTADORA' ? await carrierOf(tx, ticket.id) : ticket.representativeId;
  const party = id === null ? undefined : (await partiesOfType(tx, type, [id], { activeOnly: true })).get(id);
  if (party) return party;
  throw refused(
    'SEM_RESPONSAVEL',
    type === 'TRANSPORTADORA'
      ? 'O ticket não tem transportadora. Escolha quem vai coletar.'
      : 'O cliente do ticket não tem representante. Escolha quem vai coletar.',
  );
}

async function carrierOf(tx: Tx, ticketId: number): Promise<number | null> {
  const [row] = await tx.select({ id: carrierOfTicket }).from(tickets).where(eq(tickets.id, ticketId));
  return row?.id ?? null;
}

async function writePickup(
  tx: Tx,
  ctx: Context,
  body: Request['body'],
  { party, tickets: taken }: { party: PickupParty; tickets: TicketRecord[] },
): Promise<number> {
  const carrier = party.tipo === 'TRANSPORTADORA';
  const ids = taken.map(({ id }) => id);
  const { id } = await pickupRow.create(tx, ctx, {
    body,
    // They say which pickups there are, and whose.
    apart: ['tickets', 'responsavel'],
    set: {
      type: party.tipo,
      carrierId: carrier ? party.id : null,
      representativeId: carrier ? null : party.id,
      note: body.obs?.trim(),
      createdBy: ctx.user.id,
    },
    facts: { after: { responsavel: party.nome, tickets: ids } },
    async parts(pickup) {
      await tx.insert(pickupTickets).values(ids.map((ticketId) => ({ pickupId: pickup.id, ticketId })));
      await inTimelines(tx, ctx, taken, {
        action: 'GERAR_COLETA',
        note: `Coleta ${pickup.id} gerada${onDay(pickup.scheduledFor)}: ${party.nome}.`,
        data: { responsavel: party.nome },
      })(pickup);
    },
  });
  return id;
}

/**
 * Removes a ticket from its pickup because there is nothing left to collect: it was cancelled, left the step backwards, or
 * enters the step again. The caller has locked the ticket and writes its timeline. A pickup that loses its last ticket is
 * cancelled. Returns the pickup, or `null` if there was none.
 */
export async function releasePickup(
  tx: Tx,
  ctx: Pick<Context, 'user' | 'ip' | 'requestId' | 'now'>,
  ticketId: number,
): Promise<number | null> {
  const [row] = await tx
    .update(pickupTickets)
    .set({ active: false })
    .where(and(eq(pickupTickets.ticketId, ticketId), eq(pickupTickets.active, true)))
    .returning({ pickupId: pickupTickets.pickupId });
  if (!row) return null;
  const [pickup] = await tx.select().from(pickups).where(eq(pickups.id, row.pickupId)).for('update');
  if (!pickup) return null;
  const left = await tx.$count(
    pickupTickets,
    and(eq(pickupTickets.pickupId, pickup.id), eq(pickupTickets.active, true)),
  );
  await pickupRow.change(tx, ctx, pickup, {
    action: 'DEVOLVER_TICKET',
    set: left > 0 ? {} : { status: 'CANCELADA' },
    facts: { after: { ticket: ticketId } },
  });
  return pickup.id;
}

/**
 * Says on the pickup of these rows that a ticket of it now goes by another number, since the tickets were merged or separated. The
 * caller has locked both tickets and moved the rows.
 */
export async function movedInPickup(
  tx: Tx,
  ctx: Pick<Context, 'user' | 'ip' | 'requestId' | 'now'>,
  rows: readonly number[],
  { from, to }: { from: number; to: number },
): Promise<void> {
  if (rows.length === 0) return;
  const pickupsHeld = await tx
    .select({ id: pickupTickets.pickupId })
    .from(pickupTickets)
    .where(inArray(pickupTickets.id, [...rows]));
  for (const id of new Set(pickupsHeld.map(({ id: pickupId }) => pickupId))) {
    const [pickup] = await tx.select().from(pickups).where(eq(pickups.id, id)).for('update');
    if (pickup)
      await pickupRow.change(tx, ctx, pickup, {
        action: 'TROCAR_TICKET',
        set: {},
        facts: { before: { ticket: from }, after: { ticket: to } },
      });
  }
}
