import AvatarGroup from '@mui/material/AvatarGroup';
import { useEffect, useState } from 'react';
import { ticketChannel } from '../../../contract/realtime.ts';
import { currentLoad } from '../../dataProvider/session.ts';
import { PersonAvatar } from '../../ui/components/display/PersonAvatar.tsx';
import { live } from '../../ui/live/live.ts';
import type { Member } from '../../ui/live/liveClient.ts';
import { namesText } from '../../ui/live/namesText.ts';
import { isStaff } from './useTicketLive.ts';

/** Faces of the colleagues who have this ticket open too. */
export function TicketPresence({ idTicket }: { idTicket: number }) {
  const members = useMembers(idTicket);
  if (members.length === 0) return null;
  const text = `Também ${members.length === 1 ? 'está' : 'estão'} neste ticket: ${namesText(members.map(({ nome }) => nome))}`;
  return (
    <AvatarGroup
      max={4}
      role="img"
      aria-label={text}
      title={text}
      spacing={6}
      slotProps={{ surplus: { sx: { width: 28, height: 28, fontSize: 12 } } }}
    >
      {members.map(({ id, nome }) => (
        <PersonAvatar key={id} name={nome} named={false} />
      ))}
    </AvatarGroup>
  );
}

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
