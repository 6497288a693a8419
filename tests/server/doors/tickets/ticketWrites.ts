import { returnRoutes } from '#contract/callcenter/orders/returns.ts';
import { pickupRoutes } from '#contract/sac/pickups.ts';
import { ticketBulkRoutes, ticketExportRoutes } from '#contract/sac/tickets/ticketBulk.ts';
import { conversationRoutes } from '#contract/sac/tickets/ticketConversation.ts';
import { ticketCopyRoutes } from '#contract/sac/tickets/ticketCopies.ts';
import { ticketCostRoutes } from '#contract/sac/tickets/ticketCosts.ts';
import { ticketFollowerRoutes } from '#contract/sac/tickets/ticketFollowers.ts';
import { ticketItemRoutes } from '#contract/sac/tickets/ticketItems.ts';
import { ticketMergeRoutes } from '#contract/sac/tickets/ticketMerges.ts';
import { ticketMoveRoutes } from '#contract/sac/tickets/ticketMoves.ts';
import { ticketSnoozeRoutes } from '#contract/sac/tickets/ticketSnoozes.ts';
import { ticketSplitRoutes } from '#contract/sac/tickets/ticketSplits.ts';
import { ticketRoutes } from '#contract/sac/tickets.ts';
import type { DoorsOf } from '../doorsOf.ts';

export const TICKET_NOUNS = {
  tickets: ticketRoutes,
  merges: ticketMergeRoutes,
  splits: ticketSplitRoutes,
  snoozes: ticketSnoozeRoutes,
  followers: ticketFollowerRoutes,
  copies: ticketCopyRoutes,
  moves: ticketMoveRoutes,
  conversation: conversationRoutes,
  items: ticketItemRoutes,
  costs: ticketCostRoutes,
  bulk: ticketBulkRoutes,
  exports: ticketExportRoutes,
  requests: returnRoutes,
  pickups: pickupRoutes,
} as const;

export const DOOR_OF_TICKETS: DoorsOf<typeof TICKET_NOUNS> = {
  tickets: { create: 'FORM', search: 'READS' },
  merges: { merge: 'FORM', undoMerge: 'COPY' },
  splits: { split: 'FORM', undoSplit: 'COPY' },
  snoozes: { snooze: 'FORM', wake: 'COPY' },
  followers: { follow: 'FORM', unfollow: 'ENDS' },
  copies: { add: 'FORM', remove: 'ENDS' },
  moves: {
    advance: 'FORM',
    goBack: 'FORM',
    finish: 'FORM',
    cancel: 'FORM',
    reopen: 'COPY',
    archive: 'ENDS',
    unarchive: 'COPY',
    reclassify: 'COPY',
    prioritize: 'FORM',
    changeDue: 'FORM',
    assign: 'FORM',
    undo: 'COPY',
  },
  conversation: { postMessage: 'FORM' },
  items: { changeProducts: 'FORM' },
  costs: { create: 'FORM', remove: 'ENDS', sendEmail: 'MAIL' },
  bulk: { run: 'BULK', previewDistribution: 'READS', cancel: 'ENDS' },
  exports: { file: 'READS' },
  requests: { create: 'FORM', addProducts: 'FORM' },
  pickups: { generate: 'BULK', confirm: 'BULK', update: 'FORM', cancel: 'ENDS' },
};
