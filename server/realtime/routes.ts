import { realtimeRoutes } from '../../contract/config/realtime.ts';
import type { Input, Output } from '../../contract/route.ts';
import type { Context } from '../context.ts';
import { notFound } from '../errors.ts';
import { implement } from '../implement.ts';
import { allowedChannels, isPresenceChannel } from './channelAccess.ts';
import { channelSigner } from './channelSigner.ts';
import { missed } from './missed.ts';

type Authorize = typeof realtimeRoutes.authorize;

export const realtimeImplementation = implement(realtimeRoutes, { authorize, missed });

/** Signs for one connection that this person may listen. Out of scope is answered like unknown. */
async function authorize({ body }: Input<Authorize>, ctx: Context): Promise<Output<Authorize>> {
  const { socket_id: socketId, channel_name: channel } = body;
  const allowed = await allowedChannels(ctx.db, ctx.user, [channel]);
  if (!allowed.has(channel)) throw notFound();
  const { sign } = await channelSigner(ctx.db);
  const { id, name, sessionId } = ctx.user;
  const channelData = isPresenceChannel(channel)
    ? JSON.stringify({ user_id: String(id), user_info: { nome: name } })
    : undefined;
  return {
    auth: sign({ socketId, channel, sessionId, channelData }),
    ...(channelData && { channel_data: channelData }),
  };
}
