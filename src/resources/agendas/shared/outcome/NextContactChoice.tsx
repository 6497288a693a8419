import Alert from '@mui/material/Alert';
import Skeleton from '@mui/material/Skeleton';
import { styled } from '@mui/material/styles';
import { useId } from 'react';
import { formatComingMoment } from '#contract/rules/time/calendarDate.ts';
import { localDate } from '#contract/rules/time/zonedTime.ts';
import { Button } from '#ui/components/Button.tsx';
import { DateField, TimeField } from '#ui/components/inputs/DateField.tsx';
import type { ContactChoice, Proposals } from './contactChoice.ts';

interface NextContactChoiceProps {
  contacts: Proposals;
  choice: ContactChoice;
}

/** When the next contact is: a moment within the customer's days and the branch's hours by one press, or a day and an hour. */
export function NextContactChoice({ contacts, choice }: NextContactChoiceProps) {
  const { fuso, opcoes } = contacts;
  const { chosen, choose, isRefused } = choice;
  const label = useId();
  const now = Date.now();
  // The day of the branch, which may be another one than the person's.
  const today = localDate(now, fuso);
  const proposed = chosen && 'valor' in chosen ? chosen.valor : null;
  const typed = chosen && 'day' in chosen ? chosen : null;
  return (
    <Row role="group" aria-labelledby={label}>
      <span id={label}>Próximo contato</span>
      {distinct(opcoes).map(({ valor, em }) => (
        <Toggle
          key={valor}
          isOn={opcoes.some((each) => each.valor === proposed && each.em === em)}
          label={formatComingMoment(em, now, fuso)}
          onPress={() => choose(valor === proposed ? null : { valor })}
        />
      ))}
      <Toggle
        isOn={typed !== null}
        label="Outro dia e hora"
        onPress={() => choose(typed ? null : { day: today, time: '' })}
      />
      {typed && (
        <Fields>
          <DateField
            label="Dia"
            value={typed.day}
            min={today}
            onChange={(day) => choose({ ...typed, day })}
          />
          <TimeField
            label="Hora"
            value={typed.time}
            onChange={(time) => choose({ ...typed, time })}
            autoFocus
          />
        </Fields>
      )}
      {isRefused && (
        <Alert severity="error" role="alert" sx={{ flex: '1 1 100%' }}>
          Diga o dia e a hora do próximo contato.
        </Alert>
      )}
    </Row>
  );
}

/** For a customer who is not served today, in two hours is the same moment as tomorrow. */
const distinct = (opcoes: Proposals['opcoes']): Proposals['opcoes'] =>
  opcoes.filter(({ em }, index) => opcoes.findIndex((each) => each.em === em) === index);

/** The proposals while they are asked for, as high as they are, so that nothing below them moves. */
export const NextContactSkeleton = () => (
  <Row role="status" aria-busy="true" aria-label="Carregando...">
    <span>Próximo contato</span>
    {LIKELY_WIDTHS.map((width) => (
      <Skeleton key={width} variant="rounded" width={width} height={28} />
    ))}
  </Row>
);

/** 'hoje às 14:00', 'amanhã às 12:05', '06/12 às 12:05' and 'Outro dia e hora'. */
const LIKELY_WIDTHS = [101, 121, 103, 125];

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
