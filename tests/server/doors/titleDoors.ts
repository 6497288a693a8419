import { expect } from '@jest/globals';
import { eq, sql } from 'drizzle-orm';
import { payableUntil } from '#contract/rules/sales/titleDue.ts';
import { addDays, weekdayOf } from '#contract/rules/time/calendarDate.ts';
import { localDate } from '#contract/rules/time/zonedTime.ts';
import { customers, invoices, invoiceTitles } from '#server/db/tables/index.ts';
import { type DoorTable, notApplicable } from './doorTable.ts';
import type { World } from './world.ts';

const db = ({ server }: World) => server.deps.db;
const DAY = 86_400_000;

/** A title due on a Saturday, seen on that Sunday and on the day after it may be paid. */
async function seen(world: World, look: (token: string) => Promise<unknown>): Promise<unknown[]> {
  const saturday = addDays(world.today, (6 - weekdayOf(world.today) + 7) % 7);
  const [invoice] = await db(world)
    .insert(invoices)
    .values({
      key: String(Date.now()).padStart(44, '0'),
      number: 77,
      customerId: world.customerIds.first,
      branchId: world.branchIds[0],
      issuedOn: world.today,
      total: '10',
    })
    .returning();
  await db(world)
    .insert(invoiceTitles)
    .values({
      invoiceId: invoice?.id ?? 0,
      number: '77/1',
      dueOn: saturday,
      amount: '10',
    });
  await db(world).update(customers).set({ openTitles: true });
  const found: unknown[] = [];
  for (const day of [addDays(saturday, 1), addDays(payableUntil(saturday), 1)]) {
    const ahead =
      (Date.parse(day) - Date.parse(localDate(world.server.deps.now(), 'America/Sao_Paulo'))) / DAY;
    world.server.advance(ahead * DAY);
    found.push(await look(await world.server.sessionOf(world.people.VENDEDOR)));
    world.server.advance(-ahead * DAY);
  }
  await db(world)
    .delete(invoices)
    .where(eq(invoices.id, invoice?.id ?? 0));
  return found;
}

const read = (world: World, path: string, token: string) =>
  world.server.call('GET', `/callcenter/${path}`, { token });

export const titleDoors: Pick<DoorTable, 'dueOnBankDays'> = {
  dueOnBankDays: {
    FORM: async (world) => {
      const path = `clientes/${world.customerIds.first}/boletos-paginate`;
      const groups = await seen(world, async (token) => {
        const { grupo, dias, pagavelAte } = (await read(world, path, token)).body.itens[0];
        return [grupo, dias >= 0, pagavelAte > addDays(world.today, -1)];
      });
      expect(groups).toEqual([
        ['A_VENCER', true, true],
        ['VENCIDO', false, true],
      ]);
      const id = await world.quote({ validUntil: addDays(world.today, 60) });
      const lights = await seen(world, async (token) => {
        const { sinaleiras } = (await read(world, `sinaleiras/${id}`, token)).body.data;
        return sinaleiras.find(({ nome }: { nome: string }) => nome === 'TITULOS').cor;
      });
      expect(lights).toEqual(['VERDE', 'AMARELO']);
    },
    IMPORT: notApplicable(
      'An import stores the due date as it is agreed; who reads it judges whether it has passed.',
    ),
    BULK: async (world) => {
      const { rows } = await db(world).execute<{ due: string; until: string }>(
        sql`select d::date::text as due, relatorio.pagavel_ate(d::date)::text as until
          from generate_series(date '2022-12-01', date '2027-12-31', interval '1 day') d`,
      );
      const different = rows.filter(({ due, until }) => payableUntil(due) !== until);
      expect([rows.length > 1800, different]).toEqual([true, []]);
      // The reports judge by that view: what is due on Saturday, the 21st, may be paid on Monday, the 23rd.
      expect(rows.find(({ due }) => due === '2026-11-21')?.until).toBe('2026-11-23');
    },
    COPY: notApplicable('Titles are neither copied nor handed over; an extension names a new due date.'),
    MAIL: notApplicable('No mail speaks of titles; the slip on paper is held by documents.test.'),
    AUTOMATION: async (world) => {
      // The rule of a board puts the customer into the stage of those who owe.
      const stages = await seen(world, async (token) => {
        const { etapas } = (await read(world, 'acompanhamento-clientes/1', token)).body;
        return etapas.find(({ nome }: { nome: string }) => nome === 'Títulos vencidos').total;
      });
      expect(stages).toEqual([0, 1]);
    },
    DRAFT: notApplicable('Nobody writes whether a title is late; it is computed whenever it is shown.'),
  },
};
