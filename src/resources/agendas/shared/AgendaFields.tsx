import Box from '@mui/material/Box';
import { useEffect, useRef, useState } from 'react';
import { formatCalendarDate } from '#contract/rules/time/calendarDate.ts';
import { ownToday } from '#data/session.ts';
import { DateField, TimeField } from '#ui/components/inputs/DateField.tsx';
import { type Asking, useBodyField } from '#ui/editing/BodyField.tsx';

/** A day and a time on the clock of the agenda's branch. */
interface Moment {
  day: string | null;
  time: string;
}

interface MomentInputProps {
  route: Asking;
  /** The day that is proposed where there is no moment yet. */
  day?: string;
  /** The day that it was dragged to: a change of the person's, as if it had been typed. */
  movedTo?: string | undefined;
  /** Text below the fields that says which branch's clock applies. */
  help: string;
}

/** When an agenda is planned for, as 'AAAA-MM-DD HH:mm'; null while a part is missing. */
export function MomentInput({ route, day = ownToday(), movedTo, help }: MomentInputProps) {
  const { value, problem, set } = useBodyField(route, 'data_agendada');
  const instant = typeof value === 'string' && value !== '' ? value : null;
  const [typed, setTyped] = useState<Moment>({ day, time: '' });
  // What others planned, or a draft held, takes the place of what was typed here.
  const shown = instant === null || momentText(typed) === instant ? typed : momentOf(instant);
  const change = (part: Partial<Moment>) => {
    const next = { ...shown, ...part };
    setTyped(next);
    set(momentText(next));
  };
  const moved = useRef(false);
  useEffect(() => {
    if (movedTo && !moved.current) change({ day: movedTo });
    moved.current = true;
  });
  return (
    <Box sx={{ display: 'grid', gridTemplateColumns: 'minmax(0, 3fr) minmax(112px, 2fr)', gap: 3 }}>
      <DateField
        label="Dia"
        required
        value={shown.day}
        onChange={(next) => change({ day: next })}
        min={ownToday()}
        error={Boolean(problem)}
        helperText={problem ?? help}
      />
      <TimeField
        label="Hora"
        required
        value={shown.time}
        onChange={(time) => change({ time })}
        error={Boolean(problem)}
      />
    </Box>
  );
}

const momentOf = (text: string): Moment => ({ day: text.slice(0, 10), time: text.slice(11, 16) });

const momentText = ({ day, time }: Moment): string | null =>
  day && /^\d\d:\d\d/.test(time) ? `${day} ${time.slice(0, 5)}` : null;

/** '21/11/2026 09:00' */
export const momentWords = (text: string): string =>
  text ? `${formatCalendarDate(text.slice(0, 10))} ${text.slice(11, 16)}` : '(vazio)';
