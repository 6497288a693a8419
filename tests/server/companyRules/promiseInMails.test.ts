import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { desc, eq } from 'drizzle-orm';
import { ticketPromise } from '#contract/rules/tickets/ticketPromise.ts';
import { addDays } from '#contract/rules/time/calendarDate.ts';
import { localDate } from '#contract/rules/time/zonedTime.ts';
import { branches, customers, outboxEmails, pickups, pickupTickets } from '#server/db/tables/index.ts';
import { mailCustomers } from '#server/sac/tickets/mail/mailCustomers.ts';
import { addGoods } from '../sac/tickets/addGoods.ts';
import { RULE, type RuleFixture, ruleFixture } from './ruleFixture.ts';

let fixture: RuleFixture;
let zone = '';
const HOUR = 3_600_000;
const now = () => fixture.server.deps.now();
const inHours = (hours: number) => new Date(now().getTime() + hours * HOUR);

async function publishMail(conteudo: { id: string } & Readonly<Record<string, unknown>>) {
  const at = `/config/definicoes/mails/${conteudo.id}`;
  const versao = (await fixture.call('GET', at)).body.data?.versao ?? 0;
  const saved = await fixture.call('PUT', `${at}/rascunho`, { conteudo, versao });
  const input = { versao: saved.body.data?.versao ?? 0, nota: '' };
  expect((await fixture.call('POST', `${at}/publicar`, input)).status).toBe(200);
}

async function textOf(ticketId: number): Promise<string | undefined> {
  const [mail] = await fixture.db
    .select()
    .from(outboxEmails)
    .where(eq(outboxEmails.ticketId, ticketId))
    .orderBy(desc(outboxEmails.id));
  return mail?.bodyText;
}

beforeAll(async () => {
  fixture = await ruleFixture();
  const { db, customerIds, branchIds } = fixture;
  await db
    .update(customers)
    .set({ email: 'compras@exemplo.com.br' })
    .where(eq(customers.id, customerIds.first));
  const [branch] = await db.select().from(branches).where(eq(branches.id, branchIds[0]));
  zone = branch?.timeZone ?? '';
  await publishMail({
    ...{ formato: 1, id: 'previsao', titulo: 'Previsão', assunto: 'Ticket {{numero}}: {{promessa}}' },
    texto: ['Previsão do ticket {{numero}}: {{promessa}}', '{{promessa}}', 'Obrigado.'],
  });
  await publishMail({
    ...{ formato: 1, id: 'etapa', titulo: 'Mudança de etapa' },
    texto: ['Agora em {{etapa}}.', '{{promessa}}'],
  });
  const entao = [{ acao: 'EMAIL_MODELO', modelo: 'previsao' }];
  await fixture.live({ ...RULE, id: 'previsao', entao });
});
afterAll(() => fixture?.server.close());

const told = async (id: number) => {
  await fixture.prioritize(id, 'ALTA');
  await fixture.act();
  return textOf(id);
};

it('a template of the company tells until when an answer comes, as the consumer reads it', async () => {
  const due = inHours(30);
  const id = await fixture.addTicket({ status: 'EM_ATENDIMENTO', dueAt: due, dueMinutes: 480 });
  const text = await told(id);
  const promise = ticketPromise({ status: 'EM_ATENDIMENTO', due, pickup: null, now: now(), zone });
  expect(promise).toMatch(/^Resposta até /);
  expect(text).toContain(`Previsão do ticket ${id}: ${promise}\n\n${promise}\n\nObrigado.`);
});

it('a pickup that is to come is told before the end of the step', async () => {
  const id = await fixture.addTicket({ status: 'EM_ATENDIMENTO', dueAt: inHours(30), dueMinutes: 480 });
  const day = addDays(localDate(now(), zone), 2);
  const [pickup] = await fixture.db
    .insert(pickups)
    .values({ type: 'TRANSPORTADORA', createdBy: fixture.people.ADMIN, scheduledFor: day })
    .returning();
  await fixture.db.insert(pickupTickets).values({ pickupId: pickup?.id ?? 0, ticketId: id });
  expect(await told(id)).toMatch(/\n\nColeta prevista até \d\d\/\d\d(\/\d{4})?\.\n\nObrigado\./);
});

it('a paragraph of nothing but a promise is left out where none is to come', async () => {
  const late = await fixture.addTicket({ status: 'EM_ATENDIMENTO', dueAt: inHours(-2), dueMinutes: 480 });
  const text = await told(late);
  expect(text).toContain(`Previsão do ticket ${late}:\n\nObrigado.`);
  expect(text).not.toMatch(/Resposta até|Coleta prevista/);
});

it('a template of the console tells it as well, of the step that was reached', async () => {
  const id = await fixture.addTicket();
  await addGoods(fixture.server, id);
  const move = await fixture.call('POST', `/sac/tickets/${id}/avancar-etapa`, {});
  expect(move.status).toBe(200);
  fixture.server.advance(60_000);
  await mailCustomers(fixture.server.deps);
  expect(await textOf(id)).toMatch(/Agora em [^\n]+\.\n\nResposta até \d\d\/\d\d(\/\d{4})? às \d\d:\d\d\./);
});
