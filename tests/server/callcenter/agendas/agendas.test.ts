import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { and, eq } from 'drizzle-orm';
import type { PersonType } from '#contract/permissions.ts';
import { localDate } from '#contract/rules/time/zonedTime.ts';
import { agendas, auditLog, customerLog } from '#server/db/tables/index.ts';
import { announcedBy } from '#tests/support/announced.ts';
import { createPeople, type TestPeople } from '#tests/support/people.ts';
import { type TestServer, testServer } from '#tests/support/servers/server.ts';

let server: TestServer;
let fixture: TestPeople;
const tokens: Partial<Record<PersonType, string>> = {};

beforeAll(async () => {
  server = await testServer();
  fixture = await createPeople(server.deps.db);
  for (const type of Object.keys(fixture.people) as PersonType[])
    tokens[type] = await server.sessionOf(fixture.people[type]);
});
afterAll(() => server?.close());

const call = (
  who: PersonType,
  method: 'GET' | 'POST' | 'PUT' | 'DELETE',
  path: string,
  body?: object,
  headers: Record<string, string> = {},
) =>
  server.call(method, `/callcenter/${path}`, {
    token: tokens[who] ?? '',
    ...(body && { body }),
    headers,
  });

const HOUR = 3_600_000;
const inHours = (hours: number) => new Date(server.deps.now().getTime() + hours * HOUR);
const soon = (hours = 48) => inHours(hours).toISOString();
/** Agendas may be at most two years ahead. */
const nextYear = new Date().getUTCFullYear() + 1;

async function addAgenda(given: Partial<typeof agendas.$inferInsert> = {}): Promise<number> {
  const [row] = await server.deps.db
    .insert(agendas)
    .values({
      customerId: fixture.customerIds.first,
      branchId: fixture.branchIds[0],
      representativeId: fixture.representativeId,
      personId: fixture.people.OPERADOR,
      subject: 'Retornar o contato',
      scheduledAt: inHours(24),
      ...given,
    })
    .returning({ id: agendas.id });
  return row?.id ?? 0;
}

const logOf = (id: number) =>
  server.deps.db
    .select()
    .from(customerLog)
    .where(and(eq(customerLog.type, 'AGENDA'), eq(customerLog.itemId, id)))
    .orderBy(customerLog.id);
const auditOf = (id: number) =>
  server.deps.db
    .select()
    .from(auditLog)
    .where(and(eq(auditLog.entity, 'agendas'), eq(auditLog.entityId, String(id))))
    .orderBy(auditLog.id);
const UNKNOWN = { error: 'Registro não encontrado.', code: 'NAO_ENCONTRADO' };

