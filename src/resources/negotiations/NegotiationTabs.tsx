import Tab from '@mui/material/Tab';
import Tabs from '@mui/material/Tabs';
import { negotiationStatus } from '../../../contract/catalogs/orderStatus.ts';
import { CatalogIcon } from '../../ui/components/display/CatalogIcon.tsx';
import type { FilterValues } from '../../ui/components/FilterBar/filters.ts';

interface NegotiationTabsProps {
  values: FilterValues;
  onChange: (values: FilterValues) => void;
}

const PLURALS: Record<string, string> = {
  P: 'Pendentes',
  A: 'Autorizados',
  N: 'Negados',
  C: 'Cancelados',
};

/** One tab a situation. What waits is shown first, as the list itself does. */
export function NegotiationTabs({ values, onChange }: NegotiationTabsProps) {
  const { status: _, ...others } = values;
  const choose = (status: string) => onChange(status === 'P' ? others : { ...others, status });
  return (
    <Tabs
      value={typeof values.status === 'string' ? values.status : 'P'}
      onChange={(_event, next: string) => choose(next)}
      aria-label="Situação dos preços negociados"
      sx={{ flex: 'none', mb: 2 }}
    >
      {negotiationStatus.map(({ value, label, icon }) => (
        <Tab
          key={value}
          value={value}
          icon={<CatalogIcon name={icon} size={16} />}
          label={PLURALS[value] ?? label}
        />
      ))}
      <Tab value="TODOS" label="Todos" />
    </Tabs>
  );
}
