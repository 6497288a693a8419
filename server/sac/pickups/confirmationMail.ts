import { eq, inArray } from 'drizzle-orm';
import { formatCalendarDate } from '../../../contract/rules/calendarDate.ts';
import { queueMail } from '../../adapters/mail/queueMail.ts';
import { serviceParameters } from '../../config/parameters/queries.ts';
import type { Context } from '../../context.ts';
import type { Tx } from '../../db/client.ts';
import { customers, tickets } from '../../db/tables/index.ts';
import { addressLines } from './addressLines.ts';
import type { LockedPickup } from './locks.ts';
import { partiesOf } from './parties.ts';

/** Tells who fetches the goods, where they have an address: which tickets, at whose place, on which day. */
export async function sendConfirmation(
  tx: Tx,
  { now }: Pick<Context, 'now'>,
  { pickup, tickets: held }: LockedPickup,
): Promise<void> {
  const party = (await partiesOf(tx, [pickup]))(pickup);
  if (!party.email) return;
  const { nomeEmpresa } = await serviceParameters(tx);
  const places = await placesOf(
    tx,
    held.map(({ id }) => id),
  );
  const day = pickup.scheduledFor ? formatCalendarDate(pickup.scheduledFor) : 'a combinar';
  await queueMail(
    tx,
    {
      to: party.email,
      subject: `Ordem de coleta ${pickup.id} confirmada`,
      text: [
        `Olá, ${party.nome}.`,
        '',
        `A ordem de coleta ${pickup.id} está confirmada. Data: ${day}.`,
        ...(pickup.note ? [`Observação: ${pickup.note}`] : []),
        ...places.flatMap((place) => ['', ...place]),
        '',
        nomeEmpresa,
      ].join('\n'),
    },
    now,
  );
}

async function placesOf(tx: Tx, ids: readonly number[]): Promise<string[][]> {
  if (ids.length === 0) return [];
  const rows = await tx
    .select({
      id: tickets.id,
      name: customers.legalName,
      address: customers.address,
      phone: customers.phone,
    })
    .from(tickets)
    .innerJoin(customers, eq(customers.id, tickets.customerId))
    .where(inArray(tickets.id, [...ids]))
    .orderBy(tickets.id);
  return rows.map(({ id, name, address, phone }) => [
    `Ticket ${id}: ${name}`,
    ...addressLines(address, phone),
  ]);
}
