import { and, eq } from 'drizzle-orm';
import type { Area } from '#contract/route.ts';
import { documentKind, normalizeDocument } from '#contract/rules/documents.ts';
import { fileFields } from '#contract/rules/fields/fieldFiles.ts';
import { customerFacts } from '#contract/rules/fields/recordFacts.ts';
import { recordOf } from '#contract/rules/jsonRecord.ts';
import {
  type RegistrationField,
  registrationFields,
  registrationValues,
  withoutRegistrationFields,
} from '#contract/rules/registration/registrationFields.ts';
import {
  type Part,
  REGISTRATION_STEPS,
  type RegistrationArea,
  type RegistrationContext,
  type RegistrationStep,
  type RegistrationStepName,
  readSlice,
  sliceOf,
  wireField,
} from '#contract/rules/registration/registrationStep.ts';
import { DEFAULT_TIME_ZONE, localDate } from '#contract/rules/time/zonedTime.ts';
import {
  type Published,
  publishedDefinition,
  publishedDefinitions,
} from '../../config/definitions/queries.ts';
import { extraFieldsOf, fieldsOfRegistration, validatedAtRegistration } from '../../config/fields/queries.ts';
import { namedOptions, outsideOptions } from '../../config/forms/queries.ts';
import { formErrors } from '../../config/forms/rules.ts';
import { parametersFor } from '../../config/parameters/queries.ts';
import type { Context } from '../../context.ts';
import type { Executor } from '../../db/client.ts';
import type { CustomerAddress } from '../../db/tables/customers/customers.ts';
import { activities, branches, leadSources } from '../../db/tables/index.ts';
import { conflict, invalid, refused } from '../../errors.ts';
import { branchScope } from '../../session/scope.ts';
import { plainTexts } from '../../text/plainText.ts';
import { isWrongTown, STRAY_TOWN } from './customerColumns.ts';
import { WRONG_DOCUMENT } from './queries.ts';
import type { ValidRegistration } from './validRegistration.ts';

/**
 * Validates a registration against the published steps: the same rules as in the browser, with the context known to the
 * server. Throws 409 if a step has changed since the form was loaded, and 422 with a text for each field.
 */
export async function validateRegistration(
  db: Executor,
  ctx: Context,
  area: RegistrationArea,
  given: Part,
  extraBefore: Record<string, unknown> = {},
): Promise<ValidRegistration> {
  const body = asSent(plainTexts(given));
  const steps = await publishedSteps(db, area);
  await requireCurrentForm(db, steps, body);
  const documento = normalizeDocument(String(body.documento ?? ''));
  const kind = documentKind(documento);
  if (!kind) throw invalid({ documento: WRONG_DOCUMENT });
  const tipo = kind === 'CPF' ? 'PF' : 'PJ';
  const simulacao = area === 'CALLCENTER' && asksSimulation(body);
  const contexto = await registrationContext(db, ctx, area, { tipo, simulacao });
  const slices = steps.map((step) => ({
    step,
    data: readSlice(step.schema, { ...sliceOf(step, body, {}), contexto }),
  }));
  const errors = Object.assign(
    {},
    ...(await Promise.all(slices.map(({ step, data }) => stepErrors(ctx, db, step, data)))),
  );
  const extra = await validatedAtRegistration(db, recordOf(body.camposAdicionais), {
    before: extraBefore,
    facts: customerFacts(kind),
  });
  for (const [key, text] of Object.entries(extra.errors)) errors[`camposAdicionais.${key}`] = text;
  if (Object.keys(errors).length > 0) throw invalid(errors);
  const parts = Object.fromEntries(
    slices.map(({ step, data: { contexto: _, ...data } }) => [step.etapa, data]),
  ) as ValidRegistration['parts'];
  // What the console itself has no place for is kept with the extra fields, and shown with them.
  const fields = await fieldsOfRegistration(db);
  const added = await namedOptions(
    { db: db as Context['db'], user: ctx.user },
    fields,
    registrationValues(fields, parts),
  );
  return {
    tipo,
    simulacao,
    documento,
    parts: withoutRegistrationFields(fields, parts),
    extraFields: { ...unasked(extra.values, fields, steps), ...added },
    fileFields: fileFields((await extraFieldsOf(db, 'cliente'))?.campos ?? []),
  };
}

