import { mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { beforeAll, describe, expect, it } from '@jest/globals';
import { eq } from 'drizzle-orm';
import { grantsOf, type Permission } from '#contract/permissions.ts';
import type { ReportDefinition } from '#contract/rules/reports/report.ts';
import type { User } from '#server/context.ts';
import { definitions, roles } from '#server/db/tables/index.ts';
import { mapFor } from '#server/map/queries.ts';
import { reportUses } from '#server/sac/reports/reportUses.ts';
import { reportKind } from '#server/sac/reports/rules.ts';
import { prepareRun } from '#server/sac/reports/run/prepareRun.ts';
import { personById } from '#server/session/currentUser.ts';
import {
  admin,
  base,
  call,
  contract,
  document,
  folder,
  KEY,
  operator,
  persons,
  publish,
  server,
  setUpFixture,
  taken,
} from '../records/custom/customTypesFixture.ts';
import { preview, report } from '../records/custom/reportOfType.ts';

setUpFixture({ withType: true });

beforeAll(async () => {
  for (const dados of [
    contract('CT-1', { valor: '1234.50' }),
    contract('CT-2', { valor: '10' }),
    contract('CT-3', { cliente: document.second, valor: '5' }),
  ])
    expect((await call('POST', base, { dados })).status).toBe(200);
});

describe('relations of a custom type', () => {
  const related = report(
    [
      { campo: 'numero', como: 'numero' },
      { campo: 'cliente.cliente', como: 'cliente' },
      { campo: 'responsavel.perfil', como: 'perfil' },
    ],
    ['TEXTO', 'TEXTO', 'TEXTO'],
  );
  const BACK = 'proprio_contratos_comodato_cliente';
  const sum = {
    ...report(
      [
        { campo: 'cliente_id', como: 'cliente' },
        { campo: `${BACK}.valor`, como: 'valor', agregacao: 'SOMA' },
      ],
      ['INTEIRO', 'DINHEIRO'],
    ),
    id: 'bens-por-cliente',
  };
  const ofCustomers = { ...sum, consulta: { ...sum.consulta, conjunto: 'clientes' } };

  it('lead to what its records refer to, and back', async () => {
    const { first, second } = persons.customerIds;
    const { rows } = await server.deps.pool.query('select id, trade_name as name from customers');
    const nameOf = (id: number) => rows.find((row) => row.id === id)?.name;
    expect(await preview(related)).toEqual([
      ['CT-1', nameOf(first), null],
      ['CT-2', nameOf(first), null],
      ['CT-3', nameOf(second), null],
    ]);
    const sums = (await preview(ofCustomers)) as [number, string][];
    expect(sums.filter(([, value]) => value !== '0')).toEqual([
      [first, '1244.5'],
      [second, '5'],
    ]);
  });

  it('say who may see a type that the person may not, and where', async () => {
    const user = (await personById(server.deps.db, persons.people.OPERADOR)) as User;
    const run = () => prepareRun({ ...server.deps, user }, ofCustomers as unknown as ReportDefinition, {});
    expect((await run()).bound.text).toContain('registros_proprios');
    await publish((type) => ({ ...type, permissoes: { ...type.permissoes, ler: 'AUDITORIA' } }));
    await expect(run()).rejects.toMatchObject({
      code: 'RELATORIO_SEM_ACESSO',
      message: expect.stringMatching(/contratos de comodato, que só vê quem tem a permissão "Auditoria"/),
    });
    const problems = await reportKind.problems(ofCustomers as never, { ...server.deps, user });
    expect(problems.map(({ pointer, message }) => [pointer, message])).toEqual([
      [
        '/consulta/colunas/1/campo',
        expect.stringMatching(/^Contratos de comodato: só vê quem .*"Auditoria"/),
      ],
    ]);
    await publish();
  });

  it('are uses: a field on a path is neither archived nor taken away', async () => {
    await mkdir(path.join(folder, 'reports'), { recursive: true });
    for (const one of [ofCustomers, related])
      await writeFile(path.join(folder, 'reports', `${one.id}.json`), JSON.stringify(one));
    expect((await taken()).broken).toEqual([]);
    const uses = await reportUses(
      ofCustomers as unknown as ReportDefinition,
      await mapFor(server.deps.db, null),
    );
    expect(uses.map(({ kind, key, field }) => `${kind} ${key} ${field}`)).toEqual([
      'views clientes ',
      'views clientes cliente_id',
      `records ${KEY} cliente`,
      `records ${KEY} valor`,
    ]);
    for (const chave of ['valor', 'responsavel'])
      await expect(
        publish((type) => ({
          ...type,
          campos: type.campos.map((one) => (one.chave === chave ? { ...one, arquivado: true } : one)),
          lista: {
            ...type.lista,
            colunas: type.lista?.colunas?.filter((one) => one !== chave),
            ordenaveis: type.lista?.ordenaveis?.filter((one) => one !== chave),
          },
        })),
      ).rejects.toThrow(/está em uso: relatório/);
    await publish();
    await server.deps.db
      .update(definitions)
      .set({ archivedAt: new Date() })
      .where(eq(definitions.kind, 'reports'));
  });
});

describe('what pages close', () => {
  const PAGES: Permission[] = ['SAC_RELATORIO', 'SAC_TICKETS', 'SAC_CLIENTE', 'ORCAMENTO'];
  const AUTHOR: Permission[] = ['CONFIGURACAO', 'CONFIGURACAO_RELATORIOS', ...PAGES];
  let author: string;
  let user: User;
  beforeAll(async () => {
    const { db } = server.deps;
    await db
      .update(roles)
      .set({ grants: grantsOf(AUTHOR) })
      .where(eq(roles.key, 'GERENTE'));
    author = await server.sessionOf(persons.people.GERENTE);
    user = (await personById(db, persons.people.GERENTE)) as User;
  });
  const of = (consulta: object, campo: string) => {
    const { consulta: _, ...made } = report([{ campo, como: campo }], ['DINHEIRO']);
    return { ...made, consulta: { tipo: 'DECLARATIVA', ...consulta } };
  };
  const goals = of({ conjunto: 'metas', colunas: [{ campo: 'realizado', como: 'realizado' }] }, 'realizado');
  const margins = of(
    {
      conjunto: 'clientes',
      colunas: [{ campo: 'pedidos.lucro', como: 'lucro', agregacao: 'SOMA' }],
      filtros: [{ campo: 'pedidos.pedido_id', operador: 'IGUAL', valor: '1' }],
    },
    'lucro',
  );
  const written = of(
    {
      tipo: 'SQL',
      sql: 'with c as (select cliente_id from relatorio.clientes)\nselect sum(a.minutos) as minutos\nfrom relatorio.atendimentos as a join c using (cliente_id)',
    },
    'minutos',
  );

  it('is on the map of an author by its name only', async () => {
    const { body } = await server.call('GET', '/config/mapa', { token: author });
    const closed = Object.keys(body).filter((key) => body[key].fechada);
    expect(closed.filter((key) => !key.startsWith('proprio_')).sort()).toEqual([
      'agendas',
      'atendimentos',
      'campanhas',
      'coletas',
      'contatos',
      'itens_pedido',
      'metas',
      'pedidos',
      'sugestoes_analise',
      'titulos',
    ]);
    const empty = { descricao: '', chave: [], campos: {}, relacoes: {} };
    const titulo = { um: 'orçamento ou pedido', muitos: 'orçamentos e pedidos' };
    expect(body.pedidos).toEqual({ ...empty, titulo, fechada: 'Pedidos' });
    expect(body.tickets.permissoes).toBeUndefined();
  });

  it.each<[string, object, string, RegExp]>([
    ['as the first', goals, '/consulta/conjunto', /^Objetivos de vendas: só vê .*"Objetivos dos vendedores"/],
    ['on a path', margins, '/consulta/colunas/0/campo', /^Orçamentos e pedidos: só vê .*"Pedidos"/],
    ['in SQL', written, '/consulta/sql', /^Linha 3 do SQL: Atendimentos: só vê .*"Atendimentos"/],
  ])('is neither written nor tried %s', async (_, conteudo, pointer, message) => {
    const deps = { ...server.deps, user };
    const [problem] = await reportKind.problems(conteudo as never, deps);
    expect(problem).toMatchObject({ pointer, message: expect.stringMatching(message) });
    const [status, refused] = await preview(conteudo, author);
    expect([status, JSON.stringify(refused)]).toEqual([422, expect.stringMatching(/quem tem a permissão/)]);
    // Rows, not a status.
    expect(typeof (await preview(conteudo))[0]).not.toBe('number');
  });

  it('is shown by a published report to those to whom it was opened', async () => {
    for (const one of [goals, margins, written])
      expect(
        await prepareRun({ ...server.deps, user }, one as unknown as ReportDefinition, {}),
      ).toHaveProperty('bound');
  });
});

describe('the map of a person', () => {
  const map = (token: string, etag?: string) =>
    server.call('GET', '/config/mapa', { token, ...(etag && { headers: { 'if-none-match': etag } }) });

  it('is closed to nobody in particular and to those who configure nothing', async () => {
    expect((await server.call('GET', '/config/mapa', {})).status).toBe(401);
    expect((await map(operator)).status).toBe(403);
  });

  it('names only what the person may not read, and whom to ask', async () => {
    const supervisor = await server.sessionOf(persons.people.SUPERVISOR);
    const own = 'proprio_contratos_comodato';
    await publish((type) => ({ ...type, permissoes: { ...type.permissoes, ler: 'AUDITORIA' } }));
    const [whole, partly] = [(await map(admin)).body, (await map(supervisor)).body];
    expect(whole[own]).toMatchObject({
      titulo: { muitos: 'contratos de comodato' },
      campos: { valor: { titulo: 'Valor dos bens', tipo: 'DINHEIRO', soma: 'SOMA' } },
      relacoes: { cliente: { alvo: 'clientes', volta: { chave: `${own}_cliente` } } },
    });
    expect(partly[own]).toEqual({
      titulo: { um: 'contrato de comodato', muitos: 'contratos de comodato' },
      descricao: '',
      chave: [],
      campos: {},
      relacoes: {},
      fechada: 'Auditoria',
    });
    expect(partly.clientes).toEqual(whole.clientes);
    expect(JSON.stringify(whole)).not.toMatch(/relatorio\.|select|CPF de quem assina/);
    await publish();
  });

  it('is sent again only when the definitions changed', async () => {
    const first = await map(admin);
    const etag = String(first.headers.etag);
    expect(first.headers['cache-control']).toBe('private, no-cache');
    expect((await map(admin, etag)).status).toBe(304);
    expect((await map(admin, `"x", W/${etag}`)).status).toBe(304);
    await publish((type) => ({ ...type, titulo: { ...type.titulo, muitos: 'comodatos' } }));
    const changed = await map(admin, etag);
    expect([changed.status, changed.body.proprio_contratos_comodato.titulo.muitos]).toEqual([
      200,
      'comodatos',
    ]);
    await publish();
    expect((await map(admin, etag)).status).toBe(304);
  });
});
