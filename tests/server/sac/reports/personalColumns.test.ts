import { beforeAll, describe, expect, it } from '@jest/globals';
import { ENTITIES } from '#contract/map/index.ts';
import type { DeclarativeQuery, ReportDefinition } from '#contract/rules/reports/report.ts';
import { parserReady } from '#server/db/guard/parser.ts';
import { personalColumns } from '#server/sac/reports/guard/personalColumns.ts';

beforeAll(() => parserReady());

const masksOf = (consulta: ReportDefinition['consulta'], sql = '') => {
  const masks = personalColumns({ consulta }, sql, ENTITIES);
  return masks && Object.fromEntries(masks);
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
});