describe('access to agendas', () => {
  it('lists those of others only for ADMIN, GERENTE and SUPERVISOR', async () => {
    const own = await addAgenda();
    const other = await addAgenda({ personId: fixture.people.VENDEDOR });
    const idsOf = async (who: PersonType, query: string) =>
      (await call(who, 'GET', `agendas?take=100&${query}`)).body.itens.map(({ id }: { id: number }) => id);
    const seller = `idColab=${fixture.people.VENDEDOR}`;
    for (const leader of ['ADMIN', 'GERENTE', 'SUPERVISOR'] as const)
      expect(await idsOf(leader, seller)).toEqual([other]);
    expect(await idsOf('OPERADOR', seller)).toEqual([own]);
    expect(await idsOf('REPRESENTANTE', seller)).toEqual([]);
    const day = localDate(inHours(24), 'America/Sao_Paulo');
    const counts = await call('OPERADOR', 'GET', `agendas/quantidade?dtIni=${day}&dtFim=${day}&${seller}`);
    expect(counts.body.every(({ total }: { total: number }) => total === 1)).toBe(true);
  });

  it('allows reading those of others within the scope, but not writing', async () => {
    const id = await addAgenda({ personId: fixture.people.VENDEDOR });
    expect((await call('OPERADOR', 'GET', `agendas/${id}`)).body.data).toMatchObject({
      id,
      podeAlterar: false,
      podeExcluir: false,
    });
    for (const [method, body] of [
      ['PUT', { assunto: 'Minha' }],
      ['DELETE', undefined],
    ] as const) {
      const { status, body: refusal } = await call('OPERADOR', method, `agendas/${id}`, body);
      expect([status, refusal.code]).toEqual([422, 'AGENDA_DE_OUTRO']);
    }
    expect((await call('SUPERVISOR', 'DELETE', `agendas/${id}`)).body.code).toBe('AGENDA_DE_OUTRO');
    expect(await logOf(id)).toHaveLength(0);
  });

  it('treats those of a branch out of scope as unknown, also in a body and in bulk', async () => {
    const foreign = await addAgenda({
      branchId: fixture.branchIds[1],
      customerId: fixture.customerIds.second,
      representativeId: null,
    });
    const own = await addAgenda();
    expect((await call('OPERADOR', 'GET', `agendas/${foreign}`)).body).toMatchObject(UNKNOWN);
    expect((await call('OPERADOR', 'PUT', `agendas/${foreign}`, { assunto: 'X' })).body).toMatchObject(
      UNKNOWN,
    );
    const created = await call('OPERADOR', 'POST', 'agendas', {
      idCli: fixture.customerIds.second,
      assunto: 'Visita',
      data_agendada: soon(),
    });
    expect([created.status, created.body.code]).toEqual([404, 'NAO_ENCONTRADO']);
    const history = await call('OPERADOR', 'GET', `agendas/historico?idCli=${fixture.customerIds.second}`);
    expect(history.status).toBe(404);
    const many = await call('OPERADOR', 'POST', 'agendas/finalizar', {
      ids: [foreign, own],
      idMotivoFinalizacao: 1,
    });
    expect(many.body).toMatchObject({
      processados: 2,
      sucesso: [own],
      falhas: [{ id: foreign, codigo: 'NAO_ENCONTRADO' }],
    });
  });
});

