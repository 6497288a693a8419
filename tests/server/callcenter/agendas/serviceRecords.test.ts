import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { eq } from 'drizzle-orm';
import type { PersonType } from '#contract/permissions.ts';
import { addDays } from '#contract/rules/time/calendarDate.ts';
import { DEFAULT_TIME_ZONE, localDate } from '#contract/rules/time/zonedTime.ts';
import {
  agendas,
  customerLog,
  customerPhones,
  customers,
  dials,
  lossReasons,
  operatorStatuses,
  orders,
  parameters,
  serviceReasons,
  serviceRecords,
} from '#server/db/tables/index.ts';
import { createPeople, type TestPeople } from '#tests/support/people.ts';
import { type TestServer, testServer } from '#tests/support/servers/server.ts';

let server: TestServer;
let fixture: TestPeople;
let dialer: Server;
let dialed: unknown[] = [];
let dialerSays: { status?: number; body?: string };
const tokens: Partial<Record<PersonType, string>> = {};
let motivo_id: number;
let motivoPerda: number;

beforeAll(async () => {
  dialer = createServer(async (request, response) => {
    const parts: Buffer[] = [];
    for await (const part of request) parts.push(part as Buffer);
    dialed.push(JSON.parse(Buffer.concat(parts).toString()));
    response.writeHead(dialerSays.status ?? 200).end(dialerSays.body ?? '');
  });
  await new Promise<void>((resolve) => dialer.listen(0, '127.0.0.1', resolve));
  server = await testServer({ dialerUrl: `http://127.0.0.1:${(dialer.address() as AddressInfo).port}` });
  const { db } = server.deps;
  fixture = await createPeople(db);
  for (const type of Object.keys(fixture.people) as PersonType[])
    tokens[type] = await server.sessionOf(fixture.people[type]);
  motivo_id = (await db.select().from(serviceReasons))[0]?.id ?? 0;
  motivoPerda = (await db.select().from(lossReasons))[0]?.id ?? 0;
});
afterAll(async () => {
  dialer?.close();
  await server?.close();
});
beforeEach(async () => {
  const { db } = server.deps;
  dialed = [];
  await db.delete(serviceRecords);
  await db.delete(agendas);
  await db.delete(customerLog);
  await db.delete(parameters);
});

const call = (
  who: PersonType,
  method: 'GET' | 'POST' | 'PUT',
  path: string,
  body?: object,
  headers: Record<string, string> = {},
) => server.call(method, `/callcenter/${path}`, { token: tokens[who] ?? '', ...(body && { body }), headers });
const logged = async () =>
  (await server.deps.db.select().from(customerLog).orderBy(customerLog.id))
    .map(({ type, text }) => `${type} ${text}`)
    .sort();
const today = () => localDate(server.deps.now(), DEFAULT_TIME_ZONE);

async function addQuote(given: Partial<typeof orders.$inferInsert> = {}): Promise<number> {
  const [row] = await server.deps.db
    .insert(orders)
    .values({
      customerId: fixture.customerIds.first,
      branchId: fixture.branchIds[0],
      representativeId: fixture.representativeId,
      sellerId: fixture.people.OPERADOR,
      status: 'ATIVO',
      ...given,
    })
    .returning({ id: orders.id });
  return row?.id ?? 0;
}
const statusOf = async (id: number) =>
  (await server.deps.db.select().from(orders).where(eq(orders.id, id)))[0]?.status;

describe('recording a conversation', () => {
  it('is refused outside the scope, also by ids in the body', async () => {
    const foreign = await addQuote({
      customerId: fixture.customerIds.second,
      branchId: fixture.branchIds[1],
    });
    const own = fixture.customerIds.first;
    const [agenda] = await server.deps.db
      .insert(agendas)
      .values({
        customerId: fixture.customerIds.second,
        branchId: fixture.branchIds[1],
        personId: fixture.people.ADMIN,
        subject: 'x',
        scheduledAt: server.deps.now(),
      })
      .returning();
    const tries = [
      call('OPERADOR', 'POST', 'atendimentos', { cliente_id: fixture.customerIds.second, motivo_id }),
      call('OPERADOR', 'POST', 'atendimentos', { cliente_id: own, motivo_id, orcamento_id: foreign }),
      call('ADMIN', 'POST', 'atendimentos', { cliente_id: own, motivo_id, orcamento_id: foreign }),
      call('OPERADOR', 'POST', 'atendimento/iniciar', { cliente_id: fixture.customerIds.second }),
      call('OPERADOR', 'POST', 'atendimento/iniciar', { cliente_id: own, agenda_id: agenda?.id }),
      call('OPERADOR', 'POST', 'discar', { numero: '11988887777', idCli: fixture.customerIds.second }),
      call('OPERADOR', 'POST', 'discar', { numero: '11988887777', idAgenda: agenda?.id }),
    ];
    expect((await Promise.all(tries)).map(({ status }) => status)).toEqual(tries.map(() => 404));
    expect((await call('CONSUMIDOR_FINAL', 'POST', 'atendimentos', {})).status).toBe(403);
    expect([await logged(), dialed]).toEqual([[], []]);
  });
});

