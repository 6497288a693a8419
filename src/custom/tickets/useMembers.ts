import { useEffect, useState } from 'react';
import { ticketChannel } from '../../../contract/realtime.ts';
import { currentLoad } from '../../dataProvider/session.ts';
import { live } from '../../ui/live/live.ts';
import type { Member } from '../../ui/live/liveClient.ts';
import { isStaff } from './useTicketLive.ts';

/** Colleagues who have this ticket open too, oneself left out. Nobody for an end consumer. */
export function useMembers(idTicket: number): readonly Member[] {
  const [members, setMembers] = useState<readonly Member[]>([]);
  useEffect(() => {
    setMembers([]);
    if (!isStaff()) return;
    const me = currentLoad()?.colaborador.id;
    return live.listen(ticketChannel(idTicket), {
      onMembers: (present) => setMembers(present.filter(({ id }) => id !== me)),
    });
  }, [idTicket]);
  return members;
}
