import { beforeAll, describe, expect, it } from '@jest/globals';
import { call, type Expression, MAX_TEXT } from '#contract/expression/tree.ts';
import { ENTITIES } from '#contract/map/index.ts';
import { parserReady } from '#server/db/guard/parser.ts';
import { checkedStatement } from '#server/sac/reports/guard/validateSql.ts';
import { reportKind } from '#server/sac/reports/rules.ts';
import { HOSTILE_SQL } from '#tests/support/hostileDefinitions.ts';
import { open, type Query, report, toOne } from './relatedReport.ts';

beforeAll(() => parserReady());

const isOpen = call('igual', { campo: 'aberto' }, { logico: true });
const dayAgo = call('menos', call('hoje'), { numero: '1' });

const field = (campo: string) => ({ campo });
const calculated = (expr: Expression) => ({ expr, como: 'conta' });
const COMPRADO = { campo: 'comprado', como: 'comprado', agregacao: 'SOMA' as const };

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
      'a calculation of a text and a number',
      { conjunto: 'clientes', colunas: [calculated(call('mais', field('cliente'), { numero: '1' }))] },
      '/consulta/colunas/0/expr/de/0',
      /Aqui se espera um número/,
    ],
    [
      'a calculation over many rows',
      { conjunto: 'clientes', colunas: [calculated(call('mais', field('notas.valor'), { numero: '1' }))] },
      '/consulta/colunas/0/expr',
      /Some-os em uma coluna/,
    ],
    [
      'a calculation over columns and fields at once',
      {
        conjunto: 'clientes',
        colunas: [COMPRADO, calculated(call('mais', field('coluna:comprado'), field('comprado')))],
      },
      '/consulta/colunas/1/expr',
      /só colunas do relatório, ou só campos/,
    ],
    [
      'a calculation over a column that there is not',
      { conjunto: 'clientes', colunas: [COMPRADO, calculated(field('coluna:vendido'))] },
      '/consulta/colunas/1/expr',
      /A coluna vendido não existe/,
    ],
    [
      'a calculation over itself',
      { conjunto: 'clientes', colunas: [COMPRADO, calculated(field('coluna:conta'))] },
      '/consulta/colunas/1/expr',
      /A coluna conta não existe, ou já é uma conta/,
    ],
    [
      'a sum of shares',
      {
        conjunto: 'itens_nota',
        colunas: [
          { ...calculated(call('dividido', field('devolvida'), field('comprada'))), agregacao: 'SOMA' },
        ],
      },
      '/consulta/colunas/0/agregacao',
      /A soma de uma divisão não diria nada/,
    ],
    [
      'a sum of codes in a calculation',
      {
        conjunto: 'clientes',
        colunas: [{ ...calculated(call('mais', field('regiao_id'), { numero: '1' })), agregacao: 'SOMA' }],
      },
      '/consulta/colunas/0/agregacao',
      /não é uma quantidade/,
    ],
    [
      'a sum of what belongs to the one, in a calculation',
      {
        conjunto: 'itens_nota',
        colunas: [
          { ...calculated(call('mais', field('valor'), field('cliente.comprado'))), agregacao: 'SOMA' },
        ],
      },
      '/consulta/colunas/0/agregacao',
      /o mesmo valor entraria várias vezes/,
    ],
    ...([{ cruza: 'produto' }, { primeiros: { quantos: 3, coluna: 'comprada' } }] as const).map(
      (part): [string, Query, string, RegExp] => [
        `a calculation beside ${Object.keys(part)}`,
        {
          conjunto: 'itens_nota',
          colunas: [
            { campo: 'produto_codigo', como: 'produto' },
            { campo: 'comprada', como: 'comprada', agregacao: 'SOMA' },
            calculated(call('vezes', field('coluna:comprada'), { numero: '2' })),
          ],
          ...part,
        },
        '/consulta/colunas/2/expr',
        /não se juntam a comparação, tabela cruzada/,
      ],
    ),
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

  it('refuses the total of shares at the total, and takes that of amounts', async () => {
    const query = (expr: Expression): Query => ({
      conjunto: 'itens_nota',
      colunas: [
        { campo: 'produto_codigo', como: 'produto' },
        { campo: 'devolvida', como: 'devolvida', agregacao: 'SOMA' },
        { campo: 'comprada', como: 'comprada', agregacao: 'SOMA' },
        calculated(expr),
      ],
      onde: call('maior_igual', field('emitida_em'), dayAgo),
    });
    const totalled = async (expr: Expression, asked = query(expr)) => {
      const made = report(asked);
      const colunas = made.colunas.map((column) =>
        column.campo === 'conta' ? { ...column, tipo: 'DECIMAL' as const, total: 'SOMA' as const } : column,
      );
      const found = await reportKind.problems({ ...made, colunas } as never, null);
      return found.map(({ pointer }) => pointer);
    };
    const [back, bought] = [field('coluna:devolvida'), field('coluna:comprada')];
    expect(await totalled(call('dividido', back, bought))).toEqual(['/colunas/3/total']);
    expect(await totalled(call('menos', bought, back))).toEqual([]);
    const ofRows = (expr: Expression, agregacao?: 'SOMA' | 'MEDIA') => {
      const { colunas, ...rest } = query(expr);
      return {
        ...rest,
        colunas: [...colunas.slice(0, 3), { ...calculated(expr), ...(agregacao && { agregacao }) }],
      };
    };
    const share = call('dividido', field('devolvida'), field('comprada'));
    const kept = call('menos', field('comprada'), field('devolvida'));
    expect(await totalled(share, ofRows(share))).toEqual(['/colunas/3/total']);
    expect(await totalled(kept, ofRows(kept, 'MEDIA'))).toEqual(['/colunas/3/total']);
    expect(await totalled(kept, ofRows(kept, 'SOMA'))).toEqual([]);
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
