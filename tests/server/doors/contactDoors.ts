import { readFileSync } from 'node:fs';
import { expect } from '@jest/globals';
import { desc, eq, ne } from 'drizzle-orm';
import { addDays, weekdayOf } from '#contract/rules/time/calendarDate.ts';
import { isNationalHoliday } from '#server/config/parameters/queries.ts';
import {
  agendas,
  auditLog,
  customerLog,
  customerSellers,
  customers,
  serviceReasons,
} from '#server/db/tables/index.ts';
import type { TestAnswer } from '../../support/servers/server.ts';
import { sourceFiles } from '../../support/sourceFiles.ts';
import { type DoorTable, notApplicable, type Row, type SALES_RULES } from './doorTable.ts';
import { nextContactDoors } from './nextContactDoors.ts';
import type { World } from './world.ts';

const db = ({ server }: World) => server.deps.db;
/** The first day on which an automation plans contacts. */
function workingDayAfter(today: string): string {
  for (let day = addDays(today, 1); ; day = addDays(day, 1))
    if (weekdayOf(day) % 6 !== 0 && !isNationalHoliday(day)) return day;
}
const brazilian = (day: string) => day.split('-').reverse().join('/');

export const contactBody = (world: World, part: object = {}) => ({
  idCli: world.customerIds.first,
  assunto: 'Ligar',
  data_agendada: `${world.wednesday} 10:00`,
  ...part,
});
export const contactLine = (world: World, part: object = {}) => ({
  cliente: String(world.customerIds.first),
  data: brazilian(world.wednesday),
  hora: '10:00',
  assunto: 'Ligar',
  ...part,
});

export async function addAgenda(
  world: World,
  part: Partial<typeof agendas.$inferInsert> = {},
): Promise<number> {
  const [row] = await db(world)
    .insert(agendas)
    .values({
      customerId: world.customerIds.first,
      branchId: world.branchIds[0],
      representativeId: world.representativeId,
      personId: world.people.VENDEDOR,
      subject: 'Ligar',
      scheduledAt: new Date(`${world.wednesday}T13:00:00Z`),
      ...part,
    })
    .returning({ id: agendas.id });
  return row?.id ?? 0;
}

/** What speaks against the contact at ten on that Wednesday. */
type Against = (world: World) => Promise<unknown>;
const isRefused = (answer: TestAnswer) =>
  expect([answer.status, answer.body.code]).toEqual([422, 'CONFIRMAR_CONTATO']);
const WHY = { confirmar: 'Ele mesmo pediu este retorno' };
const agendaIds = async (world: World) =>
  (await db(world).select({ id: agendas.id }).from(agendas)).map(({ id }) => id);
const reasonsLogged = async (world: World) =>
  (await db(world).select().from(customerLog).orderBy(customerLog.id)).filter(({ text }) =>
    text.includes(WHY.confirmar),
  ).length;

/** Refused without a reason, done and logged with one. */
async function asked(world: World, call: (part: object) => Promise<TestAnswer>, ok = 200): Promise<void> {
  const before = await reasonsLogged(world);
  isRefused(await call({}));
  isRefused(await call({ confirmar: '   ' }));
  const done = await call(WHY);
  expect([done.status, done.body.error]).toEqual([ok, undefined]);
  expect(await reasonsLogged(world)).toBe(before + 1);
}

/** The same for one row of many. */
async function askedInBulk(
  world: World,
  call: (part: object) => Promise<TestAnswer>,
  id: number,
): Promise<void> {
  const { body } = await call({});
  expect([body.sucesso, body.falhas]).toMatchObject([[], [{ id, codigo: 'CONFIRMAR_CONTATO' }]]);
  expect((await call(WHY)).body).toMatchObject({ sucesso: [id], falhas: [] });
  expect(await reasonsLogged(world)).toBeGreaterThan(0);
}

const reason = async ({ server }: World) => {
  const [row] = await server.deps.db.select().from(serviceReasons);
  return row?.id ?? 0;
};

