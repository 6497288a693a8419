import type { formRoutes } from '../../../../contract/config/forms.ts';
import type { Input, Output } from '../../../../contract/route.ts';
import { OPTION_SOURCES, type OptionSource } from '../../../../contract/rules/forms/optionSources.ts';
import type { Context } from '../../../context.ts';
import { notFound } from '../../../errors.ts';
import { recordSource, recordSourceOf } from './recordSource.ts';
import { MOST_OPTIONS, type OptionSourceRules } from './source.ts';
import { optionSources } from './sources.ts';

type Options = typeof formRoutes.options;

/** Options of a named source, in the person's scope. The labels of chosen values are answered all. */
export async function answerOptions(
  { params, body }: Input<Options>,
  ctx: Context,
): Promise<Output<Options>> {
  const source = sourceOf(params.origem);
  if (!source) throw notFound();
  const { q = '', valores = {}, escolhidos } = body;
  const found = await source(ctx, {
    q,
    valores,
    escolhidos: escolhidos ?? null,
    offered: false,
    // One more than is shown tells whether there are more.
    most: escolhidos ? escolhidos.length : MOST_OPTIONS + 1,
  });
  const most = escolhidos ? found.length : MOST_OPTIONS;
  return { itens: found.slice(0, most), maisQueIsso: found.length > most };
}

/** A list of its own, or the records of a type. */
function sourceOf(origem: string): OptionSourceRules | null {
  if (isSource(origem)) return optionSources[origem];
  const key = recordSourceOf(origem);
  return key === null ? null : recordSource(key);
}

export const isSource = (name: string): name is OptionSource => Object.hasOwn(OPTION_SOURCES, name);
