import AlarmOutlined from '@mui/icons-material/AlarmOutlined';
import HourglassBottomOutlined from '@mui/icons-material/HourglassBottomOutlined';
import { styled } from '@mui/material/styles';
import { visuallyHidden } from '@mui/utils';
import { RelativeDate } from '#ui/components/display/Texts.tsx';

interface DueDateProps {
  value: string | null;
  status: string;
  /** Whether it will soon be late, as determined by the server from working hours. */
  soon?: boolean;
  /** In a table: shows an alarm clock icon; the word remains for screen readers. */
  short?: boolean;
}

/** The due time of the current step; when it is late or nearly so, more than the colour says so. */
export function DueDate({ value, status, soon = false, short = false }: DueDateProps) {
  if (!value) return '—';
  const closed = status === 'FINALIZADO' || status === 'CANCELADO';
  const late = !closed && new Date(value).getTime() < Date.now();
  if (!late && !soon) return <RelativeDate value={value} exact={!short} />;
  const word = late ? 'Atrasado' : 'Vencendo';
  const Icon = late ? AlarmOutlined : HourglassBottomOutlined;
  return (
    <Urgent tone={late ? 'perigo' : 'aviso'}>
      {short ? (
        <>
          <Icon aria-hidden />
          <span style={visuallyHidden}>{word}: </span>
        </>
      ) : (
        `${word} · `
      )}
      <RelativeDate value={value} exact={!short} />
    </Urgent>
  );
}

const Urgent = styled('span', { shouldForwardProp: (name) => name !== 'tone' })<{
  tone: 'perigo' | 'aviso';
}>(({ theme, tone }) => ({
  color: theme.vars.palette.actions[tone].text,
  fontWeight: 500,
  '& svg': { fontSize: 15, verticalAlign: -3, marginRight: 4 },
}));
