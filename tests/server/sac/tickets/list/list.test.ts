import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { eq } from 'drizzle-orm';
import type { PersonType } from '#contract/permissions.ts';
import { addWorkingMinutes } from '#contract/rules/time/businessTime.ts';
import type { TicketRow } from '#contract/sac/tickets.ts';
import { standardCalendar } from '#server/config/parameters/queries.ts';
import { branches, customers, people } from '#server/db/tables/index.ts';
import { addCustomer, countQueries, type TicketFixture, ticketFixture } from '../ticketFixture.ts';

let fixture: TicketFixture;
let other: number;
const ids: Record<string, number> = {};
beforeAll(async () => {
  fixture = await ticketFixture();
  const { addTicket, customerIds, branchIds, types } = fixture;
  other = await addCustomer(fixture, {
    document: '45448325000192',
    legalName: 'Zênite Comércio Ltda.',
    tradeName: 'Zênite',
  });
  const day = (text: string) => ({ createdAt: new Date(text), updatedAt: new Date(text) });
  ids.plain = await addTicket({ ...day('2026-10-01T12:00:00Z'), representativeId: fixture.representativeId });
  ids.north = await addTicket({
    ...day('2026-10-02T12:00:00Z'),
    branchId: branchIds[1],
    customerId: customerIds.second,
  });
  ids.consumers = await addTicket({ ...day('2026-10-03T12:00:00Z'), customerId: customerIds.consumer });
  ids.question = await addTicket({
    ...day('2026-10-04T12:00:00Z'),
    customerId: other,
    typeId: types.get('DUVIDA_NOTA') ?? [...types.values()].at(-1),
    status: 'EM_ATENDIMENTO',
    operatorId: fixture.otherOperator,
    representativeId: fixture.otherRepresentative,
    regionId: fixture.regionIds[1],
    sectorId: fixture.sectorIds[2],
  });
  ids.finished = await addTicket({ ...day('2026-10-05T12:00:00Z'), status: 'FINALIZADO', customerId: other });
  ids.archived = await addTicket({
    ...day('2026-10-06T12:00:00Z'),
    status: 'FINALIZADO',
    archived: true,
    customerId: other,
  });
});
afterAll(() => fixture?.server.close());

type Who = PersonType | 'OTHER_OPERATOR';
const found = async (query: string, who: Who = 'ADMIN'): Promise<string[]> => {
  const { status, body } = await fixture.get(`tickets?take=100&${query}`, who);
  expect(status).toBe(200);
  expect(body.paginator.total).toBe(body.itens.length);
  return namesOf(body.itens);
};
const namesOf = (rows: TicketRow[]) =>
  rows.map(({ id }) => Object.keys(ids).find((name) => ids[name] === id) ?? String(id)).sort();

describe('tickets by their ids', () => {
  const byIds = (names: string[]) =>
    [...names.map((name) => ids[name]), 2147483647].map((id) => `ids[]=${id}`).join('&');

  it('are found in whatever state, and one that does not exist is missing', async () => {
    expect(await found(byIds(['finished', 'archived', 'plain']))).toEqual(['archived', 'finished', 'plain']);
    expect(await found(`${byIds(['finished', 'plain'])}&status[]=FINALIZADO`)).toEqual(['finished']);
  });

  it('are in the archive or not, where that is asked for', async () => {
    const both = byIds(['archived', 'plain']);
    expect(await found(`${both}&arquivado=true`)).toEqual(['archived']);
    expect(await found(`${both}&arquivado=false`)).toEqual(['plain']);
  });

  it('are only those that the person sees in the list', async () => {
    const all = byIds(Object.keys(ids));
    expect(await found(all, 'CONSUMIDOR_FINAL')).toEqual(['consumers']);
    expect(await found(all, 'REPRESENTANTE')).toEqual(['plain']);
  });
});

