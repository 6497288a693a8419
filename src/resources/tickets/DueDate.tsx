import { useTheme } from '@mui/material/styles';
import { RelativeDate } from '../../custom/components/display/RelativeDate.tsx';

/** When the current step is due; a late one says so in words as well as in colour. */
export function DueDate({ value, status }: { value: string | null; status: string }) {
  const { vars } = useTheme();
  if (!value) return '—';
  const closed = status === 'FINALIZADO' || status === 'CANCELADO';
  const late = !closed && new Date(value).getTime() < Date.now();
  if (!late) return <RelativeDate value={value} />;
  return (
    <span style={{ color: vars.palette.actions.perigo.text, fontWeight: 500 }}>
      Atrasado · <RelativeDate value={value} />
    </span>
  );
}
