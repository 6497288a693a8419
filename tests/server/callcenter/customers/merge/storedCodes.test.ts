import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { eq } from 'drizzle-orm';
import { call, type Expression } from '#contract/expression/tree.ts';
import { DEFAULT_GRANTS } from '#contract/permissions.ts';
import type { CompanyRule } from '#contract/rules/companyRules/companyRule.ts';
import { missingDocument } from '#contract/rules/documents.ts';
import type { Flow } from '#contract/rules/flows/flow.ts';
import type { ReportDefinition } from '#contract/rules/reports/report.ts';
import { judgedRecords } from '#server/companyRules/judge.ts';
import type { Context, User } from '#server/context.ts';
import { agendas, customerCredits, customers, drafts, orders, tickets } from '#server/db/tables/index.ts';
import { mapForRun } from '#server/map/queries.ts';
import { mappedTypes } from '#server/records/registry.ts';
import { saveRecords } from '#server/records/write/saveRecords.ts';
import { type PreparedRun, prepareRun } from '#server/sac/reports/run/prepareRun.ts';
import { judgedFlow } from '#server/sac/tickets/flow/judgeFlow.ts';
import { personById } from '#server/session/currentUser.ts';
import { type CustomersFixture, customersFixture } from './mergeFixture.ts';

let fixture: CustomersFixture;
/** The customer that was merged, and the one that it was merged into. */
let old = 0;
let lead = 0;
let ticketId = 0;
beforeAll(async () => {
  fixture = await customersFixture();
  lead = fixture.customerIds.first;
  old = await fixture.firstContact();
  const [ticket] = await db().select().from(tickets).where(eq(tickets.customerId, old));
  ticketId = ticket?.id ?? 0;
  const merged = await fixture.call('SUPERVISOR', 'POST', `/callcenter/clientes/${lead}/unir`, {
    outro: { id: old },
  });
  expect(merged.status).toBe(200);
});
afterAll(() => fixture?.server.close());

const db = () => fixture.server.deps.db;
const named = (campo: string, code: number): Expression => call('igual', { campo }, { numero: String(code) });
const among = (campo: string, code: number): Expression =>
  call('em', { campo }, { lista: [{ numero: '999999' }, { numero: String(code) }] });

const LISTS = [
  { path: '/sac/tickets', table: tickets },
  { path: '/callcenter/orcamentos', table: orders },
  { path: '/callcenter/agendas', table: agendas },
] as const;

describe('a list with filters that were saved before a merge', () => {
  const idsOf = async (path: string, query: Record<string, string>) => {
    const { status, body } = await fixture.call('ADMIN', 'GET', `${path}?${new URLSearchParams(query)}`);
    return [status, (body.itens as { id: number }[] | undefined)?.map(({ id }) => id).sort((a, b) => a - b)];
  };

  it.each(LISTS)('finds in $path by a condition what the customer has that stayed', async ({ path }) => {
    const found = await idsOf(path, { condicao: JSON.stringify(named('cliente', lead)) });
    expect([found[0], (found[1] as number[]).length > 0]).toEqual([200, true]);
    expect(await idsOf(path, { condicao: JSON.stringify(named('cliente', old)) })).toEqual(found);
    expect(await idsOf(path, { condicao: JSON.stringify(call('todas', among('cliente', old))) })).toEqual(
      found,
    );
    expect(await idsOf(path, { condicao: JSON.stringify(named('cliente', 999_999)) })).toEqual([200, []]);
  });

  it.each(LISTS)('finds in $path by its group what the customer has that stayed', async ({ path }) => {
    const found = await idsOf(path, { 'no_grupo[]': `cliente:${lead}` });
    expect([found[0], (found[1] as number[]).length > 0]).toEqual([200, true]);
    expect(await idsOf(path, { 'no_grupo[]': `cliente:${old}` })).toEqual(found);
  });

  it('says in the file and of the chosen code who it is', async () => {
    const file = async (idCli: number) =>
      (
        await fixture.call('ADMIN', 'POST', '/callcenter/orcamentos/exportar', {
          formato: 'csv',
          filtros: { idCli },
        })
      ).body as string;
    expect((await file(lead)).split('\r\n').length).toBeGreaterThan(2);
    expect(await file(old)).toBe(await file(lead));
    const chosen = async (who: 'ADMIN' | 'OTHER_OPERATOR') => {
      const { body } = await fixture.server.call('POST', '/config/opcoes/clientes', {
        token: fixture.tokens[who],
        body: { escolhidos: [String(old), String(lead)] },
      });
      return body.itens.map(({ valor, rotulo }: { valor: string; rotulo: string }) => [valor, rotulo]);
    };
    const label = `${lead} - Mercado Azul`;
    expect(await chosen('ADMIN')).toEqual([
      [String(old), label],
      [String(lead), label],
    ]);
    expect(await chosen('OTHER_OPERATOR')).toEqual([]);
  });
});