describe('scope of the ticket list', () => {
  it('is limited to their own tickets for an end consumer, whatever the filter', async () => {
    expect(await found('', 'CONSUMIDOR_FINAL')).toEqual(['consumers']);
    expect(await found(`idCli=${other}`, 'CONSUMIDOR_FINAL')).toEqual([]);
    expect(await found(`termo=${ids.plain}`, 'CONSUMIDOR_FINAL')).toEqual([]);
    expect(await found('termo=zenite', 'CONSUMIDOR_FINAL')).toEqual([]);
  });

  it('is limited to the tickets of their customers for a representative', async () => {
    expect(await found('', 'REPRESENTANTE')).toEqual(['plain']);
    expect(await found(`representante[]=${fixture.otherRepresentative}`, 'REPRESENTANTE')).toEqual([]);
  });

  it('is limited to the tickets of their branches for operators and sellers', async () => {
    const here = ['consumers', 'finished', 'plain', 'question'];
    expect(await found('', 'OPERADOR')).toEqual(here);
    expect(await found('', 'VENDEDOR')).toEqual(here);
    expect(await found('', 'OTHER_OPERATOR')).toEqual(['north']);
    expect(await found(`termo=${ids.plain}`, 'OTHER_OPERATOR')).toEqual([]);
  });

  it.each(['SUPERVISOR', 'GERENTE', 'ADMIN'] as const)(
    'includes the tickets of every branch for %s',
    async (who) => {
      expect(await found('', who)).toEqual(['consumers', 'finished', 'north', 'plain', 'question']);
    },
  );

  it('is answered 401 without a session', async () => {
    expect((await fixture.server.call('GET', '/sac/tickets')).status).toBe(401);
  });
});

describe('filters of the ticket list', () => {
  it('select by idCli', async () => expect(await found(`idCli=${other}`)).toEqual(['finished', 'question']));
  it('select by status, one or several', async () => {
    expect(await found('status[]=FINALIZADO')).toEqual(['finished']);
    expect(await found('status=EM_ATENDIMENTO')).toEqual(['question']);
    expect(await found('status[]=FINALIZADO&status[]=EM_ATENDIMENTO')).toEqual(['finished', 'question']);
    expect(await found('status[]=INEXISTENTE')).toEqual([]);
    expect(await found('status[]=%00')).toEqual([]);
  });
  it('select by tipo, by its key', async () => {
    expect(await found('tipo[]=DEVOLUCAO&status[]=ABERTO')).toEqual(['consumers', 'north', 'plain']);
    expect(await found('tipo[]=NENHUM')).toEqual([]);
    expect(await found('tipo[]=%00')).toEqual([]);
    const { body } = await fixture.get(`tickets?termo=${ids.question}`);
    expect(await found(`tipo=${body.itens[0].tipo.chave}`)).toEqual(['question']);
    expect(await found(`tipo=${body.itens[0].tipo.chave}&orderBy=tipo`)).toEqual(['question']);
  });
  it('select by operador', async () =>
    expect(await found(`operador[]=${fixture.otherOperator}`)).toEqual(['question']));
  it('select by representante', async () => {
    expect(await found(`representante=${fixture.representativeId}`)).toEqual(['plain']);
    expect(
      await found(
        `representante[]=${fixture.representativeId}&representante[]=${fixture.otherRepresentative}`,
      ),
    ).toEqual(['plain', 'question']);
  });
  it('select by regiao', async () =>
    expect(await found(`regiao[]=${fixture.regionIds[1]}`)).toEqual(['question']));
  it('select by setor', async () =>
    expect(await found(`setor[]=${fixture.sectorIds[2]}`)).toEqual(['question']));
  it('leave out archived tickets unless arquivado asks for them', async () => {
    expect(await found('arquivado=true')).toEqual(['archived']);
    expect(await found('arquivado=false&status[]=FINALIZADO')).toEqual(['finished']);
  });
  it('combine with each other', async () => {
    expect(await found(`idCli=${other}&status[]=FINALIZADO&dtIni=2026-10-01`)).toEqual(['finished']);
    expect(await found(`idCli=${other}&status[]=ABERTO`)).toEqual([]);
  });
});