/** The doors by which a contact is planned; `other` is an agenda for another time, to be moved to that one. */
function planningDoors(against: Against) {
  return {
    FORM: async (world: World) => {
      const other = await addAgenda(world, { scheduledAt: new Date(`${world.wednesday}T17:00:00Z`) });
      const quote = await world.quote();
      const motivo_id = await reason(world);
      const at = `${world.wednesday} 10:00`;
      await against(world);
      await asked(world, (part) => world.call('POST', 'agendas', contactBody(world, part)));
      const team = { ...contactBody(world), idColab: world.people.VENDEDOR };
      await db(world).delete(agendas).where(ne(agendas.id, other));
      await against(world);
      await asked(world, (part) =>
        world.call('POST', 'agendas-supervisor', { ...team, ...part }, 'SUPERVISOR'),
      );
      const moved = { data_agendada: at, motivo: 'Pediu' };
      await asked(world, (part) => world.call('PUT', `agendas/${other}`, { ...moved, ...part }));
      await asked(world, (part) =>
        world.call('POST', 'orcamentos/agenda', {
          orcamentoId: quote,
          data_agendada: new Date(`${world.wednesday}T13:00:00Z`).toISOString(),
          ...part,
        }),
      );
      const record = { cliente_id: world.customerIds.first, motivo_id, data_retorno: at };
      await asked(world, (part) => world.call('POST', 'atendimentos', { ...record, ...part }));
      for (const door of await nextContactDoors(world, at)) await asked(world, door);
    },
    IMPORT: async (world: World) => {
      await against(world);
      const linhas = [contactLine(world)];
      const before = await agendaIds(world);
      const checked = (await world.call('POST', 'agendas/validar', { linhas })).body.data;
      expect(checked).toMatchObject({ contagens: { criados: 0, recusados: 1 } });
      expect(checked.problemas[0].problema).toContain('Marcar mesmo assim?');
      const sure = (await world.call('POST', 'agendas/validar', { linhas, ...WHY })).body.data;
      expect(sure.contagens).toMatchObject({ criados: 1, recusados: 0 });
      await world.call('POST', 'agendas/importar', { idLote: sure.id });
      expect([(await agendaIds(world)).length, await reasonsLogged(world)]).toEqual([before.length + 1, 1]);
      // The reason was given for one file.
      const again = [contactLine(world, { hora: '10:00', assunto: 'Outra vez' })];
      const next = (await world.call('POST', 'agendas/validar', { linhas: again })).body.data;
      expect(next.contagens.recusados).toBe(1);
    },
    BULK: async (world: World) => {
      const other = await addAgenda(world, { scheduledAt: new Date(`${world.wednesday}T17:00:00Z`) });
      await against(world);
      const moved = { ids: [other], data: world.wednesday, hora: '10:00', motivo: 'Feriado' };
      await askedInBulk(
        world,
        (part) => world.call('POST', 'agendas/reagendar', { ...moved, ...part }),
        other,
      );
      const movimentos = [{ id: other, idColab: world.people.OPERADOR }];
      await askedInBulk(
        world,
        (part) =>
          world.call(
            'POST',
            'capacidade-agendas-vendedores/equilibrio',
            { movimentos, ...part },
            'SUPERVISOR',
          ),
        other,
      );
    },
    COPY: async (world: World) => {
      const own = await addAgenda(world);
      await against(world);
      const to = { ids: [own], idColabs: [world.people.OPERADOR] };
      await askedInBulk(
        world,
        (part) => world.call('POST', 'agendas-supervisor/transferir', { ...to, ...part }, 'SUPERVISOR'),
        own,
      );
      await asked(world, (part) =>
        world.call(
          'PUT',
          `agendas-supervisor/${own}`,
          { idColab: world.people.VENDEDOR, ...part },
          'SUPERVISOR',
        ),
      );
    },
    MAIL: notApplicable('No mail plans a contact, and no link in one does.'),
    AUTOMATION: async (world: World) => {
      expect((await world.renewedOn(world.wednesday)).moved).toBe(true);
      await against(world);
      const { message, moved } = await world.renewedOn(world.wednesday);
      expect([moved, message]).toEqual([false, expect.stringContaining('ficou onde estava')]);
    },
    DRAFT: async (world: World) => {
      await against(world);
      const [one, other] = await Promise.all(
        ['Um', 'Outro'].map((assunto) => world.call('POST', 'agendas', contactBody(world, { assunto }))),
      );
      isRefused(one as TestAnswer);
      isRefused(other as TestAnswer);
    },
    SYSTEM: async (world: World) => {
      await against(world);
      const before = await agendaIds(world);
      const external = { id_externo: 'E1', ...contactLine(world, { hora: '10:00:00', assunto: 'Do ERP' }) };
      const fromErp = (part: object) =>
        world.call('POST', 'agendas/importar/erp', { agendas: [{ ...external, ...part }] });
      expect((await fromErp({})).body.data).toMatchObject({ criadas: 0, recusadas: 1 });
      expect((await fromErp(WHY)).body.data).toMatchObject({ criadas: 1 });
      expect([(await agendaIds(world)).length, await reasonsLogged(world)]).toEqual([before.length + 1, 1]);
    },
  } satisfies Row<World>;
}

