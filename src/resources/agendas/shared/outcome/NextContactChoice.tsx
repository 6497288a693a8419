import { styled } from '@mui/material/styles';
import { useId, useState } from 'react';
import type { NextContacts } from '#contract/callcenter/agendas/nextContacts.ts';
import { formatComingMoment } from '#contract/rules/time/calendarDate.ts';
import { readMoment } from '#contract/rules/time/dayRange.ts';
import { localDate, localTime } from '#contract/rules/time/zonedTime.ts';
import { ownToday } from '#data/session.ts';
import { Button } from '#ui/components/Button.tsx';
import { DateField, TimeField } from '#ui/components/inputs/DateField.tsx';

type Proposals = Pick<NextContacts, 'fuso' | 'opcoes'>;

/** 'AAAA-MM-DD HH:mm' on the branch's clock. */
export const onClock = (instant: string, zone: string): string =>
  `${localDate(instant, zone)} ${localTime(instant, zone)}`;

/** The same as people read it: 'amanhã às 08:00'. */
export const comingText = (moment: string, zone: string): string => {
  const at = readMoment(moment, zone);
  return at ? formatComingMoment(at, Date.now(), zone) : moment;
};

interface NextContactChoiceProps {
  contacts: Proposals;
  /** 'AAAA-MM-DD HH:mm' on the branch's clock; `null` while no next contact is wanted. */
  value: string | null;
  onChange: (moment: string | null) => void;
}

/** When the next contact is: a moment within the customer's days and the branch's hours by one press, or a day and an hour. */
export function NextContactChoice({ contacts, value, onChange }: NextContactChoiceProps) {
  const { fuso, opcoes } = contacts;
  const label = useId();
  const [typed, setTyped] = useState<{ day: string | null; time: string } | null>(null);
  const now = Date.now();
  const type = (part: { day?: string | null; time?: string }) => {
    const next = { ...(typed ?? { day: null, time: '' }), ...part };
    setTyped(next);
    onChange(next.day && next.time ? `${next.day} ${next.time}` : null);
  };
  const choose = (moment: string) => {
    setTyped(null);
    onChange(moment === value ? null : moment);
  };
  const toggleTyped = () => {
    setTyped(typed ? null : { day: ownToday(), time: '' });
    onChange(null);
  };
  return (
    <Row role="group" aria-labelledby={label}>
      <span id={label}>Próximo contato</span>
      {opcoes.map(({ valor, em }) => {
        const moment = onClock(em, fuso);
        return (
          <Toggle
            key={valor}
            isOn={typed === null && moment === value}
            label={formatComingMoment(em, now, fuso)}
            onPress={() => choose(moment)}
          />
        );
      })}
      <Toggle isOn={typed !== null} label="Outro dia e hora" onPress={toggleTyped} />
      {typed && (
        <Fields>
          <DateField label="Dia" value={typed.day} min={ownToday()} onChange={(day) => type({ day })} />
          <TimeField label="Hora" value={typed.time} onChange={(time) => type({ time })} autoFocus />
        </Fields>
      )}
    </Row>
  );
}

interface ToggleProps {
  isOn: boolean;
  label: string;
  onPress: () => void;
}

const Toggle = ({ isOn, label, onPress }: ToggleProps) => (
  <Button
    size="small"
    variant={isOn ? 'contained' : 'outlined'}
    color={isOn ? 'primary' : 'inherit'}
    aria-pressed={isOn}
    onClick={onPress}
  >
    {label}
  </Button>
);

const Row = styled('div')(({ theme }) => ({
  display: 'flex',
  flexWrap: 'wrap',
  alignItems: 'center',
  gap: 8,
  '& > span': { fontSize: '0.8125rem', color: theme.vars.palette.text.secondary },
}));

const Fields = styled('div')({
  display: 'grid',
  gridTemplateColumns: 'minmax(0, 3fr) minmax(88px, 2fr)',
  gap: 12,
  flex: '1 1 100%',
  maxWidth: 360,
  paddingTop: 4,
});