describe('dtIni and dtFim', () => {
  // 03:30 UTC is half past midnight in São Paulo, and still the evening before in Manaus.
  beforeAll(async () => {
    ids.midnight = await fixture.addTicket({
      createdAt: new Date('2026-09-10T03:30:00Z'),
      subject: 'Virada',
    });
    ids.northMidnight = await fixture.addTicket({
      createdAt: new Date('2026-09-10T03:30:00Z'),
      branchId: fixture.branchIds[1],
    });
  });

  it('are whole days in São Paulo for a branch there', async () => {
    expect(await found('dtIni=2026-09-10&dtFim=2026-09-10', 'OPERADOR')).toEqual(['midnight']);
    expect(await found('dtFim=2026-09-09', 'OPERADOR')).toEqual([]);
  });
  it('are whole days in Manaus for a branch there', async () => {
    expect(await found('dtIni=2026-09-10&dtFim=2026-09-10', 'OTHER_OPERATOR')).toEqual([]);
    expect(await found('dtIni=2026-09-09&dtFim=2026-09-09', 'OTHER_OPERATOR')).toEqual(['northMidnight']);
  });
  it('are whole days in São Paulo for a person without a branch', async () => {
    expect(await found('dtIni=2026-09-10&dtFim=2026-09-10', 'GERENTE')).toEqual([
      'midnight',
      'northMidnight',
    ]);
  });
  it('exclude the first instant of the next day', async () => {
    ids.next = await fixture.addTicket({ createdAt: new Date('2026-09-11T03:00:00Z') });
    expect(await found('dtIni=2026-09-10&dtFim=2026-09-10', 'OPERADOR')).toEqual(['midnight']);
    expect(await found('dtIni=2026-09-11&dtFim=2026-09-11', 'OPERADOR')).toEqual(['next']);
  });
  it('are rejected at dtFim when the end is before the beginning', async () => {
    const { status, body } = await fixture.get('tickets?dtIni=2026-10-02&dtFim=2026-10-01');
    expect(status).toBe(422);
    expect(body.errors).toEqual({ dtFim: 'A data final é anterior à inicial.' });
  });
  it.each(['1900-01-01', '0001-01-01', '0000-01-01', '9999-12-31'])('do not fail for %s', async (day) => {
    expect([200, 422]).toContain((await fixture.get(`tickets?dtIni=${day}`)).status);
    expect([200, 422]).toContain((await fixture.get(`tickets?dtFim=${day}`)).status);
  });
});

describe('POST /sac/consultas/tickets', () => {
  const search = (body: object, who: Who = 'ADMIN') =>
    fixture.server.call('POST', '/sac/consultas/tickets', { token: fixture.tokens[who], body });

  it('accepts the same query in its body', async () => {
    const { status, body } = await search({
      status: ['FINALIZADO'],
      orderBy: 'id',
      direction: 'ASC',
      page: 1,
    });
    expect(status).toBe(200);
    expect(namesOf(body.itens)).toEqual(['finished']);
    expect(body.paginator).toMatchObject({ current_page: 1, per_page: 25, total: 1, last_page: 1 });
  });
  it('treats empty texts and lists as absent', async () => {
    const { body } = await search({ termo: '', status: [], take: 100 });
    expect(body.itens.length).toBeGreaterThan(5);
  });
  it('drops empty filters, and takes a single value for a list of one', async () => {
    const empty = { dtIni: null, prazo: '', orderBy: '', operador: null, idCli: null, take: 100 };
    const all = await search({ take: 100 });
    expect((await search(empty)).body).toEqual(all.body);
    const one = await search({ status: 'ABERTO' });
    expect([one.status, one.body]).toEqual([200, (await search({ status: ['ABERTO'] })).body]);
    expect((await fixture.get('tickets?orderBy=&prazo=&take=100')).body).toEqual(
      (await fixture.get('tickets?take=100')).body,
    );
    expect((await fixture.get('clientes/?q=&orderBy=&direction=ASC')).status).toBe(200);
  });
  it('keeps the scope', async () => {
    const { body } = await search({ idCli: other }, 'CONSUMIDOR_FINAL');
    expect(body.itens).toEqual([]);
  });
  it.each([
    [{ page: -1 }, 'page'],
    [{ take: 101 }, 'take'],
    [{ orderBy: 'senha' }, 'orderBy'],
    [{ branchId: 1 }, 'branchId'],
  ])('rejects %j', async (body, field) => {
    const answer = await search(body);
    expect(answer.status).toBe(422);
    expect(Object.keys(answer.body.errors)).toContain(field);
  });
});

