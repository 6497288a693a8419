import { createReadStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import path from 'node:path';
import type { platformRoutes } from '../../../contract/config/platform.ts';
import type { Input } from '../../../contract/route.ts';
import { itemToasts } from '../../../contract/rules/ticketItems.ts';
import type { Context, PublicContext } from '../../context.ts';
import { Refusal } from '../../errors.ts';
import type { FileAnswer } from '../../fileAnswer.ts';
import { ROOT } from '../../root.ts';

const PUBLIC = path.join(ROOT, 'public');

/** By ending, in the order of preference. */
const MIMES = {
  '.svg': 'image/svg+xml',
  '.webp': 'image/webp',
  '.png': 'image/png',
  '.jpg': 'image/jpeg',
} as const;

/** The company's own picture, `imagens/logo.svg` (or .webp, .png, .jpg) below DATA_DIR; else the console's. */
const companyImage = (name: string, standard: string) => async (_input: object, ctx: PublicContext) => {
  const found = (await inFolder(ctx, '', name)) ?? (await fileAnswer(path.join(PUBLIC, standard)));
  if (!found) throw missing('Imagem não disponível');
  return found;
};

export const logo = companyImage('logo', 'icon.svg');
export const favicon = companyImage('favicon', 'icon-192.png');
export const background = companyImage('background', 'background.svg');

/** A photo that was put into `imagens/produtos` below DATA_DIR, named as the product's `idImagem`. */
export async function productImage(
  { params }: Input<typeof platformRoutes.productImage>,
  ctx: Context,
): Promise<FileAnswer> {
  const found = await inFolder(ctx, 'produtos', params.idImagem);
  if (!found) throw missing(itemToasts.unavailable);
  return found;
}

const missing = (message: string) => new Refusal(404, 'IMAGEM_NAO_ENCONTRADA', message);

async function inFolder({ settings }: PublicContext, folder: string, name: string) {
  for (const ending of Object.keys(MIMES)) {
    const answer = await fileAnswer(path.join(settings.dataDir, 'imagens', folder, `${name}${ending}`));
    if (answer) return answer;
  }
  return null;
}

async function fileAnswer(file: string): Promise<FileAnswer | null> {
  const found = await stat(file).catch(() => null);
  if (!found?.isFile()) return null;
  return {
    content: createReadStream(file),
    name: path.basename(file),
    mime: MIMES[path.extname(file) as keyof typeof MIMES],
    size: found.size,
    inline: true,
    keep: true,
  };
}
