import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { PersonType } from '#contract/permissions.ts';
import type { DashboardDefinition } from '#contract/rules/dashboards/dashboard.ts';
import { formOfParameters } from '#contract/rules/reports/parameterSchema.ts';
import type { ReportResult } from '#contract/sac/reports/reports.ts';
import { printedText } from '#tests/support/printedText.ts';
import { type TicketFixture, ticketFixture } from './tickets/ticketFixture.ts';

let fixture: TicketFixture;
/** Branches: two tickets in the first, one in the second, which the dashboard fixes. */
let near = '';
let far = '';
let ofFar = 0;

/** Figures that lead to their rows. */
const OPEN_BY_BRANCH = {
  ...{ formato: 1, id: 'abertos-por-filial', titulo: 'Abertos por filial', descricao: 'Quantos.' },
  ...{ grupo: 'Atendimento', thumb: 'Public', cor: 'primaria', modo_exibicao: 'PAGINA', saidas: ['CSV'] },
  permissoes: { ver: 'SAC_RELATORIO', exportar: 'RELATORIOS_EXPORTAR' },
  parametros: formOfParameters([
    {
      ...{ parametro: 'filial', label: 'Filial', tipo: 'MULTISELECT', obrigatorio: false, opcoes: [] },
      origem: 'filiais',
    },
  ]),
  testes: [{ parametros: {}, espera: { colunas: ['filial', 'tickets'] } }],
  consulta: {
    ...{ tipo: 'DECLARATIVA', conjunto: 'tickets' },
    colunas: [
      { campo: 'filial', como: 'filial' },
      { como: 'tickets', agregacao: 'CONTAGEM' },
    ],
    filtros: [
      { campo: 'aberto', operador: 'IGUAL', valor: true },
      { campo: 'filial_id', operador: 'EM', parametro: 'filial' },
    ],
  },
  colunas: [
    { campo: 'filial', titulo: 'Filial', tipo: 'TEXTO' },
    { campo: 'tickets', titulo: 'Tickets', tipo: 'INTEIRO', total: 'SOMA' },
  ],
  limites: { linhasTela: 50, linhasArquivo: 50, segundos: 10 },
};
const page = (): DashboardDefinition => ({
  ...{ formato: 1, id: 'so-a-outra', titulo: 'Só a outra filial', filtros: [{ filtro: 'FILIAL' }] },
  blocos: [
    {
      ...{
        chave: 'fixo',
        tipo: 'NUMERO',
        titulo: 'Da outra',
        relatorio: OPEN_BY_BRANCH.id,
        coluna: 'tickets',
      },
      ...{ largura: 3, altura: 2, parametros: { filial: [far] } },
    },
    {
      ...{ chave: 'livre', tipo: 'NUMERO', titulo: 'Das escolhidas', relatorio: OPEN_BY_BRANCH.id },
      ...{ coluna: 'tickets', largura: 3, altura: 2 },
    },
    {
      ...{ chave: 'tabela', tipo: 'RELATORIO', mostra: 'TABELA', titulo: 'Tabela da outra' },
      ...{ relatorio: OPEN_BY_BRANCH.id, largura: 6, altura: 3, parametros: { filial: [far] } },
    },
  ],
});

const call = (who: PersonType, method: 'GET' | 'POST' | 'PUT', url: string, body?: object) =>
  fixture.server.call(method, url, { token: fixture.tokens[who], ...(body && { body }) });
async function publish(kind: 'dashboards' | 'reports', content: { id: string }) {
  const at = `/config/definicoes/${kind}/${content.id}`;
  const saved = await call('ADMIN', 'PUT', `${at}/rascunho`, { conteudo: content, versao: 0 });
  const { status, body } = await call('ADMIN', 'POST', `${at}/publicar`, {
    versao: saved.body.data?.versao ?? 0,
    nota: '',
  });
  expect([status, body.problemas ?? []]).toEqual([200, []]);
}
/** What the common filter of the page narrows to. */
const given = () => ({ filial: [near] });
const asQuery = (values: object) => encodeURIComponent(JSON.stringify(values));
const total = ({ totais }: ReportResult) => totais.tickets;

