import ChevronLeft from '@mui/icons-material/ChevronLeft';
import ChevronRight from '@mui/icons-material/ChevronRight';
import Box from '@mui/material/Box';
import IconButton from '@mui/material/IconButton';
import { Hint } from '../../ui/components/Hint.tsx';

/** 'novembro de 2026' */
export const monthName = (month: string): string =>
  new Intl.DateTimeFormat('pt-BR', { month: 'long', year: 'numeric', timeZone: 'UTC' }).format(
    new Date(`${month}-15T12:00:00Z`),
  );

function beside(month: string, by: 1 | -1): string {
  const date = new Date(`${month}-15T12:00:00Z`);
  date.setUTCMonth(date.getUTCMonth() + by);
  return date.toISOString().slice(0, 7);
}

interface MonthSwitchProps {
  month: string;
  onChange: (month: string) => void;
}

export const MonthSwitch = ({ month, onChange }: MonthSwitchProps) => (
  <Box role="group" aria-label="Mês" sx={{ display: 'flex', alignItems: 'center', gap: 1 }}>
    <Hint text="Mês anterior">
      <IconButton size="small" aria-label="Mês anterior" onClick={() => onChange(beside(month, -1))}>
        <ChevronLeft />
      </IconButton>
    </Hint>
    <span aria-live="polite" style={{ minWidth: 128, textAlign: 'center' }}>
      {monthName(month)}
    </span>
    <Hint text="Mês seguinte">
      <IconButton size="small" aria-label="Mês seguinte" onClick={() => onChange(beside(month, 1))}>
        <ChevronRight />
      </IconButton>
    </Hint>
  </Box>
);
