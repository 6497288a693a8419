import AvatarGroup from '@mui/material/AvatarGroup';
import { PersonAvatar } from '../../ui/components/display/PersonAvatar.tsx';
import { namesText } from '../../ui/live/namesText.ts';
import { useMembers } from './useMembers.ts';

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