describe('agenda', () => {
  it('is created once, by the clock of its branch, with one log and one audit entry', async () => {
    const body = {
      idCli: fixture.customerIds.second,
      assunto: '  Apresentar a linha nova ',
      data_agendada: `${nextYear}-03-01 23:30`,
    };
    const key = { 'idempotency-key': 'uma-agenda' };
    const first = await call('SUPERVISOR', 'POST', 'agendas', body, key);
    const again = await call('SUPERVISOR', 'POST', 'agendas', body, key);
    expect(first.body.data.message).toBe(`Agenda criada para 01/03/${nextYear} às 23:30`);
    expect(again.body).toEqual(first.body);
    const { id } = first.body.data;
    const { data } = (await call('SUPERVISOR', 'GET', `agendas/${id}`)).body;
    expect(data).toMatchObject({
      colaborador: { id: fixture.people.SUPERVISOR },
      // Manaus is four hours behind UTC.
      data_agendada: `${nextYear}-03-02T03:30:00.000Z`,
      filial: { fuso: 'America/Manaus' },
      situacao: { label: 'Pendente', type: 'INFO', valor: 'PENDENTE' },
      assunto: 'Apresentar a linha nova',
      tipo_label: 'Contato',
      agenda_origem: 'GO',
      pedido: null,
    });
    expect(await logOf(id)).toHaveLength(1);
    expect(await auditOf(id)).toHaveLength(1);
    const day = `${nextYear}-03-01`;
    const counts = await call('SUPERVISOR', 'GET', `agendas/quantidade?dtIni=${day}&dtFim=${day}`);
    expect(counts.body).toEqual([{ data: day, atrasadas: 0, pendentes: 1, cumpridas: 0, total: 1 }]);
    const after = `${nextYear}-03-02`;
    const next = await call('SUPERVISOR', 'GET', `agendas?dtIni=${after}&dtFim=${after}`);
    expect(next.body.itens).toEqual([]);
  });

  it.each([
    ['a time in the past', { data_agendada: '2020-01-01 10:00' }, 'data_agendada'],
    ['a day that does not exist', { data_agendada: '2027-02-30 10:00' }, 'data_agendada'],
    ['a missing subject', { assunto: '   ' }, 'assunto'],
    ['a collaborator, named by a non-leader', { idColab: 1 }, 'idColab'],
  ])('is rejected for %s', async (_, wrong, field) => {
    const body = { idCli: fixture.customerIds.first, assunto: 'Visita', data_agendada: soon(), ...wrong };
    const answer = await call('VENDEDOR', 'POST', 'agendas', body);
    expect(answer.status).toBe(422);
    expect(Object.keys(answer.body.errors)).toEqual([field]);
  });

  it('cannot be assigned to a person who does not serve the branch', async () => {
    const base = { assunto: 'Visita', data_agendada: soon(), idColab: fixture.people.OPERADOR };
    const wrong = await call('GERENTE', 'POST', 'agendas', { ...base, idCli: fixture.customerIds.second });
    expect(wrong.body.errors).toHaveProperty('idColab');
    const right = await call('GERENTE', 'POST', 'agendas', { ...base, idCli: fixture.customerIds.first });
    expect(right.status).toBe(200);
  });

  it('is rescheduled with a reason, which its history keeps', async () => {
    const id = await addAgenda();
    const silent = await call('OPERADOR', 'PUT', `agendas/${id}`, { data_agendada: soon() });
    expect(silent.body.errors).toEqual({ motivo: 'Informe por que a agenda muda de data.' });
    const moved = await call('OPERADOR', 'PUT', `agendas/${id}`, {
      data_agendada: soon(49),
      motivo: 'Cliente pediu outro dia',
    });
    expect(moved.body.data).toMatchObject({ id, versao: 2 });
    const { data } = (await call('OPERADOR', 'GET', `agendas/${id}`)).body;
    expect(data.historico).toMatchObject([
      { texto: expect.stringMatching(/^Agenda reagendada de .* para /), motivo: 'Cliente pediu outro dia' },
    ]);
    expect(await auditOf(id)).toHaveLength(1);
    // An imported entry is stored later than what happened after it.
    await server.deps.db.insert(customerLog).values({
      customerId: fixture.customerIds.first,
      type: 'AGENDA',
      itemId: id,
      text: 'Agenda criada',
      at: new Date(Date.now() - 86_400_000),
    });
    const later = (await call('OPERADOR', 'GET', `agendas/${id}`)).body.data.historico;
    expect(later.map(({ texto }: { texto: string }) => texto.split(' ')[1])).toEqual([
      'reagendada',
      'criada',
    ]);
  });

  it('accepts one of several reschedules at once, and answers 409 to the others', async () => {
    const id = await addAgenda();
    const move = (who: PersonType, hours: number) =>
      call(who, 'PUT', `agendas/${id}`, { versao: 1, data_agendada: soon(hours), motivo: 'Encaixe' });
    const answers = await Promise.all([move('OPERADOR', 30), move('SUPERVISOR', 40), move('GERENTE', 50)]);
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409, 409]);
    const lost = answers.find(({ status }) => status === 409);
    expect(lost?.body).toMatchObject({ code: 'CONFLITO', atual: { versao: 2 } });
    expect(await logOf(id)).toHaveLength(1);
  });

  it('is finished with a reason of the list, and then cannot change', async () => {
    const id = await addAgenda({ scheduledAt: inHours(-3) });
    expect((await call('OPERADOR', 'GET', `agendas/${id}`)).body.data.situacao.valor).toBe('ATRASADA');
    const unknown = await call('OPERADOR', 'PUT', `agendas/${id}`, { idMotivoFinalizacao: 999 });
    expect(unknown.body.errors).toHaveProperty('idMotivoFinalizacao');
    const [reason] = (await call('OPERADOR', 'GET', 'agendas/motivos-finalizacao')).body;
    const done = await call('OPERADOR', 'PUT', `agendas/${id}`, {
      idMotivoFinalizacao: reason.id,
      observacao: 'Comprou',
      discadora_status: 'LIGACAO_ATENDIDA',
    });
    expect(done.status).toBe(200);
    expect((await call('OPERADOR', 'GET', `agendas/${id}`)).body.data).toMatchObject({
      situacao: { valor: 'CUMPRIDA', type: 'SUCCESS' },
      motivo_finalizacao: reason.nome,
      observacao: 'Comprou',
      discadora_label: 'Atendida',
    });
    expect(await logOf(id)).toHaveLength(1);
    const late = await call('OPERADOR', 'PUT', `agendas/${id}`, { assunto: 'Outro' });
    expect(late.body.code).toBe('JA_FINALIZADA');
    expect((await call('OPERADOR', 'DELETE', `agendas/${id}`)).body.code).toBe('JA_FINALIZADA');
  });

  it.each([
    ['MANUAL', 'Ligação registrada: Ocupada'],
    ['DISCADORA', 'Retorno da discadora: Ocupada'],
    // What a dialer sends that knows nothing of the origin.
    [undefined, 'Retorno da discadora: Ocupada'],
  ])('says of a call who told how it ended: %s', async (origin, text) => {
    const id = await addAgenda();
    const answer = await call('OPERADOR', 'PUT', `agendas/${id}`, {
      discadora_status: 'LIGACAO_OCUPADA',
      ...(origin && { discadora_origem: origin }),
    });
    expect(answer.body.data.message).toBe(text);
    const { historico, ...agenda } = (await call('OPERADOR', 'GET', `agendas/${id}`)).body.data;
    expect(historico[0]).toMatchObject({ texto: text });
    expect(agenda).toMatchObject({
      discadora_label: 'Ocupada',
      discadora_origem: origin ?? 'DISCADORA',
    });
  });

  it.each([
    ['observacao', { observacao: 'Comprou' }],
    ['motivo', { motivo: 'Cliente pediu', assunto: 'Outro' }],
    ['discadora_origem', { discadora_origem: 'MANUAL' }],
  ])('refuses %s without what it belongs to, and changes nothing', async (field, body) => {
    const id = await addAgenda();
    const answer = await call('OPERADOR', 'PUT', `agendas/${id}`, body);
    expect([answer.status, Object.keys(answer.body.errors)]).toEqual([422, [field]]);
    expect(await auditOf(id)).toEqual([]);
  });

  it('can be deleted by its owner while it is open', async () => {
    const id = await addAgenda();
    expect((await call('OPERADOR', 'DELETE', `agendas/${id}`)).status).toBe(200);
    expect((await call('OPERADOR', 'GET', `agendas/${id}`)).status).toBe(404);
    expect((await auditOf(id)).map(({ action }) => action)).toEqual(['EXCLUIR']);
  });
});

