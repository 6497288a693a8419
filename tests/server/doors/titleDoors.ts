import { expect } from '@jest/globals';
import { eq, sql } from 'drizzle-orm';
import { buildAccessKey } from '#contract/rules/nfe/accessKey.ts';
import { payableUntil } from '#contract/rules/sales/titleDue.ts';
import { addDays, weekdayOf } from '#contract/rules/time/calendarDate.ts';
import { localDate } from '#contract/rules/time/zonedTime.ts';
import { customers, invoices, invoiceTitles, parameters } from '#server/db/tables/index.ts';
import { type DoorTable, notApplicable, type SALES_RULES } from './doorTable.ts';
import { paper } from './quoteCalls.ts';
import type { World } from './world.ts';

const db = ({ server }: World) => server.deps.db;
const DAY = 86_400_000;

/** An invoice of the first customer, with a slip for each of its titles. */
async function addInvoice(world: World) {
  const [row] = await db(world)
    .insert(invoices)
    .values({
      key: buildAccessKey({
        stateCode: '35',
        yearMonth: '2611',
        cnpj: '11222333000181',
        model: '55',
        series: '1',
        number: '77',
        emissionType: '1',
        code: '77',
      }),
      number: 77,
      customerId: world.customerIds.first,
      branchId: world.branchIds[0],
      issuedOn: world.today,
      total: '10',
    })
    .returning();
  if (!row) throw new Error('no invoice was written');
  return row;
}

/** The address of the slip of a title of 10 that is due on a Saturday. */
export async function slipOf(
  world: World,
  part: Partial<typeof invoiceTitles.$inferInsert> = {},
): Promise<string> {
  await db(world)
    .insert(parameters)
    .values(
      Object.entries({ boletoAgencia: '1234', boletoConta: '7654321', boletoCarteira: '09' }).map(
        ([key, value]) => ({ area: 'CALLCENTER' as const, key, value, branchId: 0 }),
      ),
    )
    .onConflictDoUpdate({
      target: [parameters.area, parameters.key, parameters.branchId],
      set: { value: sql`excluded.value` },
    });
  const [title] = await db(world)
    .insert(invoiceTitles)
    .values({
      invoiceId: (await addInvoice(world)).id,
      number: '77/1',
      dueOn: '2027-01-02',
      amount: '10',
      bankCode: '237',
      bankNumber: '90000000001',
      paymentMethodId: 1,
      ...part,
    })
    .returning();
  return `boletos/${title?.id}/download`;
}

/** A title due on a Saturday, seen on that Sunday and on the day after it may be paid. */
async function seen(world: World, look: (token: string) => Promise<unknown>): Promise<unknown[]> {
  const saturday = addDays(world.today, (6 - weekdayOf(world.today) + 7) % 7);
  const invoice = await addInvoice(world);
  await db(world).insert(invoiceTitles).values({
    invoiceId: invoice.id,
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
  await db(world).delete(invoices).where(eq(invoices.id, invoice.id));
  return found;
}

const read = (world: World, path: string, token: string) =>
  world.server.call('GET', `/callcenter/${path}`, { token });

export const titleDoors: Pick<DoorTable<keyof typeof SALES_RULES, World>, 'dueOnBankDays'> = {
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
    MAIL: async (world) => {
      const path = await slipOf(world);
      // A Saturday: the slip says that Monday is in time.
      expect(await paper(world, path)).toContain('até 04/01/2027, dia útil seguinte ao vencimento');
    },
    AUTOMATION: async (world) => {
      // The rule of a board puts the customer into the stage of those who owe.
      const stages = await seen(world, async (token) => {
        const { etapas } = (await read(world, 'acompanhamento-clientes/1', token)).body;
        return etapas.find(({ nome }: { nome: string }) => nome === 'Títulos vencidos').total;
      });
      expect(stages).toEqual([0, 1]);
    },
    DRAFT: notApplicable('Nobody writes whether a title is late; it is computed whenever it is shown.'),
    SYSTEM: async (world) => {
      // The ERP's own due date stays as it is, and is read by the same rule.
      const title = {
        nota: (await addInvoice(world)).key,
        numero: '77/9',
        valor: '10',
        vencimento: '2027-01-02',
      };
      expect(await world.written('titulos', title)).toMatchObject({ resultado: 'criado' });
      const path = `clientes/${world.customerIds.first}/boletos-paginate`;
      const { itens } = (await read(world, path, world.tokens.VENDEDOR)).body;
      expect(itens).toMatchObject([{ nro: '77/9', dtVenc: '2027-01-02', pagavelAte: '2027-01-04' }]);
    },
  },
};
