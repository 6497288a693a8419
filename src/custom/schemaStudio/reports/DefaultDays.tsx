import { ChoiceProperty, type PropertyProps } from '../parts/PropertyFields.tsx';

interface DefaultDaysProps extends Omit<PropertyProps<unknown>, 'label'> {
  isRange: boolean;
}

const DAYS: Record<string, string> = {
  '@hoje': 'Hoje',
  '@hoje-1d': 'Ontem',
  '@hoje-30d': 'Há 30 dias',
  '@inicio_mes': 'Início do mês',
  '@fim_mes': 'Fim do mês',
  '@inicio_ano': 'Início do ano',
};
const RANGES: Record<string, readonly [inicio: string, fim: string, label: string]> = {
  mes: ['@inicio_mes', '@hoje', 'Este mês, até hoje'],
  d7: ['@hoje-7d', '@hoje', 'Últimos 7 dias'],
  d30: ['@hoje-30d', '@hoje', 'Últimos 30 dias'],
  d90: ['@hoje-90d', '@hoje', 'Últimos 90 dias'],
  ano: ['@inicio_ano', '@hoje', 'Este ano, até hoje'],
};

/** What a date filter begins with: days that move with the calendar. */
export function DefaultDays({ isRange, value, onChange, ...shared }: DefaultDaysProps) {
  const range = (value ?? {}) as { inicio?: string; fim?: string };
  const chosen = isRange
    ? (Object.keys(RANGES).find(
        (key) => RANGES[key]?.[0] === range.inicio && RANGES[key]?.[1] === range.fim,
      ) ?? (value === undefined ? '' : 'outro'))
    : String(value ?? '');
  const offered = isRange
    ? Object.entries(RANGES).map(([key, [, , label]]) => ({ value: key, label }))
    : Object.entries(DAYS).map(([key, label]) => ({ value: key, label }));
  const others = isRange && chosen === 'outro' ? [{ value: 'outro', label: 'Como está no JSON' }] : [];
  return (
    <ChoiceProperty
      {...shared}
      label="Começa com"
      value={chosen}
      choices={[{ value: '', label: 'Vazio' }, ...offered, ...others]}
      onChange={(key) => {
        if (key === 'outro') return;
        const [inicio, fim] = RANGES[key] ?? [];
        onChange(key === '' ? undefined : isRange ? { inicio, fim } : key);
      }}
    />
  );
}
