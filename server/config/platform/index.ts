import path from 'node:path';
import { platformRoutes } from '#contract/config/platform.ts';
import type { Input, Output } from '#contract/route.ts';
import { itemToasts } from '#contract/rules/tickets/ticketItems.ts';
import type { Context, PublicContext } from '../../context.ts';
import { diskSpace } from '../../db/databaseDisk.ts';
import { Refusal } from '../../errors.ts';
import { implement } from '../../implement.ts';
import { MULTIPART } from '../../plugins/multipart.ts';
import { channelSigner } from '../../realtime/channelAccess.ts';
import { ROOT } from '../../root.ts';
import type { FileAnswer } from '../../storedFiles.ts';
import { install, installation } from '../installation.ts';
import { publicParameters, serviceParameters } from '../parameters/queries.ts';
import { draft, keepDraft, removeDraft, saveDraft } from './drafts.ts';
import { type CompanyImage, companyImage, companyLogo, imageAnswer, imageAt } from './queries.ts';

const PUBLIC = path.join(ROOT, 'public');

/** The company's own picture below DATA_DIR; otherwise the console's. */
async function answerWith(found: CompanyImage | null, standard: string): Promise<FileAnswer> {
  const image = found ?? (await imageAt(path.join(PUBLIC, standard)));
  if (!image) throw missing('Imagem não disponível');
  return imageAnswer(image);
}

const logo = async ({ query }: Input<typeof platformRoutes.logo>, { settings }: PublicContext) =>
  answerWith(await companyLogo(settings.dataDir, query.filial), 'icon.svg');

const favicon = async (_input: object, { settings }: PublicContext) =>
  answerWith(await companyImage(settings.dataDir, 'favicon'), 'icon-192.png');

const background = async (_input: object, { settings }: PublicContext) =>
  answerWith(await companyImage(settings.dataDir, 'background'), 'background.svg');

/** A photo that was put into `imagens/produtos` below DATA_DIR, named as the product's `idImagem`. */
async function productImage(
  { params }: Input<typeof platformRoutes.productImage>,
  { settings }: Context,
): Promise<FileAnswer> {
  const found = await companyImage(settings.dataDir, `produtos/${params.idImagem}`);
  if (!found) throw missing(itemToasts.unavailable);
  return imageAnswer(found);
}

const missing = (message: string) => new Refusal(404, 'IMAGEM_NAO_ENCONTRADA', message);

/** A script that sets `window.PARAMETROS`, for pages that load it before their own (document 002 section 7). */
async function publicParametersSac(_input: object, { db }: PublicContext): Promise<FileAnswer> {
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

const publicParametersCallcenter = (
  _input: object,
  { db }: PublicContext,
): Promise<Output<typeof platformRoutes.publicParametersCallcenter>> => publicParameters(db, 'CALLCENTER');

/** JSON that cannot end a script element and contains no character that old parsers treat as a line break. */
const asScript = (value: unknown): string =>
  JSON.stringify(value).replace(
    /[<\u2028\u2029]/g,
    (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );

/** The manifest for installing the console on a phone or desktop. The icons are in public/. */
async function manifest(_input: object, { db }: PublicContext): Promise<Record<string, unknown>> {
  const { nomeEmpresa } = await serviceParameters(db);
  return {
    id: '/',
    name: nomeEmpresa === 'Balcão' ? 'Balcão' : `Balcão ${nomeEmpresa}`,
    short_name: 'Balcão',
    description: 'Console de atendimento ao cliente e vendas',
    lang: 'pt-BR',
    dir: 'ltr',
    start_url: '/home',
    scope: '/',
    display: 'standalone',
    background_color: '#ffffff',
    theme_color: '#ffffff',
    icons: [
      icon('icon.svg', 'any', 'image/svg+xml'),
      icon('icon-192.png', '192x192'),
      icon('icon-512.png', '512x512'),
      { ...icon('icon-maskable-512.png', '512x512'), purpose: 'maskable' },
    ],
    shortcuts: [{ name: 'Tickets', url: '/tickets' }],
  };
}

const icon = (file: string, sizes: string, type = 'image/png') => ({ src: `/${file}`, sizes, type });

export const platformImplementation = implement(platformRoutes, {
  businesses,
  businessesCallcenter: businesses,
  publicParametersSac,
  publicParametersCallcenter,
  manifest,
  logo,
  favicon,
  background,
  productImage,
  draft,
  saveDraft,
  keepDraft,
  removeDraft,
  // A multipart file was already stored while the body was read; a JSON body contains no file.
  async upload({ body }) {
    if (!(MULTIPART in body))
      throw new Refusal(
        415,
        'FORMATO_RECUSADO',
        'Envie o arquivo como multipart/form-data, no campo "arquivo".',
      );
    return { data: body.arquivo };
  },
  async space(_, { settings }) {
    const space = await diskSpace(settings.dataDir);
    return {
      data: { situacao: space?.state ?? 'OK', livre: space?.free ?? null, total: space?.total ?? null },
    };
  },
  installation,
  install,
});

/** This server first, then the others that are configured (document 002 section 3). */
async function businesses(
  _input: object,
  { db, settings }: PublicContext,
): Promise<Output<typeof platformRoutes.businesses>> {
  const { nomeEmpresa } = await serviceParameters(db);
  const { key } = await channelSigner(db);
  const { hostname, port, protocol } = new URL(settings.publicUrl);
  return [
    {
      NAME: nomeEmpresa,
      API_URL: settings.publicUrl,
      IMAGES_URL: `${settings.publicUrl}/imagens`,
      WS_HOST: hostname,
      WS_KEY: key,
      WS_PORT: Number(port) || (protocol === 'https:' ? 443 : 80),
      ...(settings.areaPrefix && { AREA: settings.areaPrefix }),
    },
    ...settings.businesses,
  ];
}
