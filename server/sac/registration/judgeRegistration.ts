import { documentKind, normalizeDocument } from '../../../contract/rules/documents.ts';
import type {
  RegistrationArea,
  RegistrationStepName,
} from '../../../contract/rules/registration/registrationStep.ts';
import {
  type Part,
  readSlice,
  sliceOf,
  wireField,
} from '../../../contract/rules/registration/registrationStep.ts';
import { publishedDefinition } from '../../config/definitions/queries.ts';
import { judgedFields } from '../../config/fields/queries.ts';
import { outsideOptions } from '../../config/forms/queries.ts';
import { formErrors } from '../../config/forms/rules.ts';
import type { Context } from '../../context.ts';
import type { Executor } from '../../db/client.ts';
import type { CustomerAddress } from '../../db/tables/customers.ts';
import { conflict, invalid } from '../../errors.ts';
import { plainTexts } from '../../plainText.ts';
import { isStrayTown, STRAY_TOWN } from './customerColumns.ts';
import { WRONG_DOCUMENT } from './queries.ts';
import { type PublishedStep, publishedSteps, registrationContext } from './registrationContext.ts';

/** A registration that its steps accept, each part as its schema means it. */
export interface JudgedRegistration {
  tipo: 'PF' | 'PJ';
  simulacao: boolean;
  documento: string;
  /** Data of each step, without the context. */
  parts: Readonly<Record<'documento' | 'empresa' | 'contatos' | 'enderecos', Part>>;
  extraFields: Record<string, unknown>;
}

/**
 * Judges a registration by the published steps: the browser's very rules, with the context that the server knows.
 * Throws 409 when a step changed since the form was fetched, 422 with a text for each field.
 */
export async function judgeRegistration(
  db: Executor,
  ctx: Context,
  area: RegistrationArea,
  given: Part,
  extraBefore: Record<string, unknown> = {},
): Promise<JudgedRegistration> {
  const body = asSent(plainTexts(given));
  const steps = await publishedSteps(db, area);
  await refuseStale(db, steps, body);
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
  const extra = await judgedFields(db, 'cliente', (body.camposAdicionais ?? {}) as Part, extraBefore);
  for (const [key, text] of Object.entries(extra.errors)) errors[`camposAdicionais.${key}`] = text;
  if (Object.keys(errors).length > 0) throw invalid(errors);
  const parts = Object.fromEntries(
    slices.map(({ step, data: { contexto: _, ...data } }) => [step.etapa, data]),
  ) as JudgedRegistration['parts'];
  return { tipo, simulacao, documento, parts, extraFields: extra.values };
}

/** Files may be named beside the company, as document 000 does, or inside of it. */
function asSent(body: Part): Part {
  const { anexos, contexto: _, ...rest } = body;
  const empresa = (rest.empresa ?? {}) as Record<string, unknown>;
  if (!Array.isArray(anexos) || anexos.length === 0) return rest;
  const own = Array.isArray(empresa.anexos) ? empresa.anexos : [];
  return { ...rest, empresa: { ...empresa, anexos: [...own, ...anexos] } };
}

const asksSimulation = ({ empresa, simulacao }: Part): boolean =>
  [simulacao, (empresa as Part | undefined)?.simulacao].some((value) => value === true || value === 'true');

/** By the schema; what the schema accepts must also be on offer, and fit together. */
async function stepErrors(ctx: Context, db: Executor, step: PublishedStep, data: Part) {
  const found = await formErrors(step.schema, data);
  const outside = await outsideOptions({ db: db as Context['db'], user: ctx.user }, step.ui, data);
  return Object.fromEntries(
    Object.entries({ ...outside, ...found, ...strayTowns(step.etapa, data, found) }).map(
      ([pointer, text]) => [wireField(step.etapa, pointer), text],
    ),
  );
}

/** A town of another state than the one that is written beside it. */
function strayTowns(etapa: RegistrationStepName, data: Part, found: Record<string, string>) {
  if (etapa !== 'enderecos') return {};
  return Object.fromEntries(
    ['enderecoCobranca', 'enderecoEntrega'].flatMap((name) => {
      const pointer = `/${name}/ibge`;
      if (found[pointer] || !isStrayTown((data[name] ?? {}) as CustomerAddress)) return [];
      return [[pointer, STRAY_TOWN]];
    }),
  );
}

/** What was filled in by an older form is not judged by a newer one behind the person's back. */
async function refuseStale(db: Executor, steps: readonly PublishedStep[], { versoes }: Part) {
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