describe('announcements of agendas', () => {
  it('are one audit entry for each command, with what it changed, and no live event', async () => {
    let id = 0;
    const hear = (work: () => Promise<unknown>) => announcedBy(server.deps.db, work);
    const told = (action: string) => ({ audit: [`agendas ${action}`], feed: [expect.anything()], live: [] });
    const put = (body: object) => () => call('OPERADOR', 'PUT', `agendas/${id}`, body);
    const body = { idCli: fixture.customerIds.first, assunto: 'Visita', data_agendada: soon(300) };
    expect(
      await hear(async () => {
        id = (await call('OPERADOR', 'POST', 'agendas', { ...body, confirmar: 'Combinado' })).body.data.id;
      }),
    ).toEqual(told('CRIAR'));
    expect(await hear(put({ assunto: 'Visita à loja', descricao: 'Levar amostras' }))).toEqual(
      told('ALTERAR'),
    );
    expect(await hear(put({ discadora_status: 'LIGACAO_OCUPADA' }))).toEqual(told('DISCAR'));
    expect(await hear(() => call('OPERADOR', 'DELETE', `agendas/${id}`))).toEqual(told('EXCLUIR'));
    const [made, changed, dialed, gone] = await auditOf(id);
    expect(made?.after).toMatchObject({ assunto: 'Visita', cliente: body.idCli, agenda_origem: 'GO' });
    expect(changed?.before).toEqual({ assunto: 'Visita', descricao: '' });
    expect(changed?.after).toMatchObject({ assunto: 'Visita à loja', descricao: 'Levar amostras' });
    expect(dialed).toMatchObject({
      before: { discadora_origem: null, discadora_status: null },
      after: { discadora: 'LIGACAO_OCUPADA', discadora_origem: 'DISCADORA' },
    });
    expect(gone).toMatchObject({ before: { assunto: 'Visita à loja' }, after: null });
  });
});