const unwanted: Against = (world) =>
  db(world).update(customers).set({ doNotContact: true }).where(eq(customers.id, world.customerIds.first));
const unserved: Against = (world) =>
  db(world)
    .update(customers)
    .set({ servedOn: [1, 2] })
    .where(eq(customers.id, world.customerIds.first));
/** Another person's contact at that time. */
const taken: Against = (world) =>
  addAgenda(world, { personId: world.people.OPERADOR, subject: 'De outra pessoa' });

/** A call now is a contact too, unless it is about a debt. */
async function dialed(world: World): Promise<void> {
  const number = { numero: '11988887777', idCli: world.customerIds.first };
  await asked(world, (part) => world.call('POST', 'discar', { ...number, ...part }));
}

/**
 * Who sends mail, and what asked for it. None does on its own accord; one that does needs a way for its reader to set the mark.
 * A rule judges that itself (tests/server/companyRules/actions.test.ts).
 */
const ASKED_FOR: Readonly<
  Record<string, 'a ticket' | 'an order' | 'an account' | 'the company itself' | 'a rule'>
> = {
  'server/callcenter/orders/paper/sendOrder.ts': 'an order',
  'server/companyRules/actions/mailing.ts': 'a rule',
  'server/config/emails.ts': 'the company itself',
  'server/sac/pickups/confirm.ts': 'a ticket',
  'server/sac/reportDesk/deliver.ts': 'the company itself',
  'server/sac/ticketCosts/index.ts': 'a ticket',
  'server/sac/tickets/change/letters.ts': 'a ticket',
  'server/sac/tickets/mail/ticketMail.ts': 'a ticket',
  'server/session/account/accountEmails.ts': 'an account',
  'server/webhooks/switchOff.ts': 'the company itself',
};
const mailers = () =>
  sourceFiles('server').filter(
    (path) => path !== 'server/adapters/mail/outbox.ts' && readFileSync(path, 'utf8').includes('queueMail('),
  );

/** An automation over the customer that has a seller; its agendas, and the answer of its run. */
async function automated(world: World) {
  await db(world)
    .insert(customerSellers)
    .values({ customerId: world.customerIds.first, personId: world.people.VENDEDOR })
    .onConflictDoNothing();
  const regra = {
    clientes: { idVendedores: [world.people.VENDEDOR] },
    agenda: { tipo: 'A', assunto: 'Recuperar', hora: '10:00' },
    dias: 1,
    maximo: 10,
    respeitaFrequencia: false,
  };
  const made = await world.call('POST', 'automacoes', { nome: 'Todos', ativa: true, regra }, 'SUPERVISOR');
  expect(made.status).toBe(200);
  const run = await world.call('POST', `automacoes/${made.body.data.id}/executar`, {}, 'SUPERVISOR');
  const [logged] = await db(world)
    .select()
    .from(auditLog)
    .where(eq(auditLog.action, 'EXECUTAR'))
    .orderBy(desc(auditLog.id));
  return { plan: run.body.data, logged: logged?.after as Record<string, unknown> };
}

export const contactDoors: Pick<
  DoorTable<keyof typeof SALES_RULES, World>,
  'doNotContact' | 'servedDays' | 'oneContactAMinute' | 'scheduledAhead'
