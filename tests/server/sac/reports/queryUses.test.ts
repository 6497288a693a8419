import { describe, expect, it } from '@jest/globals';
import type { ReportDefinition } from '#contract/rules/reports/report.ts';
import { reportUses } from '#server/sac/reports/reportUses.ts';

const usesOf = async (sql: string) => {
  const report = {
    consulta: { tipo: 'SQL', sql },
    parametros: {
      schema: { type: 'object', properties: { dia: { type: 'string', format: 'date' } } },
      ui: {},
    },
  } as unknown as ReportDefinition;
  return (await reportUses(report))
    .map(({ kind, key, field, value, unsure }) =>
      [kind, key, field, value, unsure && '?'].filter(Boolean).join(' '),
    )
    .sort();
};

describe('what the SQL of a report uses', () => {
  it.each<[string, string[]]>([
    [
      'select t.tipo, count(*) from relatorio.tickets t where t.criado_em > :dia group by t.tipo',
      ['views tickets', 'views tickets criado_em', 'views tickets tipo'],
    ],
    [
      "select c.campos ->> 'rota' as rota from relatorio.clientes as c",
      ['fields cliente rota', 'views clientes'],
    ],
    [
      "select campos -> 'rota' from relatorio.tickets where jsonb_extract_path_text(campos, 'turno') = 'NOITE'",
      ['fields ticket rota', 'fields ticket turno', 'fields ticket turno NOITE', 'views tickets'],
    ],
    [
      "select 1 from relatorio.tickets where campos @> '{\"turno\": \"NOITE\"}' or campos #>> '{canal}' = 'X'",
      ['fields ticket canal', 'fields ticket canal X', 'fields ticket turno', 'views tickets'],
    ],
    [
      "select r.campos ->> 'rota' from relatorio.registros_proprios r where 'alvos' = r.cadastro",
      [
        'records alvos',
        'records alvos rota',
        'views registros_proprios',
        'views registros_proprios cadastro',
      ],
    ],
    // A name with a standard type beside it, and two types in one query told apart by their places.
    [
      `select a.campos ->> 'x', b.campos ->> 'y' from relatorio.registros_proprios a
       join relatorio.registros_proprios b on b.cadastro in ('bes', 'produtos') where a.cadastro = 'as-coisas'`,
      [
        ...['records as-coisas', 'records as-coisas x', 'records bes', 'records bes y'],
        ...['views registros_proprios', 'views registros_proprios cadastro'],
      ],
    ],
    // Through WITH the source is not certain.
    [
      `with x as (select campos from relatorio.tickets), y as (select cidade from relatorio.clientes)
       select x.campos ->> 'rota' from x, y`,
      [
        ...['fields cliente rota ?', 'fields ticket rota ?', 'views clientes', 'views clientes cidade'],
        'views tickets',
      ],
    ],
    [
      "select case campos ->> 'turno' when 'DIA' then 1 end from relatorio.tickets",
      [...['fields ticket turno', 'fields ticket turno DIA', 'views tickets']],
    ],
    ['isto não é SQL', []],
    ["select 'rota' from relatorio.filiais", ['views filiais']],
  ])('%s', async (sql, uses) => {
    expect(await usesOf(sql)).toEqual(uses);
  });
});