describe('record of a conversation', () => {
  it('reports what is missing', async () => {
    const orcamento_id = await addQuote();
    const { status, body } = await call('OPERADOR', 'POST', 'atendimentos', {
      cliente_id: fixture.customerIds.first,
      motivo_id,
      orcamento_id,
      situacaoOrcamento: 2,
      data_retorno: addDays(today(), -1),
    });
    expect([status, body.errors]).toEqual([
      422,
      { motivoPerda: 'Diga por que o orçamento foi perdido.', data_retorno: 'Data anterior a data mínima' },
    ]);
    expect(await statusOf(orcamento_id)).toBe('ATIVO');
  });

  it.each([['PERDIDO'], [2], ['2']])(
    'marks the quote as lost for %j, in one transaction',
    async (situacaoOrcamento) => {
      const orcamento_id = await addQuote();
      const key = { 'idempotency-key': `perda-${typeof situacaoOrcamento}-${situacaoOrcamento}` };
      const body = {
        cliente_id: String(fixture.customerIds.first),
        motivo_id,
        orcamento_id,
        situacaoOrcamento,
        motivoPerda: String(motivoPerda),
        descricao: 'Comprou mais barato',
        data_retorno: addDays(today(), 3),
      };
      const answer = await call('OPERADOR', 'POST', 'atendimentos', body, key);
      expect((await call('OPERADOR', 'POST', 'atendimentos', body, key)).body).toEqual(answer.body);
      expect(await statusOf(orcamento_id)).toBe('PERDIDO');
      const made = await server.deps.db.select().from(agendas);
      expect(made).toMatchObject([
        { personId: fixture.people.OPERADOR, orderId: orcamento_id, subject: 'Retorno: Venda' },
      ]);
      expect(made[0] && localDate(made[0].scheduledAt, DEFAULT_TIME_ZONE)).toBe(addDays(today(), 3));
      expect((await logged()).map((each) => each.split(':')[0])).toEqual([
        expect.stringMatching(/^AGENDA /),
        'ATENDIMENTO Atendimento registrado',
        'ORCAMENTO Orçamento perdido',
      ]);
      const history = await call('OPERADOR', 'GET', `atendimentos/${fixture.customerIds.first}`);
      expect(history.body).toMatchObject({
        itens: [{ situacaoOrcamento: 'PERDIDO', motivo: 'Venda', pendente: false }],
        paginator: { per_page: 9, total: 1 },
      });
      // A lost quote cannot be lost again, and nothing of the second attempt remains.
      const again = await call('OPERADOR', 'POST', 'atendimentos', body);
      expect(again.status).toBe(422);
      expect(await server.deps.db.$count(agendas)).toBe(1);
    },
  );

  it('reports a conflict if someone else changed the quote', async () => {
    const orcamento_id = await addQuote({ version: 4 });
    const { body } = await call('OPERADOR', 'POST', 'atendimentos', {
      cliente_id: fixture.customerIds.first,
      motivo_id,
      orcamento_id,
      situacaoOrcamento: 'PERDIDO',
      motivoPerda,
      versao: 3,
    });
    expect([body.code, await statusOf(orcamento_id)]).toEqual(['CONFLITO', 'ATIVO']);
    expect(await server.deps.db.$count(serviceRecords)).toBe(0);
  });
});

describe('conversation under way', () => {
  const start = (cliente_id = fixture.customerIds.first) =>
    call('OPERADOR', 'POST', 'atendimento/iniciar', { cliente_id });

  it('is one per person, also when two start at once', async () => {
    const answers = await Promise.all([start(), start(), start()]);
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409, 409]);
    expect(answers.find(({ status }) => status === 409)?.body).toMatchObject({
      code: 'CONFLITO',
      error: 'Você já tem um atendimento em andamento com Mercado Azul. Registre-o antes de iniciar outro.',
    });
    expect(await server.deps.db.$count(serviceRecords)).toBe(1);
    expect(await logged()).toEqual(['ATENDIMENTO Atendimento iniciado']);
    expect(
      (await call('VENDEDOR', 'POST', 'atendimento/iniciar', { cliente_id: fixture.customerIds.first }))
        .status,
    ).toBe(200);
  });

  it('keeps its operator busy until it is recorded', async () => {
    await start();
    const status = () => call('OPERADOR', 'GET', 'operador/status');
    expect((await status()).body.data.status).toBe('EM_ATENDIMENTO');
    const leave = await call('OPERADOR', 'PUT', 'operador/status', { status: 'OFFLINE' });
    expect(leave.body.code).toBe('ATENDIMENTO_EM_ANDAMENTO');
    const pending = await call('OPERADOR', 'GET', 'atendimento/pendente');
    expect(pending.body.data.cliente).toMatchObject({ fant: 'Mercado Azul' });
    // A registration for this customer on any path ends it.
    const done = await call('OPERADOR', 'POST', 'atendimentos', {
      cliente_id: fixture.customerIds.first,
      motivo_id,
    });
    expect(done.body.data.id).toBe(pending.body.data.id);
    expect((await call('OPERADOR', 'GET', 'atendimento/pendente')).body).toEqual({ data: null });
    expect((await status()).body.data.status).toBe('DISPONIVEL');
    expect((await call('OPERADOR', 'POST', 'atendimento/registrar', { motivo_id })).body.code).toBe(
      'SEM_ATENDIMENTO',
    );
    const rows = await server.deps.db
      .select()
      .from(operatorStatuses)
      .where(eq(operatorStatuses.personId, fixture.people.OPERADOR));
    expect(rows.length).toBe(1);
  });

  it('can end without a record, unless the parameter requires one', async () => {
    await start();
    await server.deps.db
      .insert(parameters)
      .values({ area: 'CALLCENTER', key: 'registrarAtendimentoAoSair', value: true });
    const finish = (body: object) => call('OPERADOR', 'PUT', 'atendimento/finalizar', body);
    expect((await finish({})).body.code).toBe('REGISTRO_OBRIGATORIO');
    expect((await finish({ motivo_id })).status).toBe(200);
    await server.deps.db.delete(parameters);
    await start();
    expect((await finish({ descricao: 'Caiu a ligação' })).body.data.message).toBe('Atendimento finalizado.');
  });
});