describe('GET tickets/totais', () => {
  const totals = async (query = '', who: Who = 'ADMIN') =>
    Object.fromEntries(
      (await fixture.get(`tickets/totais?${query}`, who)).body.map(
        (row: { status: string; total: number }) => [row.status, row.total],
      ),
    );

  it('agrees with the list for every status, filter and person', async () => {
    for (const who of ['ADMIN', 'OPERADOR', 'CONSUMIDOR_FINAL', 'OTHER_OPERATOR'] as const)
      for (const filter of ['', `idCli=${other}`, 'tipo[]=DEVOLUCAO', 'termo=devolucao', 'arquivado=true']) {
        const counted = await totals(filter, who);
        for (const status of Object.keys(counted))
          expect(counted[status]).toBe((await found(`${filter}&status[]=${status}`, who)).length);
      }
  });
  it('lists every status in the order of the catalogue, also without tickets', async () => {
    const { body } = await fixture.get('tickets/totais?tipo[]=NENHUM');
    expect(body[0]).toEqual({ status: 'ABERTO', descricao: 'Aberto', total: 0 });
    expect(body).toHaveLength(6);
  });
  it('ignores the status filter, which its tabs set', async () => {
    expect(await totals('status[]=ABERTO')).toEqual(await totals());
  });
});

describe('ticket list by due time and step', () => {
  const HOUR = 3_600_000;
  const soonest = async () => {
    const { deps } = fixture.server;
    const at = (hours: number) => new Date(deps.now().getTime() + hours * HOUR);
    const inWork = (minutes: number) =>
      addWorkingMinutes(deps.now(), minutes, standardCalendar('America/Sao_Paulo'));
    const regionId = fixture.regionIds[1] ?? null;
    const common = { regionId, stepKey: 'COLETA' };
    return {
      late: await fixture.addTicket({ ...common, dueAt: at(-2) }),
      soon: await fixture.addTicket({ ...common, dueAt: at(0.5) }),
      // Of one hour in all, of which the warning of two hours covers the second half.
      fresh: await fixture.addTicket({ ...common, dueAt: inWork(60), dueMinutes: 60 }),
      halfway: await fixture.addTicket({ ...common, dueAt: inWork(24), dueMinutes: 60 }),
      later: await fixture.addTicket({ ...common, dueAt: at(24 * 30) }),
      never: await fixture.addTicket({ ...common, dueAt: null }),
      ended: await fixture.addTicket({ ...common, dueAt: at(-2), status: 'FINALIZADO' }),
      elsewhere: await fixture.addTicket({ regionId, stepKey: 'FINANCEIRO', dueAt: at(-3) }),
    };
  };

  it('separates late, due soon and later among open tickets, and filters by step', async () => {
    const made = await soonest();
    const found = async (query: string) => {
      const { body } = await fixture.get(`tickets?regiao[]=${fixture.regionIds[1]}&orderBy=id&${query}`);
      const names = new Map(Object.entries(made).map(([name, id]) => [id, name]));
      return body.itens.flatMap(({ id }: TicketRow) => names.get(id) ?? []);
    };
    expect(await found('prazo=ATRASADO')).toEqual(['late', 'elsewhere']);
    expect(await found('prazo=VENCENDO')).toEqual(['soon', 'halfway']);
    expect(await found('prazo=NO_PRAZO')).toEqual(['fresh', 'later']);
    expect(await found('etapa[]=FINANCEIRO')).toEqual(['elsewhere']);
    expect(await found('etapa[]=COLETA&prazo=ATRASADO')).toEqual(['late']);
    expect(await found('etapa[]=NENHUMA')).toEqual([]);
    const totals = (await fixture.get(`tickets/totais?regiao[]=${fixture.regionIds[1]}&prazo=ATRASADO`)).body;
    expect(totals.find(({ status }: { status: string }) => status === 'ABERTO').total).toBe(2);
    const { body } = await fixture.get(`tickets?regiao[]=${fixture.regionIds[1]}&prazo=VENCENDO`);
    expect(body.itens.map(({ vencendo }: TicketRow) => vencendo)).toEqual([true, true]);
    const calm = (await fixture.get(`tickets?regiao[]=${fixture.regionIds[1]}&prazo=NO_PRAZO`)).body;
    expect(calm.itens.map(({ vencendo }: TicketRow) => vencendo)).toEqual([false, false]);
    // The dashboards and the page of what waits count by the same rule.
    const { abertos } = (await fixture.get('home/dashboards')).body;
    const soonInAll = (await fixture.get('tickets/totais?prazo=VENCENDO')).body;
    expect(abertos.vencendo).toBe(
      soonInAll.reduce((sum: number, { total }: { total: number }) => sum + total, 0),
    );
    expect((await fixture.get('tickets?prazo=AMANHA')).status).toBe(422);
  });
});

