import { platformRoutes } from '../../../contract/config/platform.ts';
import { diskSpace } from '../../diskSpace.ts';
import { Refusal } from '../../errors.ts';
import { implement } from '../../implement.ts';
import { MULTIPART } from '../../plugins/multipart.ts';
import { install, installation } from '../installation.ts';
import { businesses } from './businesses.ts';
import { draft, keepDraft, removeDraft, saveDraft } from './drafts.ts';
import { background, favicon, logo, productImage } from './images.ts';
import { manifest } from './manifest.ts';
import { publicParametersCallcenter, publicParametersSac } from './publicParameters.ts';

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
  // The file was stored while the body was read; a body in JSON could only tell of one that is not there.
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
