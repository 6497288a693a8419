import { beforeAll, describe, expect, it } from '@jest/globals';
import { ENTITIES } from '#contract/map/index.ts';
import { parserReady } from '#server/db/guard/parser.ts';
import { checkedStatement } from '#server/sac/reports/guard/validateSql.ts';
import { reportKind } from '#server/sac/reports/rules.ts';
import { open, type Query, report, toOne } from './relatedReport.ts';

beforeAll(() => parserReady());

const problemsOf = async (query: Query) =>
  (await reportKind.problems(report(query) as never, null)).map(({ pointer, message }) => [pointer, message]);

describe('what cannot be asked over relations', () => {
  it.each<[string, Query, string, RegExp]>([
    [
      'a path that leads nowhere',
      { conjunto: 'tickets', colunas: [{ campo: 'cliente.cor', como: 'cor' }] },
      '/consulta/colunas/0/campo',
      /não se chega a cliente\.cor/,
    ],
    [
      'a sum over what belongs to the one',
      {
        conjunto: 'tickets',
        colunas: [{ campo: 'cliente.comprado', como: 'comprado', agregacao: 'SOMA' }],
        filtros: open,
      },
      '/consulta/colunas/0/agregacao',
      /o mesmo valor entraria várias vezes/,
    ],
    [
      'a sum of what is no amount',
      {
        conjunto: 'notas',
        colunas: [{ campo: 'nota', como: 'nota', agregacao: 'SOMA' }],
      },
      '/consulta/colunas/0/agregacao',
      /não é uma quantidade/,
    ],
    [
      'a sum of prices',
      { conjunto: 'itens_nota', colunas: [{ campo: 'preco', como: 'preco', agregacao: 'SOMA' }] },
      '/consulta/colunas/0/agregacao',
      /Escolha média, menor ou maior/,
    ],
    [
      'many values without a calculation',
      { conjunto: 'clientes', colunas: [{ campo: 'tickets.valor', como: 'valor' }] },
      '/consulta/colunas/0/agregacao',
      /vários valores de Tickets › Valor para cada cliente/,
    ],
    [
      'distinct values of many',
      {
        conjunto: 'clientes',
        colunas: [{ campo: 'notas.valor', como: 'valor', agregacao: 'CONTAGEM_DISTINTA' }],
      },
      '/consulta/colunas/0/agregacao',
      /Contar notas fiscais sem repetir/,
    ],
    [
      'many rows of what many rows share',
      {
        conjunto: 'tickets',
        colunas: [{ campo: 'cliente.notas.valor', como: 'valor', agregacao: 'SOMA' }],
        filtros: open,
      },
      '/consulta/colunas/0/campo',
      /mais de uma vez.*a partir de Clientes/,
    ],
    [
      'a condition on rows that no column counts',
      {
        conjunto: 'clientes',
        colunas: [{ campo: 'cliente', como: 'cliente' }],
        filtros: [{ campo: 'notas.valor', operador: 'MAIOR', valor: '10' }],
      },
      '/consulta/filtros/0/campo',
      /nenhuma coluna as faz/,
    ],
    [
      'growing rows without a bound of their own',
      {
        conjunto: 'clientes',
        colunas: [{ campo: 'tickets.valor', como: 'valor', agregacao: 'SOMA' }],
        filtros: [{ campo: 'uf', operador: 'IGUAL', valor: 'SP' }],
      },
      '/consulta/filtros',
      /últimos 30 dias/,
    ],
  ])('%s is refused at its control', async (_, query, pointer, sentence) => {
    const found = await problemsOf(query);
    expect(found).toEqual([[pointer, expect.stringMatching(sentence)]]);
  });

  it('is nothing that the guard would refuse in written SQL', async () => {
    const paths = toOne.flatMap(([name, steps]) =>
      steps.map(({ chave, alvo }) => [name, chave, alvo] as const),
    );
    for (const [name, chave, alvo] of paths) {
      const [field = ''] = Object.keys(ENTITIES[alvo]?.campos ?? {});
      const query: Query = { conjunto: name, colunas: [{ campo: `${chave}.${field}`, como: 'x' }] };
      expect(await checkedStatement(report(query), ENTITIES, 50)).toHaveProperty('bound');
    }
  });

  it.each(["cliente.uf'; drop table x", 'cliente".uf', 'cliente.uf--', 'CLIENTE.UF', 'cliente. uf', '1.uf'])(
    'is no text that is no path: %s',
    async (campo) => {
      const found = await problemsOf({ conjunto: 'tickets', colunas: [{ campo, como: 'x' }], filtros: open });
      expect(found.map(([pointer]) => pointer)).toEqual(['/consulta/colunas/0/campo']);
    },
  );
});