const report = (consulta: object, parametros: object = {}): ReportDefinition =>
  ({
    formato: 1,
    id: 'de-um-cliente',
    titulo: 'De um cliente',
    descricao: 'Tickets de um cliente.',
    grupo: 'Tickets',
    thumb: 'Description',
    cor: 'primaria',
    modo_exibicao: 'PAGINA',
    consulta: {
      tipo: 'DECLARATIVA',
      conjunto: 'tickets',
      colunas: [{ campo: 'ticket_id', como: 'ticket' }],
      ...consulta,
    },
    parametros: {
      schema: { type: 'object', properties: {}, required: [], additionalProperties: false },
      ui: { 'ui:order': [] },
      ...parametros,
    },
    colunas: [{ campo: 'ticket', titulo: 'Ticket', tipo: 'INTEIRO' }],
    permissoes: { ver: 'SAC_RELATORIO', exportar: 'RELATORIOS_EXPORTAR' },
    limites: { linhasTela: 500, linhasArquivo: 1000, segundos: 30 },
    saidas: [],
    testes: [],
  }) as unknown as ReportDefinition;

const open = { campo: 'aberto', operador: 'IGUAL', valor: true };

async function prepared(made: ReportDefinition, values: Record<string, unknown> = {}): Promise<PreparedRun> {
  const user = (await personById(db(), fixture.people.ADMIN)) as User;
  return prepareRun({ ...fixture.server.deps, user }, made, values);
}

describe('a report or dashboard about a customer that was merged', () => {
  it('reads the one that stayed where its query fixes the code', async () => {
    const fixed = (code: number) =>
      report({
        filtros: [open, { campo: 'cliente_id', operador: 'EM', valor: [String(code), '999999'] }],
        onde: call('alguma', named('cliente.cliente_id', code), named('cliente_id', code)),
      });
    const { text } = (await prepared(fixed(lead))).bound;
    expect(text).toContain(String(lead));
    expect((await prepared(fixed(old))).bound.text).toBe(text);
  });

  it('reads the one that stayed where a block, a schedule or an address gives the code', async () => {
    const asked = report(
      { filtros: [open, { campo: 'cliente_id', operador: 'IGUAL', parametro: 'cliente' }] },
      {
        schema: {
          type: 'object',
          properties: { cliente: { type: 'string', title: 'Cliente' } },
          required: [],
          additionalProperties: false,
        },
        ui: {
          'ui:order': ['cliente'],
          cliente: { 'ui:widget': 'autocomplete', 'ui:options': { origem: 'clientes' } },
        },
      },
    );
    const run = await prepared(asked, { cliente: String(lead) });
    const before = await prepared(asked, { cliente: String(old) });
    expect([before.bind, before.filters]).toEqual([run.bind, run.filters]);
    expect(run.filters).toContain('Mercado Azul');
    const inPanel = await prepared(report({ filtros: [open] }), { CLIENTE_ID: old });
    expect(inPanel.customer).toBe(lead);
  });
});

describe('what the company judges by a customer that was merged', () => {
  const judged = async (code: number) => {
    const rule = { entidade: 'tickets', se: named('cliente_id', code) } as CompanyRule;
    const entities = await mapForRun(db(), null);
    const asked = { ids: [ticketId], now: fixture.server.deps.now(), byStaff: true, byRule: false };
    return (await judgedRecords(fixture.server.deps.db, rule, entities, asked)).get(ticketId);
  };
  const flow = (code: number) =>
    ({
      chave: 'DE_UM_CLIENTE',
      descricao: 'De um cliente',
      etapas: [],
      transicoes: [
        {
          de: 'A',
          para: 'B',
          tipo: 'PADRAO',
          rotulo: 'Ir',
          condicao: { expressao: named('cliente_id', code) },
        },
      ],
    }) as unknown as Flow;
  const way = async (code: number) => {
    const values = { stepKey: 'A', ticketId, now: fixture.server.deps.now(), facts: {} as never };
    return JSON.stringify((await judgedFlow(db(), flow(code), values)).transicoes[0]?.condicao);
  };

  it('is judged by the one that stayed', async () => {
    expect([await judged(lead), await judged(old), await judged(999_999)]).toEqual([true, true, false]);
    expect(await way(old)).toBe(await way(lead));
    expect(await way(999_999)).not.toBe(await way(lead));
  });

  it('is of the one before again once the merge is undone', async () => {
    const from = await fixture.firstContact();
    const [own] = await db().select().from(tickets).where(eq(tickets.customerId, from));
    const { id = 0 } = own ?? {};
    const merge = () =>
      fixture.call('SUPERVISOR', 'POST', `/callcenter/clientes/${lead}/unir`, { outro: { id: from } });
    const list = async () => {
      const condicao = JSON.stringify(named('cliente', from));
      const { body } = await fixture.call(
        'ADMIN',
        'GET',
        `/sac/tickets?${new URLSearchParams({ condicao })}`,
      );
      return (body.itens as { id: number }[]).map((ticket) => ticket.id);
    };
    expect(await list()).toEqual([id]);
    expect((await merge()).status).toBe(200);
    expect((await list()).length).toBeGreaterThan(1);
    await fixture.call('SUPERVISOR', 'POST', `/callcenter/clientes/${lead}/desfazer-uniao`, {
      cliente: from,
    });
    expect(await list()).toEqual([id]);
  });
});

