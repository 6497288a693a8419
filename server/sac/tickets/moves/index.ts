import { ticketMoveRoutes } from '../../../../contract/sac/ticketMoves.ts';
import { implement } from '../../../implement.ts';
import { advance } from './advance.ts';
import { archive, unarchive } from './archive.ts';
import { cancel } from './cancel.ts';
import { finish } from './finish.ts';
import { goBack } from './goBack.ts';
import { reclassify } from './reclassify.ts';
import { reopen } from './reopen.ts';

export const ticketMoveImplementation = implement(ticketMoveRoutes, {
  advance,
  goBack,
  finish,
  cancel,
  reopen,
  archive,
  unarchive,
  reclassify,
});
