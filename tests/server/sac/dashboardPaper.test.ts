import { afterAll, beforeAll, describe, expect, it, jest } from '@jest/globals';
import { desc, eq } from 'drizzle-orm';
import type { PersonType } from '#contract/permissions.ts';
import type { DashboardDefinition } from '#contract/rules/dashboards/dashboard.ts';
import { auditLog, roles } from '#server/db/tables/index.ts';
import { printedText } from '#tests/support/printedText.ts';
import { type TicketFixture, ticketFixture } from './tickets/ticketFixture.ts';

let fixture: TicketFixture;
const db = () => fixture.server.deps.db;
const report = 'envelhecimento-de-tickets';

const PAGE: DashboardDefinition = {
  ...{ formato: 1, id: 'para-a-diretoria', titulo: 'Para a diretoria', descricao: 'O mês em uma página.' },
  filtros: [{ filtro: 'PERIODO', padrao: 'MES' }, { filtro: 'FILIAL' }],
  blocos: [
    { chave: 'aviso', tipo: 'TEXTO', texto: 'Primeira linha\nSegunda → linha', largura: 12, altura: 1 },
    {
      ...{ chave: 'abertos', tipo: 'NUMERO', relatorio: report, coluna: 'abertos', titulo: 'Em aberto' },
      ...{ largura: 3, altura: 2 },
    },
    { chave: 'fila', tipo: 'CONTADORES', fonte: 'tickets-por-situacao', largura: 4, altura: 2 },
    { chave: 'tabela', tipo: 'RELATORIO', mostra: 'TABELA', relatorio: report, largura: 12, altura: 4 },
    { chave: 'grafico', tipo: 'RELATORIO', relatorio: report, titulo: 'Desenho', largura: 6, altura: 4 },
    { chave: 'clientes', tipo: 'RELATORIO', relatorio: 'documentos', largura: 12, altura: 4 },
    { chave: 'reservado', tipo: 'RELATORIO', relatorio: 'reservado', largura: 12, altura: 4 },
    {
      ...{ chave: 'margem', tipo: 'RELATORIO', relatorio: 'margem-por-vendedor', titulo: 'Margem secreta' },
      ...{ largura: 6, altura: 4 },
    },
  ],
};
const column = (campo: string) => ({ campo, titulo: campo, tipo: 'TEXTO' });
const DOCUMENTS = {
  ...{ formato: 1, id: 'documentos', titulo: 'Documentos', descricao: 'Clientes.', grupo: 'Clientes' },
  ...{ thumb: 'Description', cor: 'primaria', modo_exibicao: 'PAGINA' },
  consulta: {
    ...{ tipo: 'DECLARATIVA', conjunto: 'clientes', ordem: [{ coluna: 'cliente', direcao: 'ASC' }] },
    colunas: ['cliente', 'documento'].map((campo) => ({ campo, como: campo })),
  },
  parametros: {
    schema: { type: 'object', properties: {}, required: [], additionalProperties: false },
    ui: { 'ui:order': [] },
  },
  colunas: [column('cliente'), column('documento')],
  permissoes: { ver: 'SAC_RELATORIO', exportar: 'RELATORIOS_EXPORTAR' },
  limites: { linhasTela: 500, linhasArquivo: 1000, segundos: 30 },
  ...{ saidas: ['CSV'], testes: [{ parametros: {}, espera: { colunas: ['cliente', 'documento'] } }] },
};
/** Everyone who sees reports sees it, and only some may take it with them. */
const RESERVED = {
  ...DOCUMENTS,
  ...{ id: 'reservado', titulo: 'Reservado' },
  permissoes: { ver: 'SAC_RELATORIO', exportar: 'AUDITORIA' },
};
const MANAGERS: DashboardDefinition = {
  ...{ formato: 1, id: 'dos-gerentes', titulo: 'Dos gerentes', perfis: ['GERENTE'] },
  blocos: [{ chave: 'aviso', tipo: 'TEXTO', texto: 'Só para gerentes', largura: 12, altura: 1 }],
};

beforeAll(async () => {
  fixture = await ticketFixture();
  const [near, far] = fixture.branchIds;
  for (const branchId of [near, near, far])
    await fixture.addTicket({ customerId: fixture.customerIds.first, ...(branchId && { branchId }) });
  for (const [kind, each] of [
    ['reports', DOCUMENTS],
    ['reports', RESERVED],
    ['dashboards', PAGE],
    ['dashboards', MANAGERS],
  ] as const) {
    const at = `/config/definicoes/${kind}/${each.id}`;
    const saved = await call('ADMIN', 'PUT', `${at}/rascunho`, { conteudo: each, versao: 0 });
    const versao = saved.body.data?.versao ?? 0;
    const { status, body } = await call('ADMIN', 'POST', `${at}/publicar`, { versao, nota: '' });
    expect([status, body.problemas]).toEqual([200, undefined]);
  }
});
afterAll(() => fixture?.server.close());

const call = (who: PersonType, method: 'GET' | 'POST' | 'PUT', url: string, body?: object) =>
  fixture.server.call(method, url, { token: fixture.tokens[who], ...(body && { body }) });
