import AvatarGroup from '@mui/material/AvatarGroup';
import Typography from '@mui/material/Typography';
import { useCallback, useEffect, useRef, useState } from 'react';
import { TYPING, ticketChannel } from '#contract/realtime.ts';
import { listText } from '#contract/rules/text.ts';
import { currentInitialLoad } from '#data/session.ts';
import { PersonAvatar } from '#ui/components/display/Chips.tsx';
import { firstName } from '#ui/components/display/Texts.tsx';
import { live } from '#ui/live/live.ts';
import type { Member } from '#ui/live/liveClient.ts';
import { isOfCompany } from './ticketReader.ts';

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
