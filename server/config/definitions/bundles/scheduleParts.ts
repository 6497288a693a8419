import * as Type from '@sinclair/typebox';
import type { Input } from '#contract/route.ts';
import { Strict, Title } from '#contract/route.ts';
import { filterParameters } from '#contract/rules/dashboards/commonFilters.ts';
import type { DashboardDefinition } from '#contract/rules/dashboards/dashboard.ts';
import { changesBetween } from '#contract/rules/definitions/changes.ts';
import { parametersOf } from '#contract/rules/reports/parameterSchema.ts';
import {
  REPORT_FORMATS,
  type ReportDefinition,
  type ReportParameter,
} from '#contract/rules/reports/report.ts';
import { DashboardKey } from '#contract/sac/reports/dashboardSummaries.ts';
import type { reportDeskRoutes } from '#contract/sac/reports/reportDesk.ts';
import { Rhythm } from '#contract/sac/reports/reportDesk.ts';
import { invalid } from '../../../errors.ts';
import { deleteSchedule, writeNewSchedule, writeSchedule } from '../../../sac/reportDesk/commands.ts';
import { shownSchedules } from '../../../sac/reportDesk/queries.ts';
import { publishedDefinition, publishedDefinitions } from '../queries.ts';
import type { Content } from '../rules.ts';
import { keyOfName, type PartRules } from './part.ts';

type Body = Input<typeof reportDeskRoutes.createSchedule>['body'];
type ScheduleContent = Required<
  Pick<Body, 'nome' | 'formato' | 'ritmo' | 'filtros' | 'soComLinhas' | 'ativo'>
> &
  Of;
/** One of the two. */
interface Of {
  relatorio?: string;
  painel?: string;
}
const asSchedule = (content: Content) => content as unknown as ScheduleContent;

const keyOf = ({ relatorio, painel, nome }: Pick<ScheduleContent, keyof Of | 'nome'>) =>
  keyOfName(painel === undefined ? `${relatorio} ${nome}` : `painel ${painel} ${nome}`);

/** Kinds of filters whose values mean the same everywhere, where their options stand in the report. */
const PORTABLE = ['NUMBER', 'SELECT', 'MULTISELECT', 'RADIO', 'CHECKBOX', 'DATE', 'DATERANGE'];

/** A filter that is chosen among records names ids of this installation, and one that was typed may name somebody. */
function portableFilters(parameters: readonly ReportParameter[], values: Readonly<Record<string, unknown>>) {
  const filterNames = new Set(
    parameters
      .filter(({ tipo, origem }) => origem === undefined && PORTABLE.includes(tipo))
      .map(({ parametro }) => parametro),
  );
  return Object.fromEntries(Object.entries(values).filter(([name]) => filterNames.has(name)));
}

const WORDS = {
  identity: ['nome'],
  keys: {
    formato: 'formato',
    ritmo: 'quando',
    tipo: 'ritmo',
    hora: 'hora',
    fuso: 'fuso',
    dias: 'dias da semana',
    dia: 'dia do mês',
    filtros: 'filtros',
    soComLinhas: 'só se houver linhas',
    ativo: 'ativo',
  },
};

/** Reports and dashboards sent by e-mail, known by what is sent and the name. Who receives them never travels; the publisher owns a new one. */
export const scheduleParts: PartRules = {
  kind: 'schedules',
  schema: Strict({
    relatorio: Type.Optional(Type.String({ pattern: '^[A-Za-z0-9][\\w-]{0,79}$' })),
    painel: Type.Optional(DashboardKey),
    nome: Title('Nome', 80),
    formato: Type.Union(REPORT_FORMATS.map((format) => Type.Literal(format))),
    ritmo: Rhythm,
    filtros: Type.Record(Type.String(), Type.Unknown()),
    soComLinhas: Type.Boolean(),
    ativo: Type.Boolean(),
  }),
  keyOf: (content) => keyOf(asSchedule(content)),
  titleOf: (content) => asSchedule(content).nome,
  async standing(db, user) {
    const [reports, dashboards] = await Promise.all([
      publishedDefinitions<ReportDefinition>(db, 'reports'),
      publishedDefinitions<DashboardDefinition>(db, 'dashboards'),
    ]);
    const parameters = new Map<string, readonly ReportParameter[]>([
      ...reports.map(({ key, content }) => [`relatorio ${key}`, parametersOf(content.parametros)] as const),
      ...dashboards.map(
        ({ key, content }) => [`painel ${key}`, filterParameters(content.filtros ?? [])] as const,
      ),
    ]);
    return (await shownSchedules(db, user)).map((one) => {
      const of: Of = one.painel === null ? { relatorio: one.relatorio ?? '' } : { painel: one.painel };
      const asked = parameters.get(Object.entries(of).flat().join(' ')) ?? [];
      const content: ScheduleContent = {
        ...{ ...of, nome: one.nome, formato: one.formato as Body['formato'] },
        ...{ ritmo: one.ritmo, soComLinhas: one.soComLinhas, ativo: one.ativo },
        filtros: portableFilters(asked, one.filtros),
      };
      return {
        ...{ id: one.id, version: one.versao, key: keyOf(content), title: one.nome, stays: null },
        content: content as unknown as Content,
      };
    });
  },
  changes: (before, after) => (before ? changesBetween(before, after, WORDS) : []),
  async write(tx, ctx, { conteudo }, { standing, given }) {
    const { relatorio, painel, ...content } = asSchedule(conteudo);
    const of: Of = { ...(relatorio !== undefined && { relatorio }), ...(painel !== undefined && { painel }) };
    if (relatorio !== undefined && !(await publishedDefinition(tx, 'reports', relatorio)))
      throw invalid({ relatorio: `Aqui não há o relatório "${relatorio}", e o arquivo não o traz.` });
    if (painel !== undefined && !(await publishedDefinition(tx, 'dashboards', painel)))
      throw invalid({ painel: `Aqui não há o painel "${painel}", e o arquivo não o traz.` });
    if (!standing) {
      if (given.receivers.length === 0)
        throw invalid({ destinatarios: `Escolha quem recebe "${content.nome}".` });
      await writeNewSchedule(tx, ctx, {
        body: { ...of, ...content, destinatarios: [...given.receivers] },
      });
      return;
    }
    const [now] = (await shownSchedules(tx, ctx.user)).filter(({ id }) => id === standing.id);
    if (!now) throw new Error('the schedule is gone');
    await writeSchedule(tx, ctx, {
      params: { id: standing.id },
      body: {
        ...content,
        // The filters that do not travel stay as they are here.
        filtros: { ...stayingFilters(now.filtros, standing.content), ...content.filtros },
        destinatarios: now.destinatarios.map(({ id }) => id),
        versao: standing.version,
      },
    });
  },
  async remove(tx, ctx, { id }) {
    await deleteSchedule(tx, ctx, { params: { id } });
  },
};

const stayingFilters = (values: Readonly<Record<string, unknown>>, portable: Content) =>
  Object.fromEntries(
    Object.entries(values).filter(([name]) => !Object.hasOwn(asSchedule(portable).filtros, name)),
  );