describe('agendas in bulk', () => {
  it('move to another day at their own time, each with its result', async () => {
    const [one, late] = [await addAgenda(), await addAgenda({ scheduledAt: inHours(-30) })];
    const done = await addAgenda({ finishedAt: inHours(-1) });
    const { body } = await call('OPERADOR', 'POST', 'agendas/reagendar', {
      ids: [done, late, one],
      data: `${nextYear}-04-05`,
      motivo: 'Feriado',
    });
    expect(body).toMatchObject({ sucesso: [one, late], falhas: [{ id: done, codigo: 'JA_FINALIZADA' }] });
    const list = await call('OPERADOR', 'GET', `agendas?dtIni=${nextYear}-04-05&dtFim=${nextYear}-04-05`);
    expect(list.body.itens.map(({ id }: { id: number }) => id).sort()).toEqual([one, late].sort());
  });
});

describe('list of agendas', () => {
  it('filters by number, customer, words of the subject and situation; of a customer by kind', async () => {
    const collection = await addAgenda({
      kind: 'C',
      subject: 'Cobrança do título',
      scheduledAt: inHours(-2),
    });
    const idsOf = async (path: string) =>
      (await call('OPERADOR', 'GET', path)).body.itens.map(({ id }: { id: number }) => id);
    for (const texto of [String(collection), 'cobranca titulo'])
      expect(await idsOf(`agendas?texto=${texto}`)).toEqual([collection]);
    expect(await idsOf('agendas?take=10000&texto=mercado%20azul')).toContain(collection);
    expect(await idsOf('agendas?situacao[]=ATRASADA&tipo=C')).toEqual([collection]);
    const history = `agendas/historico?idCli=${fixture.customerIds.first}&orderBy=data_agendada&direction=DESC`;
    expect(await idsOf(`${history}&tipo=C`)).toEqual([collection]);
    expect(await idsOf(`${history}&tipo=A`)).not.toContain(collection);
    const sac = await server.call('GET', `/sac/agendas/${collection}`, { token: tokens.OPERADOR ?? '' });
    expect(sac.body.data.id).toBe(collection);
    const open = await call(
      'OPERADOR',
      'GET',
      `clientes/${fixture.customerIds.first}/agendas?fim=2000-01-01`,
    );
    expect(open.body).toEqual([]);
    const customers = await call('OPERADOR', 'GET', 'agendas/clientes');
    expect(customers.body).toMatchObject([{ id: fixture.customerIds.first, fant: 'Mercado Azul' }]);
  });

  it('pages without repeating a row, and exports as a complete file', async () => {
    const first = (await call('OPERADOR', 'GET', 'agendas?take=2')).body;
    const second = (await call('OPERADOR', 'GET', `agendas?take=2&cursor=${first.paginator.proximo}`)).body;
    const ids = [...first.itens, ...second.itens].map(({ id }: { id: number }) => id);
    expect(new Set(ids).size).toBe(4);
    const back = (await call('OPERADOR', 'GET', `agendas?take=2&cursor=${second.paginator.anterior}`)).body;
    expect(back.itens).toEqual(first.itens);
    const file = await call('OPERADOR', 'POST', 'agendas/exportar', { formato: 'csv' });
    expect(file.body.split('\r\n').length).toBeGreaterThan(first.paginator.total);
    expect(file.headers['x-total-linhas']).toBe(String(first.paginator.total));
  });

  it('is read from indexes', async () => {
    const { pool } = server.deps;
    await pool.query(
      `insert into agendas (kind, customer_id, branch_id, person_id, subject, scheduled_at, finished_at)
       select 'A', $1, $2, ($3::int[])[1 + n % 40], 'Contato ' || n, now() - n * interval '7 minutes',
         case when n % 3 > 0 then now() end from generate_series(1, 20000) n`,
      [fixture.customerIds.first, fixture.branchIds[0], Array(40).fill(fixture.people.VENDEDOR)],
    );
    await pool.query('vacuum analyze agendas');
    for (const [where, index] of [
      ['true', 'agendas_scheduled_idx'],
      [`person_id = ${fixture.people.OPERADOR}`, 'agendas_person_idx'],
      [`customer_id = ${fixture.customerIds.second} and kind = 'A'`, 'agendas_customer_idx'],
      ["folded_subject like '%19876%'", 'agendas_folded_subject_idx'],
    ]) {
      const { rows } = await pool.query(
        `explain (format json) select id from agendas where ${where} order by scheduled_at, id limit 26`,
      );
      expect(JSON.stringify(rows)).toContain(index);
    }
  });
});