> = {
  doNotContact: {
    ...planningDoors(unwanted),
    FORM: async (world) => {
      await planningDoors(unwanted).FORM(world);
      await dialed(world);
    },
    MAIL: async () => {
      expect(mailers()).toEqual(Object.keys(ASKED_FOR).sort());
    },
    AUTOMATION: async (world) => {
      await planningDoors(unwanted).AUTOMATION(world);
      const { plan, logged } = await automated(world);
      expect(plan).toMatchObject({ agendas: [], pulados: 1 });
      expect(plan.message).toContain('1 cliente pulado por não querer contato');
      expect(logged).toMatchObject({ agendas: 0, pulados: 1 });
    },
  },
  servedDays: {
    ...planningDoors(unserved),
    FORM: async (world) => {
      await planningDoors(unserved).FORM(world);
      const other = [0, 1, 2, 3, 4, 5, 6].filter((day) => day !== weekdayOf(world.today));
      await db(world).update(customers).set({ servedOn: other });
      await dialed(world);
    },
    AUTOMATION: async (world) => {
      const tomorrow = workingDayAfter(world.today);
      await db(world)
        .update(customers)
        .set({ servedOn: [0, 1, 2, 3, 4, 5, 6].filter((day) => day !== weekdayOf(tomorrow)) });
      expect((await automated(world)).plan).toMatchObject({ agendas: [], semLugar: 1 });
    },
  },
  oneContactAMinute: {
    ...planningDoors(taken),
    AUTOMATION: async (world) => {
      const tomorrow = workingDayAfter(world.today);
      await addAgenda(world, {
        scheduledAt: new Date(`${tomorrow}T13:00:00Z`),
        personId: world.people.OPERADOR,
      });
      const { plan, logged } = await automated(world);
      expect(plan).toMatchObject({ agendas: [], pulados: 1 });
      expect(logged).toMatchObject({ pulados: 1 });
    },
    DRAFT: async (world) => {
      const answers = await Promise.all(
        ['Um', 'Outro'].map((assunto) => world.call('POST', 'agendas', contactBody(world, { assunto }))),
      );
      expect(answers.map(({ status }) => status).sort()).toEqual([200, 422]);
    },
  },
  scheduledAhead: {
    FORM: async (world) => {
      for (const data_agendada of ['2020-01-01 10:00', '2027-02-30 10:00']) {
        const refused = await world.call('POST', 'agendas', contactBody(world, { data_agendada }));
        expect([data_agendada, Object.keys(refused.body.errors)]).toEqual([data_agendada, ['data_agendada']]);
        const [afterIt] = await nextContactDoors(world, data_agendada);
        expect(Object.keys((await afterIt?.({}))?.body.errors ?? {})).toEqual(['proxima']);
      }
    },
    IMPORT: async (world) => {
      const linhas = ['31/02/2027', '01/01/2020'].map((data) => contactLine(world, { data }));
      const { contagens } = (await world.call('POST', 'agendas/validar', { linhas })).body.data;
      expect(contagens).toMatchObject({ criados: 0, recusados: 2 });
    },
    BULK: async (world) => {
      const id = await addAgenda(world);
      const moved = { ids: [id], data: '2020-01-01', motivo: 'Feriado' };
      const { falhas } = (await world.call('POST', 'agendas/reagendar', moved)).body;
      expect(falhas.map((each: { id: number }) => each.id)).toEqual([id]);
    },
    COPY: notApplicable('A transfer keeps the time of the contact, and agendas are not copied.'),
    MAIL: notApplicable('No mail plans a contact, and no link in one does.'),
    AUTOMATION: notApplicable('An automation takes its days from tomorrow on and cannot name one.'),
    DRAFT: async (world) => {
      const id = await addAgenda(world);
      const change = (data_agendada: string) =>
        world.call('PUT', `agendas/${id}`, { versao: 1, data_agendada, motivo: 'Pediu' });
      expect((await change(`${world.wednesday} 11:00`)).status).toBe(200);
      expect((await change(`${world.wednesday} 12:00`)).status).toBe(409);
      // Typed while the time was still to come, and sent after it.
      const day = 86_400_000;
      world.server.advance(30 * day);
      const token = await world.server.sessionOf(world.people.VENDEDOR);
      const body = { data_agendada: `${world.wednesday} 12:00`, motivo: 'Pediu' };
      const late = await world.server.call('PUT', `/callcenter/agendas/${id}`, { token, body });
      world.server.advance(-30 * day);
      expect([late.status, Object.keys(late.body.errors)]).toEqual([422, ['data_agendada']]);
    },
    SYSTEM: async (world) => {
      const lines = [{ data: '31/02/2027' }, { data: '01/01/2020' }].map((part, at) => ({
        id_externo: `P${at}`,
        ...contactLine(world, { hora: '10:00:00', ...part }),
      }));
      const answer = await world.call('POST', 'agendas/importar/erp', { agendas: lines });
      expect(answer.body.data).toMatchObject({ criadas: 0, recusadas: 2 });
    },
  },
};