describe('what somebody had half-written about a customer', () => {
  it('is there at the one that stayed, and at the one before once the merge is undone', async () => {
    const from = await fixture.firstContact();
    const personId = fixture.people.VENDEDOR;
    const content = (texto: string) => ({ personId, content: { texto } });
    const own = (id: number) =>
      [`atendimento-${id}`, `atendimento-${id}-77`, `cad-contratos-c${id}-novo`] as const;
    const [talk, ofQuote, record] = own(from);
    await db()
      .insert(drafts)
      .values([
        { ...content('deste'), object: own(lead)[0] },
        { ...content('do outro'), object: talk },
        { ...content('do orçamento'), object: ofQuote },
        { ...content('do contrato'), object: record },
        // Of customers whose number begins or ends alike.
        { ...content('alheio'), object: `atendimento-${from}9` },
        { ...content('alheio'), object: `cad-contratos-c9${from}-novo` },
      ]);
    const kept = async () =>
      Object.fromEntries(
        (await db().select().from(drafts).where(eq(drafts.personId, personId))).map(({ object, content }) => [
          object.replace(/guardado-.*/, 'guardado'),
          (content as { texto: string }).texto,
        ]),
      );
    const before = await kept();
    const merged = await fixture.call('SUPERVISOR', 'POST', `/callcenter/clientes/${lead}/unir`, {
      outro: { id: from },
    });
    expect(merged.status).toBe(200);
    const alien = { [`atendimento-${from}9`]: 'alheio', [`cad-contratos-c9${from}-novo`]: 'alheio' };
    expect(await kept()).toEqual({
      [own(lead)[0]]: 'deste',
      [`${own(lead)[0]}-guardado`]: 'do outro',
      [own(lead)[1]]: 'do orçamento',
      [own(lead)[2]]: 'do contrato',
      ...alien,
    });
    await fixture.call('SUPERVISOR', 'POST', `/callcenter/clientes/${lead}/desfazer-uniao`, {
      cliente: from,
    });
    expect(await kept()).toEqual(before);
  });
});

describe('a write with the code of a merged customer', () => {
  it('that completes a registration or its fields says where the customer went, to whoever sees that one', async () => {
    const register = (token: string) =>
      fixture.server.call('POST', '/sac/clientes', {
        token,
        body: {
          ...{ documento: '52998224725', idCli: old },
          ...{ empresa: {}, contatos: {}, enderecoCobranca: {}, enderecoEntrega: {} },
        },
      });
    const change = (token: string) =>
      fixture.server.call('PUT', `/sac/clientes/${old}/campos-adicionais`, {
        token,
        body: { versao: 1, valores: {} },
      });
    for (const send of [register, change]) {
      const own = await send(fixture.tokens.ADMIN);
      expect([own.status, own.body.code]).toEqual([422, 'JA_UNIDO']);
      const foreign = await send(fixture.tokens.OTHER_OPERATOR);
      expect([404, 403]).toContain(foreign.status);
    }
    await fixture.granted('OPERADOR', [...DEFAULT_GRANTS.OPERADOR, 'SAC_CLIENTE_ALTERAR'], async () => {
      expect((await change(fixture.tokens.OTHER_OPERATOR)).status).toBe(404);
    });
  });

  it('in a file of another system refers to the one that stayed, and begins no customer anew', async () => {
    const user = (await personById(db(), fixture.people.ADMIN)) as User;
    const ctx = { ...fixture.server.deps, user, ip: '', requestId: 'teste' } as unknown as Context;
    const save = (type: 'clientes' | 'creditos-cliente', dados: object) =>
      db().transaction((tx) => saveRecords(tx, ctx, mappedTypes[type], [{ dados: { ...dados } }]));
    const asked = missingDocument(old);
    for (const cliente of [asked, `id:${old}`]) {
      const [credit] = await save('creditos-cliente', {
        cliente,
        codigo: `C-${cliente}`,
        descricao: 'Vinda do ERP',
        valor: '10',
        saldo: '10',
        data: '2026-11-30',
      });
      expect([cliente, credit]).toMatchObject([cliente, { resultado: 'criado' }]);
    }
    expect(await db().$count(customerCredits, eq(customerCredits.customerId, lead))).toBe(2);
    const [again] = await save('clientes', { documento: asked, razaoSocial: 'De novo', prospect: true });
    expect(again?.resultado).toBe('recusado');
    expect(await db().$count(customers, eq(customers.document, asked))).toBe(0);
  });
});