describe('GET tickets/recentes', () => {
  it("returns the ten last updated tickets in the person's scope", async () => {
    const { body } = await fixture.get('tickets/recentes');
    expect(body.length).toBeLessThanOrEqual(10);
    const moved = body.map((row: TicketRow) => row.datahora_atualizacao);
    expect(moved).toEqual([...moved].sort().reverse());
    expect(body.some(({ arquivado }: TicketRow) => arquivado)).toBe(false);
    expect(namesOf((await fixture.get('tickets/recentes', 'CONSUMIDOR_FINAL')).body)).toEqual(['consumers']);
    const foreign = (await fixture.get('tickets/recentes', 'OTHER_OPERATOR')).body;
    expect(namesOf(foreign)).toEqual(['north', 'northMidnight']);
  });
});

describe('row of the ticket list', () => {
  it('shows who, what, where and until when', async () => {
    const { db } = fixture.server.deps;
    await db
      .update(customers)
      .set({ blocked: true, blockReason: 'Falência', openTitles: true })
      .where(eq(customers.id, other));
    const [operator] = await db.select().from(people).where(eq(people.id, fixture.otherOperator));
    const [branch] = await db.select().from(branches).where(eq(branches.id, fixture.branchIds[0]));
    const { body } = await fixture.get(`tickets?termo=${ids.question}`);
    expect(body.itens[0]).toMatchObject({
      id: ids.question,
      status: 'EM_ATENDIMENTO',
      arquivado: false,
      cliente: { id: other, fant: 'Zênite', razSoc: 'Zênite Comércio Ltda.' },
      filial: { idFil: branch?.id, razSoc: branch?.legalName },
      etapaAtual: { chave: 'ABERTURA', descricao: 'Abertura' },
      operador: { id: operator?.id, nome: 'Olga Norte' },
      representante: { nome: 'Rita Lemos' },
      setor: { id: fixture.sectorIds[2] },
      criador: { id: fixture.people.OPERADOR },
      prazo: null,
      vencendo: false,
      datahora_criacao: '2026-10-04T12:00:00.000Z',
    });
    expect(body.itens[0].cliente.legendas).toEqual([
      { codigo: 'BD', texto: 'Falência' },
      { codigo: 'SV', texto: 'Cliente sem vendas' },
      { codigo: '$', texto: 'Títulos em aberto' },
    ]);
    expect(body.itens[0].message).toBeUndefined();
  });

  it('runs no extra query', async () => {
    const few = await countQueries(fixture, () => fixture.get('tickets?take=1'));
    const many = await countQueries(fixture, () => fixture.get('tickets?take=100'));
    expect(many).toBe(few);
    expect(many).toBeLessThanOrEqual(6);
  });
});

describe('ticket list of more than ten thousand', () => {
  it('reports a total of 10,001 and can still open its last page', async () => {
    await fixture.server.deps.pool.query(
      `insert into tickets (type_id, customer_id, branch_id, creator_id, origin, flow_key, flow_version, step_key, region_id)
       select type_id, customer_id, branch_id, creator_id, origin, flow_key, flow_version, step_key, $2
       from tickets, generate_series(1, 10300) where id = $1`,
      [ids.plain, fixture.regionIds[0]],
    );
    const query = `tickets?take=100&regiao[]=${fixture.regionIds[0]}`;
    const { body } = await fixture.get(query);
    expect(body.paginator).toMatchObject({ total: 10_001, last_page: 101 });
    // Deeper pages are counted further.
    const deep = (await fixture.get(`${query}&page=101`)).body;
    expect(deep.paginator).toMatchObject({ total: 10_001, last_page: 103 });
    const next = (await fixture.get(`${query}&cursor=${deep.paginator.proximo}`)).body;
    expect(next.paginator).toMatchObject({ current_page: 102, total: 10_001, last_page: 103 });
    expect((await fixture.get(`${query}&page=103`)).body.itens).toHaveLength(100);
    expect((await fixture.get(`${query}&page=104`)).body.itens).toHaveLength(0);
    const totals = (await fixture.get(`tickets/totais?regiao[]=${fixture.regionIds[0]}`)).body;
    expect(totals[0]).toMatchObject({ status: 'ABERTO', total: 10_001 });
  });
});
