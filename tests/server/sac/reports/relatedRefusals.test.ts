import { beforeAll, describe, expect, it } from '@jest/globals';
import { call, MAX_TEXT } from '#contract/expression/tree.ts';
import { ENTITIES } from '#contract/map/index.ts';
import { parserReady } from '#server/db/guard/parser.ts';
import { checkedStatement } from '#server/sac/reports/guard/validateSql.ts';
import { reportKind } from '#server/sac/reports/rules.ts';
import { HOSTILE_SQL } from '#tests/support/hostileDefinitions.ts';
import { open, type Query, report, toOne } from './relatedReport.ts';

beforeAll(() => parserReady());

const isOpen = call('igual', { campo: 'aberto' }, { logico: true });
const dayAgo = call('menos', call('hoje'), { numero: '1' });

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
    [
      'a condition over a field that there is not',
      {
        conjunto: 'tickets',
        colunas: [{ campo: 'ticket_id', como: 'x' }],
        onde: call('todas', isOpen, call('igual', { campo: 'cliente.cor' }, { texto: 'azul' })),
      },
      '/consulta/onde/de/1/de/0/campo',
      /cliente\.cor não existe/,
    ],
    [
      'a condition that compares a text with a number',
      {
        conjunto: 'tickets',
        colunas: [{ campo: 'ticket_id', como: 'x' }],
        onde: call('todas', isOpen, call('maior', { campo: 'assunto' }, { numero: '1' })),
      },
      '/consulta/onde/de/1',
      /Não se compara um texto com um número/,
    ],
    [
      'a condition that is none',
      { conjunto: 'clientes', colunas: [{ campo: 'cliente', como: 'x' }], onde: { campo: 'cliente' } },
      '/consulta/onde',
      /Aqui se espera sim ou não/,
    ],
    [
      'a condition without its value',
      {
        conjunto: 'clientes',
        colunas: [{ campo: 'cliente', como: 'x' }],
        onde: call('igual', { campo: 'uf' }, { texto: ' ' }),
      },
      '/consulta/onde/de/1',
      /Escolha um valor/,
    ],
    [
      'a condition that puts the one and the many together',
      {
        conjunto: 'clientes',
        colunas: [{ campo: 'notas.valor', como: 'x', agregacao: 'SOMA' }],
        onde: call(
          'alguma',
          call('igual', { campo: 'uf' }, { texto: 'SP' }),
          call('maior', { campo: 'notas.valor' }, { numero: '1' }),
        ),
      },
      '/consulta/onde',
      /Separe-os em duas condições/,
    ],
    [
      'an expression over many rows that no column counts',
      {
        conjunto: 'clientes',
        colunas: [{ campo: 'cliente', como: 'cliente' }],
        onde: call('maior', { campo: 'notas.valor' }, { numero: '10' }),
      },
      '/consulta/onde',
      /nenhuma coluna as faz/,
    ],
    [
      'a period that only one of two ways keeps to',
      {
        conjunto: 'tickets',
        colunas: [{ como: 'x', agregacao: 'CONTAGEM' }],
        onde: call('alguma', isOpen, call('igual', { campo: 'cliente.uf' }, { texto: 'SP' })),
      },
      '/consulta/filtros',
      /últimos 30 dias/,
    ],
    [
      'a period that only ends',
      {
        conjunto: 'tickets',
        colunas: [{ como: 'x', agregacao: 'CONTAGEM' }],
        onde: call('menor', { campo: 'criado_em' }, call('hoje')),
      },
      '/consulta/filtros',
      /últimos 30 dias/,
    ],
  ])('%s is refused at its control', async (_, query, pointer, sentence) => {
    const found = await problemsOf(query);
    expect(found).toEqual([[pointer, expect.stringMatching(sentence)]]);
  });

  it.each([
    ['a day that moves', call('maior_igual', { campo: 'criado_em' }, dayAgo)],
    ['days from then on', call('entre', { campo: 'finalizado_em' }, dayAgo, call('hoje'))],
    ['what is open', isOpen],
    ['what is open, said shortly', { campo: 'aberto' }],
    ['some customers', call('em', { campo: 'cliente_id' }, { lista: [{ numero: '7' }, { numero: '8' }] })],
    ['a group of one', call('alguma', call('todas', isOpen))],
  ])('is bounded by %s in its condition', async (_, node) => {
    const query: Query = { conjunto: 'tickets', colunas: [{ como: 'x', agregacao: 'CONTAGEM' }], onde: node };
    expect(await problemsOf(query)).toEqual([]);
  });

  it.each(Object.entries(HOSTILE_SQL))('is no text of a condition: %s', async (_, text) => {
    const value = { texto: text.replaceAll('\0', '').slice(0, MAX_TEXT) || 'x' };
    const onde = call('todas', isOpen, call('contem', { campo: 'assunto' }, value));
    const query: Query = { conjunto: 'tickets', colunas: [{ como: 'x', agregacao: 'CONTAGEM' }], onde };
    expect(await checkedStatement(report(query), ENTITIES)).toHaveProperty('bound');
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
