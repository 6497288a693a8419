import AddIcon from '@mui/icons-material/Add';
import CloseIcon from '@mui/icons-material/Close';
import ContentCopyIcon from '@mui/icons-material/ContentCopy';
import FormHelperText from '@mui/material/FormHelperText';
import IconButton from '@mui/material/IconButton';
import Menu from '@mui/material/Menu';
import MenuItem from '@mui/material/MenuItem';
import Stack from '@mui/material/Stack';
import { styled } from '@mui/material/styles';
import Tooltip from '@mui/material/Tooltip';
import Typography from '@mui/material/Typography';
import { useId, useState } from 'react';
import { upperFirst } from '#contract/rules/text.ts';
import { WEEKDAYS } from '#contract/rules/time/calendarDate.ts';
import {
  MOST_SPANS,
  type StoredSpan,
  type StoredWorkWeek,
  WORK_DAYS,
  workDayProblem,
} from '#contract/rules/time/workWeek.ts';
import { TimeField } from '#ui/components/inputs/DateField.tsx';

interface WorkWeekInputProps {
  value: StoredWorkWeek;
  onChange: (week: StoredWorkWeek) => void;
  error: string | undefined;
}

/** Where a day's hours may be copied to. */
const COPIES = [
  { label: 'De segunda a sexta', days: [1, 2, 3, 4, 5] },
  { label: 'De segunda a sábado', days: [1, 2, 3, 4, 5, 6] },
  { label: 'Todos os dias', days: WORK_DAYS },
] as const;

/** The working hours of each weekday, any number of spans with breaks between them. */
export function WorkWeekInput({ value: { semana }, onChange, error }: WorkWeekInputProps) {
  const set = (days: readonly number[], spans: StoredSpan[]) =>
    onChange({ semana: semana.map((before, day) => (days.includes(day) ? spans : before)) });
  return (
    <div>
      {WORK_DAYS.map((day) => (
        <DayRow
          key={day}
          name={WEEKDAYS[day]}
          spans={semana[day] ?? []}
          onChange={(spans) => set([day], spans)}
          onCopy={(days) => set(days, semana[day] ?? [])}
        />
      ))}
      {error && <FormHelperText error>{error}</FormHelperText>}
    </div>
  );
}

interface DayRowProps {
  name: string;
  spans: readonly StoredSpan[];
  onChange: (spans: StoredSpan[]) => void;
  onCopy: (days: readonly number[]) => void;
}

function DayRow({ name, spans, onChange, onCopy }: DayRowProps) {
  const [added, setAdded] = useState(false);
  // A time that is still being typed is not a mistake yet; saving names it.
  const complete = spans.every(({ inicio, fim }) => inicio && fim);
  const problem = complete ? workDayProblem(spans) : null;
  const change = (index: number, part: Partial<StoredSpan>) =>
    onChange(spans.map((span, i) => (i === index ? { ...span, ...part } : span)));
  const add = () => {
    setAdded(true);
    onChange([...spans, { inicio: '', fim: '' }]);
  };
  return (
    <Day role="group" aria-label={upperFirst(name)}>
      <Typography className="name" variant="subtitle2" component="div">
        {upperFirst(name)}
      </Typography>
      <Stack spacing={2} className="spans">
        {spans.length === 0 && (
          <Typography color="text.secondary" sx={{ py: 1 }}>
            Fechado
          </Typography>
        )}
        {spans.map((span, index) => (
          // The fields keep their places while they are typed in; the server puts the spans in order.
          // biome-ignore lint/suspicious/noArrayIndexKey: a span is known by its place alone
          <Stack key={index} direction="row" spacing={1} sx={{ alignItems: 'center' }}>
            <TimeField
              label="Início"
              value={span.inicio}
              autoFocus={added && index === spans.length - 1}
              onChange={(inicio) => change(index, { inicio })}
              sx={{ width: 96 }}
            />
            <TimeField
              label="Fim"
              value={span.fim}
              endOfDay
              onChange={(fim) => change(index, { fim })}
              sx={{ width: 96 }}
            />
            <Tooltip title="Tirar este horário">
              <IconButton
                size="small"
                aria-label={`Tirar o horário ${index + 1} de ${name}`}
                onClick={() => onChange(spans.filter((_, i) => i !== index))}
              >
                <CloseIcon fontSize="small" />
              </IconButton>
            </Tooltip>
          </Stack>
        ))}
        {problem && <FormHelperText error>{upperFirst(problem)}</FormHelperText>}
      </Stack>
      <div className="acts">
        <Tooltip title="Incluir horário">
          <span>
            <IconButton
              size="small"
              aria-label={`Incluir horário em ${name}`}
              disabled={spans.length >= MOST_SPANS}
              onClick={add}
            >
              <AddIcon fontSize="small" />
            </IconButton>
          </span>
        </Tooltip>
        <CopyMenu name={name} onCopy={onCopy} />
      </div>
    </Day>
  );
}

function CopyMenu({ name, onCopy }: Pick<DayRowProps, 'name' | 'onCopy'>) {
  const [anchor, setAnchor] = useState<HTMLElement | null>(null);
  const menuId = useId();
  return (
    <>
      <Tooltip title="Copiar para os outros dias">
        <IconButton
          size="small"
          aria-label={`Copiar ${name} para os outros dias`}
          aria-haspopup="menu"
          aria-controls={anchor ? menuId : undefined}
          onClick={(event) => setAnchor(event.currentTarget)}
        >
          <ContentCopyIcon fontSize="small" />
        </IconButton>
      </Tooltip>
      <Menu id={menuId} anchorEl={anchor} open={anchor !== null} onClose={() => setAnchor(null)}>
        {COPIES.map(({ label, days }) => (
          <MenuItem
            key={label}
            onClick={() => {
              setAnchor(null);
              onCopy(days);
            }}
          >
            {label}
          </MenuItem>
        ))}
      </Menu>
    </>
  );
}

/** Name, hours and buttons side by side; on a phone the name stands above. */
const Day = styled('div')(({ theme }) => ({
  display: 'grid',
  gridTemplateColumns: '1fr auto',
  gridTemplateAreas: '"name acts" "spans spans"',
  gap: theme.spacing(1),
  alignItems: 'start',
  padding: theme.spacing(2, 0),
  borderBottom: `1px solid ${theme.vars.palette.components.linha}`,
  '&:last-of-type': { borderBottom: 0 },
  '& > .name': { gridArea: 'name', paddingTop: theme.spacing(1) },
  '& > .spans': { gridArea: 'spans' },
  '& > .acts': { gridArea: 'acts', display: 'flex' },
  [theme.breakpoints.up('sm')]: {
    gridTemplateColumns: '88px 1fr auto',
    gridTemplateAreas: '"name spans acts"',
  },
}));
