import type { platformRoutes } from '../../../contract/config/platform.ts';
import type { Output } from '../../../contract/route.ts';
import type { PublicContext } from '../../context.ts';
import type { FileAnswer } from '../../fileAnswer.ts';
import { publicParameters } from '../parameters/queries.ts';

/** A script that sets `window.PARAMETROS`, for pages that load it before their own (document 002 section 7). */
export async function publicParametersSac(_input: object, { db }: PublicContext): Promise<FileAnswer> {
  const values = await publicParameters(db, 'SAC');
  const script = `window.PARAMETROS = ${asScript(values)};\n`;
  return {
    content: Buffer.from(script, 'utf8'),
    name: 'env.js',
    mime: 'text/javascript; charset=utf-8',
    inline: true,
    keep: true,
  };
}

export const publicParametersCallcenter = (
  _input: object,
  { db }: PublicContext,
): Promise<Output<typeof platformRoutes.publicParametersCallcenter>> => publicParameters(db, 'CALLCENTER');

/** JSON that can end no script element, and that no old parser takes for a line break. */
const asScript = (value: unknown): string =>
  JSON.stringify(value).replace(
    /[<\u2028\u2029]/g,
    (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
