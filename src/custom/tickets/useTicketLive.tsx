import AvatarGroup from '@mui/material/AvatarGroup';
import { type Query, useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { ticketStatus } from '../../../contract/catalogs/ticketStatus.ts';
import {
  publicTicketChannel,
  TICKET_CHANGED,
  type TicketChanged,
  ticketChannel,
} from '../../../contract/realtime.ts';
import { currentInitialLoad } from '../../dataProvider/session.ts';
import { namesText } from '../../ui/components/countText.ts';
import { PersonAvatar } from '../../ui/components/display/PersonAvatar.tsx';
import { live, trailingThrottle } from '../../ui/live/live.ts';
import type { Member } from '../../ui/live/liveClient.ts';

/** Milliseconds during which several events are gathered into one refetch. */
const GATHERED_MS = 150;

export const isStaff = () => currentInitialLoad()?.colaborador.tipo !== 'CONSUMIDOR_FINAL';

/**
 * Refetches everything shown of a ticket whenever it is written, in place, so that scroll position, focus and input are kept.
 * Returns the latest write announced, `null` before the first.
 */
export function useTicketLive(idTicket: number): TicketChanged | null {
  const client = useQueryClient();
  const [news, setNews] = useState<TicketChanged | null>(null);
  useEffect(() => {
    setNews(null);
    const renew = trailingThrottle(
      () => void client.invalidateQueries({ predicate: (query) => isOfTicket(query, idTicket) }),
      GATHERED_MS,
    );
    const channel = isStaff() ? ticketChannel(idTicket) : publicTicketChannel(idTicket);
    const leave = live.listen(channel, {
      onEvent({ event, data }) {
        if (event !== TICKET_CHANGED) return;
        const changed = data as unknown as TicketChanged;
        setNews((before) => (before && before.versao > changed.versao ? before : changed));
        renew.call();
      },
      onMissed: renew.call,
    });
    return () => {
      leave();
      renew.cancel();
    };
  }, [client, idTicket]);
  return news;
}

/** Whether a query's path contains the ticket: the ticket itself, its history, lines, timeline, costs or attachments. */
function isOfTicket({ queryKey }: Query, idTicket: number): boolean {
  const input = queryKey[2] as { params?: { idTicket?: unknown } } | undefined;
  return input?.params?.idTicket === idTicket;
}

/** Avatars of the colleagues who also have this ticket open. */
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

/** The other colleagues who have this ticket open. Empty for an end consumer. */
export function useMembers(idTicket: number): readonly Member[] {
  const [members, setMembers] = useState<readonly Member[]>([]);
  useEffect(() => {
    setMembers([]);
    if (!isStaff()) return;
    const me = currentInitialLoad()?.colaborador.id;
    return live.listen(ticketChannel(idTicket), {
      onMembers: (present) => setMembers(present.filter(({ id }) => id !== me)),
    });
  }, [idTicket]);
  return members;
}

const ofTheirOwn = ticketStatus.map((row) => ({ ...row, label: row.ownLabel ?? row.label }));

/** The status catalogue worded for the viewer: to end consumers, "waiting for the customer" means themselves. */
export const shownStatus = () =>
  currentInitialLoad()?.colaborador.tipo === 'CONSUMIDOR_FINAL' ? ofTheirOwn : ticketStatus;
