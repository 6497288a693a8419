import { conversationRoutes } from '../../../contract/sac/ticketConversation.ts';
import { implement } from '../../implement.ts';
import { attachmentFile } from './detail/attachmentFile.ts';
import { ticketActivities } from './detail/ticketActivities.ts';
import { attachmentsWhere } from './detail/ticketAttachments.ts';
import { ticketHistory } from './detail/ticketHistory.ts';
import { requireVisibleTicket } from './queries.ts';
import { postMessage } from './reply/postMessage.ts';
import { ticketSectors } from './reply/ticketSectors.ts';

export const conversationImplementation = implement(conversationRoutes, {
  history: ticketHistory,
  postMessage,
  sectors: ({ params }, ctx) => ticketSectors(params.idTicket, ctx),
  activities: ({ params }, ctx) => ticketActivities(params.idTicket, ctx),
  attachments: async ({ params }, { db, user }) => {
    await requireVisibleTicket(db, user, params.idTicket);
    return attachmentsWhere({ db, user }, params.idTicket);
  },
  attachment: attachmentFile,
});
