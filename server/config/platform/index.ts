import { platformRoutes } from '../../../contract/config/platform.ts';
import { implement } from '../../implement.ts';
import { install, installation } from '../installation.ts';
import { businesses } from './businesses.ts';
import { draft, removeDraft, saveDraft } from './drafts.ts';
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
  removeDraft,
  // The file was stored while the body was read.
  upload: async ({ body }) => ({ data: body.arquivo }),
  installation,
  install,
});
