import { readdirSync, readFileSync } from 'node:fs';
import { expect, it } from '@jest/globals';
import { ENTITIES } from '#contract/map/index.ts';
import { figureProblems } from '#contract/rules/reports/figureProblems.ts';
import { formOfParameters, parametersOf } from '#contract/rules/reports/parameterSchema.ts';
import { queryProblems } from '#contract/rules/reports/queryProblems.ts';
import type { ReportDefinition } from '#contract/rules/reports/report.ts';
import { reportProblems } from '#contract/rules/reports/reportProblems.ts';
import { withEntity, withField } from '#src/custom/schemaStudio/reports/proposals.ts';
import { fieldIn } from '#src/custom/schemaStudio/reports/relatedFields.ts';
import { withPeriod } from '#src/custom/schemaStudio/reports/reportEdits.ts';

const reportNamed = (name: string): ReportDefinition => {
  const { $schema: _, ...report } = JSON.parse(readFileSync(`schemas/reports/${name}.json`, 'utf8'));
  return report;
};
const built = readdirSync('schemas/reports')
  .filter((name) => name.endsWith('.json'))
  .map((name) => reportNamed(name.slice(0, -'.json'.length)))
  .filter(({ consulta }) => consulta.tipo === 'DECLARATIVA');

/** What is wrong with a report, apart from what its test runs expected, which is for its author to say. */
function problemsOf(report: ReportDefinition) {
  const { consulta } = report;
  if (consulta.tipo === 'SQL') throw new Error('not built');
  const own = reportProblems(report).filter(({ pointer }) => !pointer.startsWith('/testes'));
  return [...own, ...queryProblems(consulta, ENTITIES), ...figureProblems(consulta, ENTITIES)];
}

it.each(Object.keys(ENTITIES))('every built report goes to %s and leaves no error behind', (conjunto) => {
  expect(built.length).toBeGreaterThan(10);
  for (const report of built) {
    const next = withEntity(report, conjunto, ENTITIES);
    expect([report.id, problemsOf(next)]).toEqual([report.id, []]);
    expect(next.colunas.length).toBeGreaterThan(0);
  }
});

it('every field of every entity can be included in a query of groups and in a list', () => {
  for (const [conjunto, { campos }] of Object.entries(ENTITIES)) {
    const fieldOf = fieldIn(ENTITIES, conjunto);
    const [first] = built;
    if (!first) throw new Error('no report');
    const list = withEntity(first, conjunto, ENTITIES);
    for (const start of [list, withField(list, undefined, fieldOf)])
      for (const campo of Object.keys(campos)) {
        const next = withField(start, campo, fieldOf);
        expect([conjunto, campo, problemsOf(next)]).toEqual([conjunto, campo, []]);
      }
  }
});

it('bounds a report without periods by one that has to be filled in, also in its test runs', () => {
  const shipped = reportNamed('devolucoes-por-motivo');
  const { consulta, testes } = shipped;
  const bare = {
    ...shipped,
    parametros: formOfParameters([]),
    consulta: { ...consulta, filtros: [] } as ReportDefinition['consulta'],
    testes: testes.map((test) => ({ ...test, parametros: {} })),
  };
  const bounded = withPeriod(bare, 'criado_em', 'Criado em');
  const days = { inicio: '@hoje-29d', fim: '@hoje' };
  expect(parametersOf(bounded.parametros).at(-1)).toMatchObject({
    ...{ parametro: 'periodo', label: 'Período', tipo: 'DATERANGE', obrigatorio: true },
    valorpadrao: days,
  });
  expect(bounded.consulta).toMatchObject({
    filtros: [{ campo: 'criado_em', operador: 'ENTRE', parametro: 'periodo' }],
  });
  expect(bounded.testes.map((test) => test.parametros)).toEqual(testes.map(() => ({ periodo: days })));
  expect(reportProblems(bounded)).toEqual([]);
});
