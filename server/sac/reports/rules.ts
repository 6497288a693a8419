import { eq } from 'drizzle-orm';
import { ENTITIES } from '#contract/map/index.ts';
import type { DefinitionProblem } from '#contract/rules/definitions/definition.ts';
import { contentOf } from '#contract/rules/definitions/definitionContent.ts';
import type { OfferedField, ValueForm } from '#contract/rules/definitions/uses.ts';
import type { FileProblem } from '#contract/rules/problem.ts';
import { isUnbounded, NEEDS_BOUND } from '#contract/rules/reports/bounds.ts';
import { totalProblems } from '#contract/rules/reports/figureProblems.ts';
import { filterName, parametersOf } from '#contract/rules/reports/parameterSchema.ts';
import type { ParameterType, ReportDefinition } from '#contract/rules/reports/report.ts';
import { reportProblems } from '#contract/rules/reports/reportProblems.ts';
import { reportChanges } from '#contract/rules/reports/reportWords.ts';
import { sumProblems } from '#contract/rules/reports/sums.ts';
import { mapFor } from '#server/map/queries.ts';
import type { SourcedEntities } from '#server/map/sourcedEntity.ts';
import type { Content, KindRules } from '../../config/definitions/rules.ts';
import { reportSchedules, reportSets } from '../../db/tables/index.ts';
import { checkedStatement } from './guard/validateSql.ts';
import { readsPaths, reportUses } from './reportUses.ts';
import { databaseProblems } from './validate/databaseProblems.ts';

const wrong = ({ pointer, message }: FileProblem): DefinitionProblem => ({
  pointer,
  message,
  severity: 'ERRO',
});

/** What a new query lacks or sums wrongly, which an old one may keep. */
export const unsaidIn = (report: ReportDefinition, entities: SourcedEntities): FileProblem[] =>
  report.consulta.tipo === 'SQL'
    ? []
    : [
        ...sumProblems(report.consulta, entities),
        ...totalProblems(report, entities),
        ...(isUnbounded(report.consulta) ? [{ pointer: '/consulta/filtros', message: NEEDS_BOUND }] : []),
      ];

/** Later checks rely on what the earlier ones accepted, so each stops at its own problems. */
async function problems(content: Content, deps: Parameters<KindRules['problems']>[1]) {
  const report = contentOf('reports', content);
  const written = reportProblems(report);
  if (written.length > 0) return written.map(wrong);
  const sets = deps ? await mapFor(deps.db, deps.user, deps.arriving) : ENTITIES;
  const checked = await checkedStatement(report, sets);
  if ('problems' in checked) return checked.problems.map(wrong);
  const unsaid = unsaidIn(report, sets);
  if (unsaid.length > 0) return unsaid.map(wrong);
  return deps ? databaseProblems(deps, report, checked.bound) : [];
}

/** The query text may be in a file next to the report's; the stored definition contains the text itself. */
const withSql: NonNullable<KindRules['fromFile']> = async (content, read) => {
  const consulta = content.consulta as { tipo?: unknown; arquivo?: unknown } | undefined;
  if (consulta?.tipo !== 'SQL' || typeof consulta.arquivo !== 'string') return { content, problems: [] };
  const { arquivo, ...rest } = consulta;
  const found = await read(arquivo);
  if (found && 'text' in found)
    return { content: { ...content, consulta: { ...rest, sql: found.text } }, problems: [] };
  const message = found
    ? `${arquivo}, linha ${found.line}: ${found.problem}`
    : `O arquivo ${arquivo} não está ao lado deste. Crie-o, ou escreva a consulta em "sql".`;
  return { content, problems: [{ pointer: '/consulta/arquivo', message }] };
};

/** How the value of a filter is written where it is fixed. */
const FORMS: Readonly<Record<ParameterType, ValueForm>> = {
  TEXT: 'TEXTO',
  TEXTAREA: 'TEXTO',
  NUMBER: 'DECIMAL',
  SELECT: 'TEXTO',
  RADIO: 'TEXTO',
  MULTISELECT: 'LISTA',
  CHECKBOX: 'LISTA',
  DATE: 'DATA',
  DATERANGE: 'MOMENTO',
};

export const reportKind: KindRules = {
  kind: 'reports',
  readsDatabase: true,
  keyOf: (content) => String(content.id ?? ''),
  titleOf: (content) => String(content.titulo ?? ''),
  descriptionOf: (content) => String(content.descricao ?? ''),
  fromFile: withSql,
  problems,
  changes: (before, after) => reportChanges(contentOf('reports', before), contentOf('reports', after)),
  uses: async (content, db, arriving) => {
    const report = contentOf('reports', content);
    return reportUses(report, readsPaths(report) ? await mapFor(db, null, arriving) : ENTITIES);
  },
  offers: (content) => {
    const { colunas, parametros } = contentOf('reports', content);
    return {
      fields: new Map<string, OfferedField>([
        ...colunas.map(({ campo, titulo }) => [campo, { title: titulo, form: 'TEXTO' }] as const),
        ...parametersOf(parametros).map(
          ({ parametro, label, tipo, opcoes }) =>
            [
              filterName(parametro),
              {
                ...{ title: filterName(label), form: FORMS[tipo] },
                ...(opcoes.length > 0 && { values: opcoes.map(({ valor }) => valor) }),
              },
            ] as const,
        ),
      ]),
    };
  },
  dependents: async (db, key) => [
    {
      tipo: 'filtros',
      nome: 'Filtros guardados',
      quantos: await db.$count(reportSets, eq(reportSets.reportKey, key)),
    },
    {
      tipo: 'agendamentos',
      nome: 'Envios agendados',
      quantos: await db.$count(reportSchedules, eq(reportSchedules.reportKey, key)),
    },
  ],
};
