import { formRoutes } from '#contract/config/forms.ts';
import { allows } from '#contract/permissions.ts';
import type { Input } from '#contract/route.ts';
import { DEFINITION_KINDS, definitionKinds } from '#contract/rules/definitions/definition.ts';
import type { UiSchema } from '#contract/rules/forms/formDefinition.ts';
import type { Context } from '../../context.ts';
import { forbidden, invalid, notFound } from '../../errors.ts';
import { implement } from '../../implement.ts';
import type { FileAnswer } from '../../storedFiles.ts';
import { answerOptions } from './options/index.ts';
import { formProblems } from './rules.ts';
import { validatorAddress, validatorCode } from './storedValidators.ts';

export const formImplementation = implement(formRoutes, { validator, options: answerOptions, preview });

async function validator({ params }: Input<typeof formRoutes.validator>, ctx: Context): Promise<FileAnswer> {
  const code = await validatorCode(ctx.db, params.arquivo.slice(0, -'.js'.length));
  if (code === null) throw notFound();
  return {
    content: Buffer.from(code),
    name: params.arquivo,
    mime: 'text/javascript; charset=utf-8',
    inline: true,
    forever: true,
  };
}

/** A draft that cannot become a form is refused with the locations of its problems. */
async function preview({ body }: Input<typeof formRoutes.preview>, ctx: Context) {
  // Compiled schemas are kept, so this is only for users who may edit a kind that has forms.
  const defines = DEFINITION_KINDS.some((kind) => allows(ctx.user.grants, definitionKinds[kind].permission));
  if (!defines) throw forbidden('CONFIGURACAO_ESQUEMAS');
  const { schema, ui } = body as { schema: Record<string, unknown>; ui: UiSchema };
  const problems = await formProblems(schema, ui);
  if (problems.length > 0)
    throw invalid(Object.fromEntries(problems.map(({ pointer, message }) => [pointer, message])));
  return { schema, ui, validador: await validatorAddress(ctx.db, schema, { preview: true }) };
}
