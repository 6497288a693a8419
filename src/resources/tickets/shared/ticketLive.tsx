import AvatarGroup from '@mui/material/AvatarGroup';
import Typography from '@mui/material/Typography';
import { type Query, useQueryClient } from '@tanstack/react-query';
import { useCallback, useEffect, useRef, useState } from 'react';
import { worksForCompany } from '#contract/catalogs/personType.ts';
import { ticketStatus } from '#contract/catalogs/ticketStatus.ts';
import {
  publicTicketChannel,
  TICKET_CHANGED,
  type TicketChanged,
  TYPING,
  ticketChannel,
} from '#contract/realtime.ts';
import { listText } from '#contract/rules/text.ts';
import { currentInitialLoad } from '#data/session.ts';
import { PersonAvatar } from '#ui/components/display/Chips.tsx';
import { firstName } from '#ui/components/display/Texts.tsx';
import { live, trailingThrottle } from '#ui/live/live.ts';
import type { Member } from '#ui/live/liveClient.ts';

/** Milliseconds during which several events are gathered into one refetch. */
const GATHERED_MS = 150;

export const isStaff = () => currentInitialLoad()?.colaborador.tipo !== 'CONSUMIDOR_FINAL';

/** Whether the person reads what the company writes for itself. */
export function isOfCompany(): boolean {
  const person = currentInitialLoad()?.colaborador;
  return person !== undefined && worksForCompany(person.tipo);
}

/**
 * Refetches everything shown of a ticket whenever it is written, in place, so that scroll position, focus and input are kept.
 */
export function useTicketLive(idTicket: number): void {
  const client = useQueryClient();
  useEffect(() => {
    const renew = trailingThrottle(
      () => void client.invalidateQueries({ predicate: (query) => isOfTicket(query, idTicket) }),
      GATHERED_MS,
    );
    const leave = live.listen(channelOf(idTicket), {
      onEvent: ({ event }) => event === TICKET_CHANGED && renew.call(),
      onMissed: renew.call,
    });
    return () => {
      leave();
      renew.cancel();
    };
  }, [client, idTicket]);
}

const channelOf = (idTicket: number) =>
  isOfCompany() ? ticketChannel(idTicket) : publicTicketChannel(idTicket);

/** The writes to a ticket announced since the component was shown, the oldest first. */
export function useTicketNews(idTicket: number): readonly TicketChanged[] {
  const [news, setNews] = useState<readonly TicketChanged[]>([]);
  useEffect(
    () =>
      live.listen(channelOf(idTicket), {
        onEvent({ event, data }) {
          if (event === TICKET_CHANGED)
            setNews((before) => [...before, data as unknown as TicketChanged].slice(-MOST_NEWS));
        },
      }),
    [idTicket],
  );
  return news;
}

/** Enough to find who completed the step, even if others wrote messages since. */
const MOST_NEWS = 50;

/** Whether a query's path contains the ticket: the ticket itself, its history, lines, timeline, costs or attachments. */
function isOfTicket({ queryKey }: Query, idTicket: number): boolean {
  const input = queryKey[2] as { params?: { idTicket?: unknown } } | undefined;
  return input?.params?.idTicket === idTicket;
}

/** Avatars of the colleagues who also have this ticket open. */
export function TicketPresence({ idTicket }: { idTicket: number }) {
  const members = useMembers(idTicket);
  if (members.length === 0) return null;
  const text = `Também ${members.length === 1 ? 'está' : 'estão'} neste ticket: ${listText(members.map(({ nome }) => nome))}`;
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

/** The other colleagues who have this ticket open. Empty for people outside the company. */
function useMembers(idTicket: number): readonly Member[] {
  const [members, setMembers] = useState<readonly Member[]>([]);
  useEffect(() => {
    setMembers([]);
    if (!isOfCompany()) return;
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

/** 'Bruno está digitando…' in the gap below the composer, so that it neither shifts the layout nor leaves an empty line. */
export function TypingLine({ idTicket }: { idTicket: number }) {
  const typists = useTypists(idTicket);
  const names = useMembers(idTicket)
    .filter(({ id }) => typists.includes(id))
    .map(({ nome }) => firstName(nome));
  return (
    <Typography
      variant="caption"
      component="p"
      role="status"
      sx={{
        position: 'absolute',
        top: '100%',
        left: 12,
        lineHeight: '20px',
        color: (t) => t.vars.palette.components.textoSecundario,
      }}
    >
      {names.length > 0 && `${listText(names)} ${names.length === 1 ? 'está' : 'estão'} digitando…`}
    </Typography>
  );
}

/** Minimum interval between two typing events. */
const SEND_INTERVAL_MS = 3_000;

/** For the composer: call `typing` with each key, and `stopped` when the text was sent or emptied. Staff only. */
export function useTyping(idTicket: number) {
  const saidAt = useRef(0);
  const say = useCallback(
    (data: object) => isOfCompany() && live.whisper(ticketChannel(idTicket), TYPING, data),
    [idTicket],
  );
  const typing = useCallback(() => {
    if (Date.now() - saidAt.current < SEND_INTERVAL_MS) return;
    saidAt.current = Date.now();
    say({});
  }, [say]);
  const stopped = useCallback(() => {
    if (saidAt.current === 0) return;
    saidAt.current = 0;
    say({ parou: true });
  }, [say]);
  useEffect(() => stopped, [stopped]);
  return { typing, stopped };
}

/** A colleague whose last event is older than this is no longer typing. */
const EXPIRES_MS = 6_000;

/** Ids of the colleagues who are typing on this ticket. */
function useTypists(idTicket: number): readonly number[] {
  const [typists, setTypists] = useState<readonly number[]>([]);
  useEffect(() => {
    setTypists([]);
    if (!isOfCompany()) return;
    const timers = new Map<number, ReturnType<typeof setTimeout>>();
    const forget = (id: number) => setTypists((before) => before.filter((each) => each !== id));
    const leave = live.listen(ticketChannel(idTicket), {
      onWhisper(event, from, { parou }) {
        if (event !== TYPING) return;
        clearTimeout(timers.get(from));
        if (parou) return forget(from);
        setTypists((before) => (before.includes(from) ? before : [...before, from]));
        timers.set(
          from,
          setTimeout(() => forget(from), EXPIRES_MS),
        );
      },
    });
    return () => {
      leave();
      for (const timer of timers.values()) clearTimeout(timer);
    };
  }, [idTicket]);
  return typists;
}
