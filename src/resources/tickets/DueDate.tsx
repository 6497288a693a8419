import AlarmOutlined from '@mui/icons-material/AlarmOutlined';
import { styled } from '@mui/material/styles';
import { visuallyHidden } from '@mui/utils';
import { RelativeDate } from '../../custom/components/display/RelativeDate.tsx';

interface DueDateProps {
  value: string | null;
  status: string;
  /** In a table: an alarm clock in place of the word, which stays for the screen reader. */
  short?: boolean;
}

/** When the current step is due; a late one says so by more than its colour. */
export function DueDate({ value, status, short = false }: DueDateProps) {
  if (!value) return '—';
  const closed = status === 'FINALIZADO' || status === 'CANCELADO';
  const late = !closed && new Date(value).getTime() < Date.now();
  if (!late) return <RelativeDate value={value} exact={!short} />;
  return (
    <Late>
      {short ? (
        <>
          <AlarmOutlined aria-hidden />
          <span style={visuallyHidden}>Atrasado: </span>
        </>
      ) : (
        'Atrasado · '
      )}
      <RelativeDate value={value} exact={!short} />
    </Late>
  );
}

const Late = styled('span')(({ theme }) => ({
  color: theme.vars.palette.actions.perigo.text,
  fontWeight: 500,
  '& svg': { fontSize: 15, verticalAlign: -3, marginRight: 4 },
}));
