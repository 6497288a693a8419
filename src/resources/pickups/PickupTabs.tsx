import Tab from '@mui/material/Tab';
import Tabs from '@mui/material/Tabs';
import { pickupStatus } from '../../../contract/catalogs/transport.ts';
import { CatalogIcon } from '../../ui/components/display/CatalogIcon.tsx';
import { type FilterValues, listOf } from '../../ui/components/FilterBar/filters.ts';

interface PickupTabsProps {
  values: FilterValues;
  onChange: (values: FilterValues) => void;
}

const PLURALS: Record<string, string> = {
  GERADA: 'Geradas',
  CONFIRMADA: 'Confirmadas',
  CANCELADA: 'Canceladas',
};

/** One tab a situation; the first holds them all. */
export function PickupTabs({ values, onChange }: PickupTabsProps) {
  const { status: _, ...others } = values;
  const chosen = listOf(values, 'status');
  const current = chosen.length === 0 ? 'TODAS' : chosen.length === 1 ? chosen[0] : false;
  return (
    <Tabs
      value={current}
      onChange={(_event, next: string) => onChange(next === 'TODAS' ? others : { ...others, status: [next] })}
      aria-label="Situação das coletas"
      sx={{ flex: 'none', mb: 2 }}
    >
      <Tab value="TODAS" label="Todas" />
      {pickupStatus.map(({ value, label, icon }) => (
        <Tab
          key={value}
          value={value}
          icon={<CatalogIcon name={icon} size={16} />}
          label={PLURALS[value] ?? label}
        />
      ))}
    </Tabs>
  );
}
