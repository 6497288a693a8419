import { beforeAll, describe, expect, it } from '@jest/globals';
import { ENTITIES } from '#contract/map/index.ts';
import type { DeclarativeQuery, ReportDefinition } from '#contract/rules/reports/report.ts';
import { parserReady } from '#server/db/guard/parser.ts';
import { ownEntity } from '#server/map/ownEntities.ts';
import { personalColumns } from '#server/sac/reports/guard/personalColumns.ts';

beforeAll(() => parserReady());

const masksOf = (consulta: ReportDefinition['consulta'], sql = '') => {
  const masks = personalColumns({ consulta }, sql, ENTITIES);
  return masks && Object.fromEntries(masks);
};
/** Where strangers look. */
const hiddenIn = (consulta: ReportDefinition['consulta'], sql = '', sets = ENTITIES) => {
  const masks = personalColumns({ consulta }, sql, sets, true);
  return masks && [...masks];
};
const ofSql = (sql: string) => masksOf({ tipo: 'SQL', sql } as ReportDefinition['consulta'], sql);

describe('personal columns of a query', () => {
  it.each<[string, object]>([
    ['select filial, count(*) as n from relatorio.tickets group by filial', {}],
    ['select count(*) from relatorio.clientes', {}],
    ['select cliente, cidade from relatorio.clientes where uf = $1', {}],
    ['select cliente, documento from relatorio.clientes', { documento: 'DOCUMENTO' }],
    [
      'select c.documento as doc, count(*) from relatorio.clientes c group by c.documento',
      { doc: 'DOCUMENTO' },
    ],
    [
      'select t.ticket_id, c.documento as cpf from relatorio.tickets t join relatorio.clientes c on c.cliente_id = t.cliente_id order by c.documento',
      { cpf: 'DOCUMENTO' },
    ],
    ['select codigo, nome from relatorio.nomes_de_registros', { codigo: 'DOCUMENTO' }],
    ['select texto from relatorio.eventos', { texto: 'FRASE' }],
    ['select campos as tudo from relatorio.registros_proprios', { tudo: 'OCULTO' }],
  ])('are traced: %s', (sql, masks) => {
    expect(ofSql(sql)).toEqual(masks);
  });

  it.each([
    'select * from relatorio.clientes',
    'select c.* from relatorio.clientes c',
    'select c from relatorio.clientes c',
    'select clientes from relatorio.clientes',
    "select documento || '' as d from relatorio.clientes",
    'select upper(documento) as d from relatorio.clientes',
    "select cliente from relatorio.clientes where documento like '777%'",
    'select a as d from relatorio.clientes as c(x, a)',
    'select d from (select documento as d from relatorio.clientes) s',
    'with s as (select documento as d from relatorio.clientes) select d from s',
    'select documento from relatorio.clientes union all select documento from relatorio.clientes',
    "select campos ->> 'fone' as fone from relatorio.registros_proprios",
    'select (select c.documento from relatorio.clientes c limit 1) as d from relatorio.tickets',
    'select max(documento) as d from relatorio.clientes',
    "select cliente from relatorio.clientes natural join (select '777' as documento) probe",
    "select cliente from relatorio.clientes join (select '777' as documento) probe using (documento)",
    'select cliente from relatorio.clientes order by upper(documento)',
  ])('are not guessed: %s', (sql) => {
    expect(ofSql(sql)).toBeNull();
  });

  it('are taken from the fields of a query without SQL', () => {
    const query = (part: Partial<DeclarativeQuery>): DeclarativeQuery => ({
      tipo: 'DECLARATIVA',
      conjunto: 'clientes',
      colunas: [
        { campo: 'documento', como: 'cpf' },
        { campo: 'cidade', como: 'cidade' },
        { campo: 'documento', como: 'quantos', agregacao: 'CONTAGEM_DISTINTA' },
        { campo: 'documento', como: 'ultimo', agregacao: 'MAXIMO' },
      ],
      ...part,
    });
    expect(masksOf(query({}))).toEqual({ cpf: 'DOCUMENTO', ultimo: 'DOCUMENTO' });
    const filtered = (operador: 'CONTEM' | 'PREENCHIDO') =>
      masksOf(query({ filtros: [{ campo: 'documento', operador, valor: '7' }] }));
    expect([filtered('CONTEM'), filtered('PREENCHIDO')]).toEqual([
      null,
      { cpf: 'DOCUMENTO', ultimo: 'DOCUMENTO' },
    ]);
    const calculated = (path: string) =>
      masksOf(
        query({
          colunas: [
            { campo: 'documento', como: 'cpf' },
            { expr: { campo: path }, como: 'conta' },
          ],
        }),
      );
    expect(['cidade', 'documento', 'coluna:cpf'].map(calculated)).toEqual([{ cpf: 'DOCUMENTO' }, null, null]);
  });

  it.each<[string, string[]]>([
    ['select filial, operador, assunto, criador from relatorio.tickets', ['assunto', 'criador']],
    ['select evento, pessoa as quem, texto from relatorio.eventos', ['quem', 'texto']],
    ['select documento as doc, cidade from relatorio.clientes', ['doc']],
    ['select ordem_compra, vendedor from relatorio.pedidos', ['ordem_compra']],
    ['select descricao, valor from relatorio.custos', ['descricao']],
    ['select cadastro, nome from relatorio.nomes_de_registros', ['nome']],
    ['select razao_social, cnpj from relatorio.transportadoras', []],
  ])('include, where strangers look, what names or quotes customers: %s', (sql, names) => {
    const found = hiddenIn({ tipo: 'SQL', sql } as ReportDefinition['consulta'], sql);
    expect(found).toEqual(names.map((name) => [name, 'TEXTO']));
  });

  it('are no titles of a crossed table where strangers look', () => {
    const crossed = (campo: string) =>
      hiddenIn({
        ...{ tipo: 'DECLARATIVA', conjunto: 'tickets', cruza: 'titulo' },
        colunas: [
          { campo, como: 'titulo' },
          { campo: 'ticket_id', como: 'quantos', agregacao: 'CONTAGEM' },
        ],
      });
    expect([crossed('filial'), crossed('cliente')]).toEqual([[], null]);
  });

  it('include, where strangers look, references of own types by any key', () => {
    const reference = (chave: string, referencia: string) =>
      ({ chave, titulo: chave, tipo: 'REFERENCIA', referencia }) as const;
    const own = ownEntity(
      {
        ...{
          formato: 2,
          chave: 'visitas',
          titulo: { um: 'visita', muitos: 'visitas' },
          descricao: 'Visitas.',
        },
        ...{ codigo: ['numero'], nome: 'numero', escopo: ['empresa'] },
        campos: [
          { chave: 'numero', titulo: 'Número', tipo: 'TEXT' },
          { chave: 'fase', titulo: 'Fase', tipo: 'SELECT', opcoes: [{ valor: 'A', rotulo: 'Aberta' }] },
          ...[
            reference('quemPediu', 'clientes'),
            reference('caso', 'tickets'),
            reference('indicou', 'pessoas'),
          ],
          ...[reference('credito', 'creditos-cliente'), reference('contrato', 'contratos')],
          ...[reference('loja', 'filiais'), reference('regiao', 'regioes')],
        ],
      },
      new Map(),
    );
    const texts = Object.entries(own.campos).filter(([, { tipo }]) => tipo === 'TEXTO');
    const colunas = texts.map(([campo]) => ({ campo, como: campo }));
    const query: DeclarativeQuery = { tipo: 'DECLARATIVA', conjunto: 'proprio_visitas', colunas };
    const found = hiddenIn(query, '', { ...ENTITIES, proprio_visitas: own }) ?? [];
    const shown = texts.map(([name]) => name).filter((name) => !found.some(([hidden]) => hidden === name));
    expect(shown).toEqual(['fase', 'loja', 'regiao', 'regiao_codigo']);
  });
});
