import { and, eq } from 'drizzle-orm';
import type { Area } from '../../../contract/route.ts';
import {
  REGISTRATION_STEPS,
  type RegistrationArea,
  type RegistrationContext,
  type RegistrationStep,
} from '../../../contract/rules/registration/registrationStep.ts';
import { DEFAULT_TIME_ZONE, localDate } from '../../../contract/rules/zonedTime.ts';
import { type Published, publishedDefinitions } from '../../config/definitions/queries.ts';
import { parametersFor } from '../../config/parameters/queries.ts';
import type { Context } from '../../context.ts';
import type { Executor } from '../../db/client.ts';
import { activities, branches, leadSources } from '../../db/tables/index.ts';
import { refused } from '../../errors.ts';
import { branchScope } from '../../session/scope.ts';

type Asked = Pick<RegistrationContext, 'tipo' | 'simulacao'>;

/** What the schemas of the steps may ask beside their own data: lists that have anything, and parameters. */
export async function registrationContext(
  db: Executor,
  { user, now }: Pick<Context, 'user' | 'now'>,
  area: RegistrationArea,
  { tipo, simulacao }: Asked,
): Promise<RegistrationContext> {
  const [branch] = await db.select({ id: branches.id }).from(branches).where(branchScope(user)).limit(1);
  const [activity] = await db
    .select()
    .from(activities)
    .where(and(eq(activities.active, true)))
    .limit(1);
  const [leadSource] = await db.select().from(leadSources).where(eq(leadSources.active, true)).limit(1);
  const parameters = await registrationParameters(db, area);
  return {
    tipo,
    simulacao,
    temFiliais: branch !== undefined,
    temAtividades: activity !== undefined,
    temComoConheceu: leadSource !== undefined,
    ...parameters,
    hoje: localDate(now(), DEFAULT_TIME_ZONE),
  };
}

/** The general parameters, and above them what the call-center says for itself. */
async function registrationParameters(db: Executor, area: RegistrationArea) {
  const general = await parametersFor(db, 'SAC');
  const values = area === 'SAC' ? general : { ...general, ...(await parametersFor(db, 'CALLCENTER')) };
  const optional = values.inputsOpcionaisCadastroCliente as { tabela_preco?: unknown } | null | undefined;
  return {
    permiteCpfSemIE: values.permiteCadastroCpfSemIE === true,
    tabelaPrecoObrigatoria: optional?.tabela_preco !== true,
  };
}

export const areaOf = (area: Area | null): RegistrationArea => (area === 'callcenter' ? 'CALLCENTER' : 'SAC');

export interface PublishedStep extends RegistrationStep {
  /** `<id> <version>`: sent back with a registration. */
  versao: string;
}

/** The steps of an area as they hold now, in their order. */
export async function publishedSteps(db: Executor, area: RegistrationArea): Promise<PublishedStep[]> {
  const all = await publishedDefinitions<RegistrationStep>(db, 'registration');
  const own = all.filter(({ content }) => content.area === area).map(asStep);
  const steps = REGISTRATION_STEPS.flatMap((etapa) => own.filter((step) => step.etapa === etapa));
  if (steps.length === REGISTRATION_STEPS.length - 1) return steps;
  throw refused(
    'CADASTRO_INCOMPLETO',
    'Falta uma etapa do cadastro. Peça a um administrador que a publique em Configuração.',
  );
}

const asStep = ({ content, key, version }: Published<RegistrationStep>): PublishedStep => ({
  ...content,
  versao: `${key} ${version}`,
});
