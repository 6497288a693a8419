import type { Input } from '../../../contract/route.ts';
import type { ExtraFieldsDefinition } from '../../../contract/rules/fields/extraFields.ts';
import { fieldsForm } from '../../../contract/rules/fields/fieldsForm.ts';
import type { RegistrationForms, registrationRoutes } from '../../../contract/sac/registration.ts';
import { publishedDefinition } from '../../config/definitions/queries.ts';
import { validatorAddress } from '../../config/forms/storedValidators.ts';
import type { Context } from '../../context.ts';
import { branches } from '../../db/tables/index.ts';
import { branchScope } from '../../session/scope.ts';
import { registrationContext } from './registrationContext.ts';
import { areaOf, type PublishedStep, publishedSteps } from './steps.ts';

/** The steps with their forms; the extra fields come last, when any are asked for. */
export async function registrationForms(
  { query }: Input<typeof registrationRoutes.forms>,
  ctx: Context,
): Promise<RegistrationForms> {
  const area = areaOf(ctx.area);
  const [steps, contexto, inicial, extra] = await Promise.all([
    publishedSteps(ctx.db, area),
    registrationContext(ctx.db, ctx, area, { tipo: query.tipo, simulacao: query.simulacao ?? false }),
    firstValues(ctx),
    extraStep(ctx),
  ]);
  const etapas = await Promise.all(steps.map((step) => asForm(ctx, step, inicial[step.etapa] ?? {})));
  return { etapas: [...etapas, ...extra], contexto: { ...contexto } };
}

type FormStep = RegistrationForms['etapas'][number];

const asForm = async (
  { db }: Context,
  { etapa, titulo, descricao = '', schema, ui, versao }: PublishedStep,
  inicial: Record<string, unknown>,
): Promise<FormStep> => ({
  etapa,
  titulo,
  descricao,
  formulario: { schema, ui, validador: await validatorAddress(db, schema) },
  inicial,
  versao,
});

/** Whoever works at one branch registers for it. */
async function firstValues({ db, user }: Context): Promise<Partial<Record<string, Record<string, unknown>>>> {
  const own = await db.select({ id: branches.id }).from(branches).where(branchScope(user)).limit(2);
  return own.length === 1 ? { empresa: { filialId: String(own[0]?.id) } } : {};
}

async function extraStep({ db }: Context): Promise<FormStep[]> {
  const fields = await publishedDefinition<ExtraFieldsDefinition>(db, 'fields', 'cliente');
  const asked = fields?.content.campos.filter(({ arquivado }) => !arquivado) ?? [];
  if (!fields || asked.length === 0) return [];
  const form = fieldsForm(fields.content);
  return [
    {
      etapa: 'campos-adicionais',
      titulo: 'Campos Adicionais',
      descricao: fields.content.descricao ?? '',
      formulario: { ...form, validador: await validatorAddress(db, form.schema) },
      inicial: Object.fromEntries(
        asked.flatMap(({ chave, padrao }) => (padrao === undefined ? [] : [[chave, padrao]])),
      ),
      versao: `cliente ${fields.version}`,
    },
  ];
}