describe('dialer and customers who are not to be called', () => {
  const number = '(11) 98555-4321';
  const dialing = (part: object) => call('OPERADOR', 'POST', 'discar', { numero: number, ...part });
  const isAsked = { status: 422, body: { code: 'CONFIRMAR_CONTATO' } };
  const addAgenda = async (part: Partial<typeof agendas.$inferInsert> = {}) => {
    const [row] = await server.deps.db
      .insert(agendas)
      .values({
        kind: 'C',
        customerId: fixture.customerIds.first,
        branchId: fixture.branchIds[0],
        personId: fixture.people.OPERADOR,
        subject: 'Cobrar',
        scheduledAt: server.deps.now(),
        ...part,
      })
      .returning({ id: agendas.id });
    return row?.id ?? 0;
  };
  const left = (doNotContact: boolean) =>
    server.deps.db.update(customers).set({ doNotContact, servedOn: [] });
  beforeEach(async () => {
    dialerSays = { body: '{"ok":true}' };
    await left(true);
    await server.deps.db
      .insert(customerPhones)
      .values({ customerId: fixture.customerIds.first, number: '1185554321' });
  });
  afterEach(async () => {
    await left(false);
    await server.deps.db.delete(customerPhones);
  });

  it('asks whoever names the customer, comes from the agenda, or types a number of theirs', async () => {
    const idAgenda = await addAgenda({ kind: 'A' });
    const ways = { idCli: { idCli: fixture.customerIds.first }, idAgenda: { idAgenda }, number: {} };
    for (const [way, part] of Object.entries(ways)) {
      expect(await dialing(part)).toMatchObject(isAsked);
      expect(dialed).toEqual([]);
      const done = await dialing({ ...part, confirmar: `Ele pediu por ${way}` });
      expect(done.status).toBe(200);
      expect((await logged()).join()).toContain(`Confirmado: Ele pediu por ${way}`);
      dialed = [];
    }
    expect((await dialing({})).body.error).toMatch(/^O número é de um cliente\. O cliente pediu/);
  });

  it('does not tell of customers that the person does not see', async () => {
    await server.deps.db.update(customerPhones).set({ customerId: fixture.customerIds.second });
    expect((await dialing({})).status).toBe(200);
    expect(await logged()).toEqual([]);
  });

  it('takes only an open collection for a call about a debt', async () => {
    const open = await addAgenda();
    const done = await addAgenda({ finishedAt: server.deps.now() });
    expect((await dialing({ idAgenda: open })).status).toBe(200);
    expect(await dialing({ idAgenda: done })).toMatchObject(isAsked);
  });
});

describe('dialer', () => {
  const dial = () =>
    call('OPERADOR', 'POST', 'discar', { numero: '(11) 98888-7777', idCli: fixture.customerIds.first });

  it('receives the number, and its result is stored either way', async () => {
    await server.deps.db.delete(dials);
    dialerSays = { body: '{"ok":true}' };
    expect((await dial()).body.data.message).toBe('Enviado para discadora');
    expect(dialed).toEqual([{ numero: '11988887777', operador: fixture.people.OPERADOR }]);
    dialerSays = { status: 500, body: '{"message":"Ramal ocupado"}' };
    const busy = await dial();
    expect([busy.status, busy.body.error]).toEqual([503, 'Ramal ocupado']);
    dialerSays = { status: 500, body: '<html>' };
    expect((await dial()).body.error).toBe('Erro ao discar');
    const kept = await server.deps.db.select().from(dials).orderBy(dials.id);
    expect(kept.map(({ accepted, answer }) => [accepted, answer])).toEqual([
      [true, ''],
      [false, 'Ramal ocupado'],
      [false, ''],
    ]);
    expect(dialed.length).toBe(3);
    expect(await logged()).toContain('ATENDIMENTO A discadora não ligou para (11) 98888-7777');
    expect((await call('OPERADOR', 'POST', 'discar', { numero: '123' })).body.errors).toEqual({
      numero: 'Telefone inválido',
    });
  });
});
