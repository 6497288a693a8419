import type { formRoutes } from '../../../../contract/config/forms.ts';
import type { Input, Output } from '../../../../contract/route.ts';
import type { Context } from '../../../context.ts';
import { notFound } from '../../../errors.ts';

type Options = typeof formRoutes.options;

/** Options of a named source, in the person's scope. */
export async function answerOptions(_input: Input<Options>, _ctx: Context): Promise<Output<Options>> {
  throw notFound();
}