const answer = (who: PersonType, body: object = {}, id = PAGE.id) =>
  fixture.server.app.inject({
    method: 'POST',
    url: `/config/paineis/${id}/pdf`,
    headers: { App: 'teste', authorization: `Bearer ${fixture.tokens[who]}` },
    payload: body,
  });
async function printed(who: PersonType, body: object = {}): Promise<string[]> {
  const { statusCode, rawPayload, headers } = await answer(who, body);
  expect([statusCode, headers['content-type']]).toEqual([200, 'application/pdf']);
  return printedText(rawPayload).split('\n');
}
/** The text that follows another. */
const below = (texts: readonly string[], text: string) => texts[texts.indexOf(text) + 1];

describe('a dashboard as PDF', () => {
  it('has brand, title, filters, person and each block, in the order of reading', async () => {
    const texts = await printed('GERENTE');
    const order = ['Para a diretoria', 'O mês em uma página.', 'Primeira linha', 'Em aberto', 'Desenho'];
    const places = order.map((text) => texts.indexOf(text));
    expect(places.every((place) => place >= 0)).toBe(true);
    expect([...places].sort((a, b) => a - b)).toEqual(places);
    const all = texts.join('\n');
    expect(all).toMatch(/Período: \d\d\/\d\d\/\d{4} a \d\d\/\d\d\/\d{4}/);
    expect(all).toMatch(/Gerado em .+ por /);
    expect(below(texts, 'Em aberto')).toBe('3');
    expect(texts).toContain('Segunda ? linha');
    expect(all).toContain('Este relatório não filtra por Período.');
    expect(all).toContain('Página 1 de ');
    expect(all).toContain('Margem secreta');
  });

  it('shows each person what they see, of blocks and of rows', async () => {
    const texts = await printed('OPERADOR');
    expect(below(texts, 'Em aberto')).toBe('2');
    expect(texts.join('\n')).not.toMatch(/secreta/);
    const near = String(fixture.branchIds[0]);
    const narrowed = await printed('GERENTE', { filtros: { filial: [near] } });
    expect(below(narrowed, 'Em aberto')).toBe('2');
    expect(narrowed.join('\n')).toContain('Filial: ');
  });

  it('is nothing to who may not see the dashboard, and refuses filters that are not its own', async () => {
    expect((await answer('CONSUMIDOR_FINAL')).statusCode).toBe(403);
    const [foreign, unknown] = [
      await answer('OPERADOR', {}, MANAGERS.id),
      await answer('OPERADOR', {}, 'nada'),
    ];
    expect([foreign.statusCode, foreign.json().error]).toEqual([404, unknown.json().error]);
    expect((await answer('GERENTE', { filtros: { senha: 'x' } })).statusCode).toBe(422);
    const far = { filtros: { filial: [String(fixture.branchIds[1])] } };
    const texts = await printed('OPERADOR', far);
    expect(below(texts, 'Em aberto')).not.toMatch(/^\d/);
  });

  it('is only for who may export, and holds only the reports that they may export', async () => {
    expect((await answer('VENDEDOR')).statusCode).toBe(403);
    const told = 'Você não pode exportar este relatório.';
    const texts = await printed('OPERADOR');
    expect([below(texts, 'Reservado'), texts.filter((text) => text === told)]).toEqual([told, [told]]);
    expect(await printed('GERENTE')).not.toContain(told);
  });

  it('names what there was no time left to read, also what is of the day', async () => {
    const real = performance.now.bind(performance);
    let asked = 0;
    const clock = jest.spyOn(performance, 'now').mockImplementation(() => real() + ++asked * 100_000);
    const texts = await printed('OPERADOR').finally(() => clock.mockRestore());
    expect(texts).toContain('Primeira linha');
    const late = PAGE.blocos.filter(({ chave }) => !['aviso', 'margem', 'reservado'].includes(chave));
    expect(texts.filter((text) => text === 'Não houve tempo de ler este bloco.')).toHaveLength(late.length);
  });

  it('masks personal data for who may not see it, as the page does', async () => {
    const whole = await printed('GERENTE');
    expect(whole.join(' ')).toContain('00000077739');
    const [role] = await db().select().from(roles).where(eq(roles.key, 'GERENTE'));
    const grants = (role?.grants ?? []).map((grant) =>
      grant.nome === 'DADOS_PESSOAIS' ? { ...grant, autorizado: false } : grant,
    );
    await db().update(roles).set({ grants }).where(eq(roles.key, 'GERENTE'));
    const masked = await printed('GERENTE');
    await db()
      .update(roles)
      .set({ grants: role?.grants ?? [] })
      .where(eq(roles.key, 'GERENTE'));
    expect(masked.join(' ')).not.toContain('00000077739');
    expect(masked).toContain('documento');
  });

  it('is told to the audit log', async () => {
    await printed('GERENTE');
    const [entry] = await db().select().from(auditLog).orderBy(desc(auditLog.id)).limit(1);
    expect(entry).toMatchObject({
      ...{ action: 'EXPORTAR', entity: 'definitions', entityId: `dashboards/${PAGE.id}` },
      personId: fixture.people.GERENTE,
    });
  });
});