beforeAll(async () => {
  fixture = await ticketFixture();
  [near = '', far = ''] = fixture.branchIds.map(String);
  const add = (branchId: string) =>
    fixture.addTicket({ customerId: fixture.customerIds.first, branchId: Number(branchId) });
  await add(near);
  await add(near);
  ofFar = await add(far);
  await publish('reports', OPEN_BY_BRANCH);
  await publish('dashboards', page());
});
afterAll(() => fixture?.server.close());

/** Each way to the figure of a block: what is fixed, and what the common filter narrows. */
const DOORS: Readonly<Record<string, (block: 'fixo' | 'livre') => Promise<unknown>>> = {
  'the page': async (block) =>
    total(
      (await call('GERENTE', 'GET', `/config/paineis/so-a-outra/blocos/${block}?filtros=${asQuery(given())}`))
        .body.data.resultado,
    ),
  'the picture in the studio': async (block) => {
    const fixed = block === 'fixo' ? `&fixos=${asQuery({ filial: [far] })}` : '';
    const { body } = await call(
      'ADMIN',
      'GET',
      `/config/paineis-previa/${OPEN_BY_BRANCH.id}?comuns=filial&filtros=${asQuery(given())}${fixed}`,
    );
    return total(body.data.resultado);
  },
  'the PDF': async (block) => {
    const { rawPayload } = await fixture.server.app.inject({
      ...{ method: 'POST', url: '/config/paineis/so-a-outra/pdf' },
      headers: { App: 'teste', authorization: `Bearer ${fixture.tokens.GERENTE}` },
      payload: { filtros: given() },
    });
    const texts = printedText(rawPayload).split('\n');
    return texts[texts.indexOf(block === 'fixo' ? 'Da outra' : 'Das escolhidas') + 1];
  },
};

describe('what a block of a dashboard fixes', () => {
  it.each(Object.keys(DOORS))('counts its own rows on %s, beside a block that is narrowed', async (door) => {
    const [fixed, free] = [await DOORS[door]?.('fixo'), await DOORS[door]?.('livre')];
    expect([fixed, free]).toEqual(['1', '2']);
  });

  it('stands on a wall, where nobody chooses, and of several branches the free block counts all', async () => {
    const { body } = await call('ADMIN', 'POST', '/config/teloes', { nome: 'Sala', painel: 'so-a-outra' });
    const cell = async (bloco: string) => {
      const answer = await fixture.server.call('POST', '/config/telao/bloco', {
        body: { chave: body.data.chave, bloco },
      });
      return answer.body.data.resultado as ReportResult;
    };
    expect([total(await cell('fixo')), total(await cell('livre'))]).toEqual(['1', '3']);
    const table = await cell('tabela');
    expect(table.linhas).toHaveLength(1);
    // A wall tells nobody what its figures are of.
    expect([table.filtros, table.detalhe]).toEqual(['', null]);
  });

  it('leads to its own rows, by the filters that its answer names', async () => {
    const { data } = (
      await call('GERENTE', 'GET', `/config/paineis/so-a-outra/blocos/tabela?filtros=${asQuery(given())}`)
    ).body;
    const { resultado, filtros } = data as { resultado: ReportResult; filtros: object };
    expect(filtros).toEqual({ filial: [far] });
    const [row] = resultado.linhas;
    const rows = await call('GERENTE', 'POST', `/sac/relatorios/${OPEN_BY_BRANCH.id}/linhas`, {
      ...{ coluna: 'tickets', filtros, em: resultado.gerado },
      grupo: { filial: row?.[0] ?? null },
    });
    expect(rows.body.data.linhas.map(([id]: [number]) => id)).toEqual([ofFar]);
    // The report that the block opens, with the same filters.
    const whole = await call('GERENTE', 'POST', `/sac/relatorios/${OPEN_BY_BRANCH.id}`, { filtros });
    expect(total(whole.body.data)).toBe('1');
  });

  it('gives nobody rows that are not theirs', async () => {
    const at = '/config/paineis/so-a-outra';
    for (const block of ['fixo', 'tabela'])
      expect((await call('OPERADOR', 'GET', `${at}/blocos/${block}`)).status).toBe(422);
    expect((await call('CONSUMIDOR_FINAL', 'GET', `${at}/blocos/fixo`)).status).toBe(403);
    const rows = await call('OPERADOR', 'POST', `/sac/relatorios/${OPEN_BY_BRANCH.id}/linhas`, {
      ...{ coluna: 'tickets', filtros: { filial: [far] }, grupo: {} },
    });
    expect(rows.status).toBe(422);
  });
});
