import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { desc, eq } from 'drizzle-orm';
import type { CostInput } from '#contract/sac/tickets/ticketCosts.ts';
import {
  auditLog,
  carriers,
  outboxEmails,
  representatives,
  ticketCosts,
  ticketEvents,
  tickets,
} from '#server/db/tables/index.ts';
import { type TicketFixture, ticketFixture } from './tickets/ticketFixture.ts';

type Who = Parameters<TicketFixture['get']>[1];
let fixture: TicketFixture;
let ticket: number;
let carrier: number;
const COST: CostInput = { tipo: 'FRETE_DEVOLUCAO', valor: '120.5', responsavel: 'EMPRESA' };

beforeAll(async () => {
  fixture = await ticketFixture();
  ticket = await fixture.addTicket({ customerId: fixture.customerIds.consumer });
  const [row] = await fixture.server.deps.db
    .insert(carriers)
    .values({
      legalName: 'Rápido Sul Ltda.',
      tradeName: 'Rápido Sul',
      cnpj: '12ABC34501DE35',
      email: 'sac@rapido.example',
    })
    .returning();
  carrier = row?.id ?? 0;
});
afterAll(() => fixture?.server.close());

const call = (
  method: 'POST' | 'DELETE' | 'GET',
  path: string,
  { who = 'OPERADOR', body, key }: { who?: Who; body?: object; key?: string } = {},
) =>
  fixture.server.call(method, `/sac/${path}`, {
    token: fixture.tokens[who ?? 'OPERADOR'],
    ...(body && { body }),
    ...(key && { headers: { 'idempotency-key': key } }),
  });
const add = (input: Partial<CostInput> = {}, who: Who = 'OPERADOR', to = ticket) =>
  call('POST', `tickets/${to}/custos`, { who, body: { ...COST, ...input } });
const added = async (input: Partial<CostInput> = {}): Promise<number> => (await add(input)).body.data.id;
const send = (id: number, body: object = {}, key?: string, who: Who = 'OPERADOR') =>
  call('POST', `tickets/custos/dispara-email/${id}`, { who, body, ...(key && { key }) });
const mails = () => fixture.server.deps.db.select().from(outboxEmails).orderBy(outboxEmails.id);
const events = () =>
  fixture.server.deps.db
    .select()
    .from(ticketEvents)
    .where(eq(ticketEvents.ticketId, ticket))
    .orderBy(desc(ticketEvents.id));

describe('ticket costs', () => {
  it('are refused to consumers and to people who only sell', async () => {
    const id = await added();
    for (const who of ['CONSUMIDOR_FINAL', 'VENDEDOR'] as const) {
      expect((await fixture.get(`tickets/${ticket}/custos-disponiveis`, who)).status).toBe(403);
      expect((await add({}, who)).status).toBe(403);
      expect((await send(id, {}, undefined, who)).status).toBe(403);
    }
    const seen = await fixture.get(`tickets/${ticket}/atividades`, 'CONSUMIDOR_FINAL');
    expect(JSON.stringify(seen.body)).not.toMatch(/CUSTO|120,50/);
  });

  it('are unknown to an operator of another branch, like those of a missing ticket', async () => {
    const id = await added({ responsavel: 'TRANSPORTADORA', responsavel_id: carrier });
    const who = 'OTHER_OPERATOR' as const;
    const answers = [
      await fixture.get(`tickets/${ticket}/custos-disponiveis`, who),
      await fixture.get('tickets/999999/custos-disponiveis', who),
      await add({}, who),
      await send(id, {}, undefined, who),
      await send(999_999, {}, undefined, who),
      await call('DELETE', `tickets/${ticket}/custos/${id}`, { who }),
    ];
    expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 404));
    expect(new Set(answers.map(({ body }) => body.error)).size).toBe(1);
  });

  it('are found under their own ticket only', async () => {
    const id = await added();
    const other = await fixture.addTicket();
    expect((await call('DELETE', `tickets/${other}/custos/${id}`)).status).toBe(404);
    expect((await call('DELETE', `tickets/${ticket}/custos/${id}`)).status).toBe(200);
    expect((await call('DELETE', `tickets/${ticket}/custos/${id}`)).status).toBe(404);
  });

  it('are saved once with timeline and audit entries, and show who pays', async () => {
    const before = (await events()).length;
    const key = randomUUID();
    const body = {
      ...COST,
      responsavel: 'TRANSPORTADORA',
      responsavel_id: carrier,
      descricao: ' Coleta \u0000frustrada ',
    };
    const first = await call('POST', `tickets/${ticket}/custos`, { body, key });
    const again = await call('POST', `tickets/${ticket}/custos`, { body, key });
    expect(first.body.data.message).toMatch(/R\$\s120,50/);
    expect(again.body).toEqual(first.body);
    const [event, ...rest] = await events();
    expect(rest).toHaveLength(before);
    expect(event).toMatchObject({ type: 'CUSTO', internal: true });
    expect(event?.note).toMatch(/Frete da devolução: R\$\s120,50, paga Rápido Sul Ltda\./);
    const list = await fixture.get(`tickets/${ticket}/custos-disponiveis`, 'OPERADOR');
    expect(list.body.at(-1)).toMatchObject({
      tipo: 'FRETE_DEVOLUCAO',
      descricao: 'Coleta frustrada',
      valor: '120.5000',
      responsavel: {
        tipo: 'TRANSPORTADORA',
        id: carrier,
        nome: 'Rápido Sul Ltda.',
        email: 'sac@rapido.example',
      },
      datahora_email: null,
    });
    const [logged] = await fixture.server.deps.db.select().from(auditLog).orderBy(desc(auditLog.id)).limit(1);
    expect(logged).toMatchObject({ action: 'INCLUIR_CUSTO', entity: 'tickets', entityId: String(ticket) });
  });

  it.each([
    [{ valor: '0' }, 'valor', /maior que zero/],
    [{ valor: '-1' }, 'valor', /maior que zero/],
    [{ valor: '1,5' }, 'valor', /como 1\.234,56/],
    [{ valor: '1e309' }, 'valor', /como 1\.234,56/],
    [{ valor: 'NaN' }, 'valor', /como 1\.234,56/],
    [{ valor: '1.234' }, 'valor', /duas casas/],
    [{ valor: '10000000' }, 'valor', /máximo/],
    [{ tipo: 'PROPINA' }, 'tipo', /tipo do custo/],
    [{ tipo: 'OUTRO' }, 'descricao', /Descreva/],
    [{ responsavel: 'TRANSPORTADORA' as const }, 'responsavel_id', /Escolha quem paga/],
    [{ responsavel: 'REPRESENTANTE' as const, responsavel_id: 999_999 }, 'responsavel_id', /cadastro/],
  ])('reject %j', async (input, field, text) => {
    const { status, body } = await add(input);
    expect(status).toBe(422);
    expect(body.errors[field]).toMatch(text);
  });

  it('are read-only on an archived ticket', async () => {
    const archived = await fixture.addTicket({ status: 'FINALIZADO', stepKey: 'FINALIZADO', archived: true });
    expect((await add({}, 'OPERADOR', archived)).body.code).toBe('ARQUIVADO');
    expect((await fixture.get(`tickets/${archived}/custos-disponiveis`, 'OPERADOR')).status).toBe(200);
  });
});

