import type { platformRoutes } from '../../../contract/config/platform.ts';
import type { Output } from '../../../contract/route.ts';
import type { PublicContext } from '../../context.ts';
import { channelSigner } from '../../realtime/channelSigner.ts';
import { serviceParameters } from '../parameters/queries.ts';

/** This server first, then the others that are configured (document 002 section 3). */
export async function businesses(
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