/** Without the answers to these steps: what they no longer give was emptied. */
function unasked(
  values: Part,
  fields: readonly RegistrationField[],
  steps: readonly PublishedStep[],
): Record<string, unknown> {
  const placeOf = ({ etapa, caminho }: RegistrationField) => [etapa, ...caminho].join('/');
  const places = new Set(registrationFields(steps).map(placeOf));
  const asked = new Set(fields.filter((field) => places.has(placeOf(field))).map(({ chave }) => chave));
  return Object.fromEntries(Object.entries(values).filter(([key]) => !asked.has(key)));
}

/** The files may be given next to `empresa`, as in document 000, or inside it. */
function asSent(body: Part): Part {
  const { anexos, contexto: _, ...rest } = body;
  const empresa = recordOf(rest.empresa);
  if (!Array.isArray(anexos) || anexos.length === 0) return rest;
  const own = Array.isArray(empresa.anexos) ? empresa.anexos : [];
  return { ...rest, empresa: { ...empresa, anexos: [...own, ...anexos] } };
}

const asksSimulation = ({ empresa, simulacao }: Part): boolean =>
  [simulacao, (empresa as Part | undefined)?.simulacao].some((value) => value === true || value === 'true');

/** Checks the schema, and also that chosen values are among the current options and that town and state match. */
async function stepErrors(ctx: Context, db: Executor, step: PublishedStep, data: Part) {
  const found = await formErrors(step.schema, data);
  const outside = await outsideOptions({ db: db as Context['db'], user: ctx.user }, step.ui, data);
  return Object.fromEntries(
    Object.entries({ ...outside, ...found, ...strayTowns(step.etapa, data, found) }).map(
      ([pointer, text]) => [wireField(step.etapa, pointer), text],
    ),
  );
}

/** Towns that do not belong to the given state. */
function strayTowns(etapa: RegistrationStepName, data: Part, found: Record<string, string>) {
  if (etapa !== 'enderecos') return {};
  return Object.fromEntries(
    ['enderecoCobranca', 'enderecoEntrega'].flatMap((name) => {
      const pointer = `/${name}/ibge`;
      if (found[pointer] || !isWrongTown((data[name] ?? {}) as CustomerAddress)) return [];
      return [[pointer, STRAY_TOWN]];
    }),
  );
}

/** Data entered into an older form is not silently validated against a newer one. */
async function requireCurrentForm(db: Executor, steps: readonly PublishedStep[], { versoes }: Part) {
  if (!Array.isArray(versoes) || versoes.length === 0) return;
  const fields = await publishedDefinition(db, 'fields', 'cliente');
  const current = new Map([
    ...steps.map(({ id, versao, titulo }) => [id, { versao, titulo }] as const),
    ...(fields
      ? [['cliente', { versao: `cliente ${fields.version}`, titulo: 'Campos Adicionais' }] as const]
      : []),
  ]);
  const changed = versoes.flatMap((versao) => {
    const now = current.get(String(versao).split(' ')[0] ?? '');
    return now && now.versao === versao ? [] : [now?.titulo ?? 'Campos Adicionais'];
  });
  if (changed.length === 0) return;
  throw conflict(
    `O formulário mudou enquanto você o preenchia: ${changed.join(', ')}. Confira a etapa e envie de novo.`,
    { etapas: changed },
  );
}

type Requested = Pick<RegistrationContext, 'tipo' | 'simulacao'>;

/** The context that step schemas can use besides their own data: which lists have entries, and parameters. */
export async function registrationContext(
  db: Executor,
  { user, now }: Pick<Context, 'user' | 'now'>,
  area: RegistrationArea,
  { tipo, simulacao }: Requested,
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

/** The general parameters, overridden by those of the call center. */
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
  /** `<id> <version>`, sent back with the registration. */
  versao: string;
}

/** The current steps of an area, in order. */
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