describe('e-mail that asks for payment of a cost', () => {
  it('is sent once per key, marks the cost, and asks before it is sent again', async () => {
    const id = await added({
      responsavel: 'TRANSPORTADORA',
      responsavel_id: carrier,
      descricao: 'Duas viagens',
    });
    const before = (await mails()).length;
    const key = randomUUID();
    const first = await send(id, {}, key);
    expect(first.body.data.message).toMatch(/enviada a Rápido Sul/);
    expect((await send(id, {}, key)).body).toEqual(first.body);
    expect(await mails()).toHaveLength(before + 1);
    const mail = (await mails()).at(-1);
    expect(mail).toMatchObject({ toAddress: 'sac@rapido.example' });
    expect(mail?.subject).toBe(`Cobrança do ticket ${ticket}: Frete da devolução, R$ 120,50`);
    expect(mail?.bodyText).toContain('Duas viagens');
    const refused = await send(id);
    expect([refused.status, refused.body.code]).toEqual([422, 'JA_ENVIADO']);
    expect((await send(id, { reenviar: true })).status).toBe(200);
    expect(await mails()).toHaveLength(before + 2);
    const [cost] = await fixture.server.deps.db.select().from(ticketCosts).where(eq(ticketCosts.id, id));
    expect(cost).toMatchObject({ version: 3 });
    expect(cost?.emailedAt).not.toBeNull();
  });

  it('is refused when no payer with an e-mail exists', async () => {
    const { db } = fixture.server.deps;
    const [silent] = await db.insert(representatives).values({ name: 'Sem Correio' }).returning();
    const own = await send(await added());
    expect([own.status, own.body.code]).toEqual([422, 'SEM_RESPONSAVEL']);
    const mute = await send(await added({ responsavel: 'REPRESENTANTE', responsavel_id: silent?.id ?? 0 }));
    expect([mute.status, mute.body.code]).toEqual([422, 'SEM_EMAIL']);
    expect(mute.body.error).toContain('Sem Correio');
  });

  it('raises the version of the ticket, so that people working on it notice', async () => {
    const { db } = fixture.server.deps;
    const versionOf = async () =>
      (await db.select().from(tickets).where(eq(tickets.id, ticket)))[0]?.version ?? 0;
    const id = await added({ responsavel: 'TRANSPORTADORA', responsavel_id: carrier });
    const before = await versionOf();
    await send(id);
    expect(await versionOf()).toBe(before + 1);
  });
});
