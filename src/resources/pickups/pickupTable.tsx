import Tab from '@mui/material/Tab';
import Tabs from '@mui/material/Tabs';
import { rowOf } from '#contract/catalogs/catalog.ts';
import { pickupStatus, pickupType } from '#contract/catalogs/transport.ts';
import { firstOfList } from '#contract/rules/text.ts';
import { PickupRow, pickupRoutes } from '#contract/sac/pickups.ts';
import { call } from '#data/call.ts';
import { representativeOptions } from '#src/resources/people/shared/salespeople.ts';
import type { Column } from '#ui/components/DataTable/columns.ts';
import { CatalogIcon } from '#ui/components/display/CatalogIcon.tsx';
import { type Filter, type FilterValues, listOf } from '#ui/components/FilterBar/filters.ts';
import { fieldColumn } from '#ui/lists/fieldColumn.tsx';
import { eitherOf, oneOf, period, someOf } from '#ui/lists/filterKinds.ts';
import { chip, counted } from '#ui/lists/shown.tsx';
import type { SetFilters } from '#ui/lists/useDropInvalidFilters.ts';

export const pickupColumns: readonly Column<PickupRow>[] = [
  fieldColumn(PickupRow, 'id', { width: 84, sortable: true, defaultDirection: 'DESC', card: 'title' }),
  fieldColumn(PickupRow, 'status', { width: 132, card: 'corner', shown: chip(pickupStatus) }),
  fieldColumn(PickupRow, 'responsavel', {
    label: 'Responsável',
    minWidth: 216,
    card: 'fact',
    second: ({ responsavel }) => rowOf(pickupType, responsavel.tipo).label,
  }),
  fieldColumn(PickupRow, 'totalTickets', {
    id: 'tickets',
    summed: true,
    kind: 'text',
    align: 'left',
    minWidth: 220,
    card: 'fact',
    second: ({ clientes }) => firstOfList(clientes, NAMED),
    shown: counted('ticket', 'tickets'),
  }),
  fieldColumn(PickupRow, 'agendadaPara', { width: 124, card: 'fact' }),
  fieldColumn(PickupRow, 'datahora_criacao', {
    id: 'dtCriacao',
    label: 'Gerada',
    width: 124,
    sortable: true,
  }),
];

const NAMED = 2;

/** The filters besides the status tabs. */
export function pickupFilters(): Filter[] {
  return [
    oneOf('tipo', 'Quem coleta', pickupType, { pinned: true }),
    eitherOf('aberta', 'Em aberto', ['Só as que ainda vão buscar', 'Só as cumpridas ou canceladas']),
    period('Gerada'),
    carrierFilter,
    someOf('representante', 'Representante', representativeOptions('representante')),
  ];
}

/** Only carriers that have pickups, since no other could match anything. */
const carrierFilter: Filter = {
  key: 'transportadora',
  label: 'Transportadora',
  kind: 'autocomplete',
  multiple: true,
  hint: 'Nome ou CNPJ',
  load: async (termo, signal) => {
    const query = { tipo: 'TRANSPORTADORA', take: 100, ...(termo && { termo }) } as const;
    const { itens } = await call(pickupRoutes.list, { query }, { signal });
    const byId = new Map(itens.map(({ responsavel }) => [responsavel.id, responsavel]));
    return [...byId.values()].map(({ id, nome, razSoc }) => ({ value: id, label: nome, second: razSoc }));
  },
  resolve: (ids) => Promise.all(ids.map(carrierOption)),
};

async function carrierOption(id: string) {
  const { itens } = await call(pickupRoutes.list, { query: { transportadora: [Number(id)], take: 1 } });
  return { value: id, label: itens[0]?.responsavel.nome ?? id };
}

interface PickupTabsProps {
  values: FilterValues;
  onChange: SetFilters;
}

const PLURALS: Record<string, string> = {
  GERADA: 'Geradas',
  CONFIRMADA: 'Confirmadas',
  CANCELADA: 'Canceladas',
};

/** One tab per status; the first one shows all. */
export function PickupTabs({ values, onChange }: PickupTabsProps) {
  const { status: _, ...others } = values;
  const chosen = listOf(values, 'status');
  const current = chosen.length === 0 ? 'TODAS' : chosen.length === 1 ? chosen[0] : false;
  const choose = (next?: string[]) => onChange(next ? { ...others, status: next } : others, 'status');
  return (
    <Tabs value={current} aria-label="Situação das coletas" sx={{ flex: 'none', mb: 2 }}>
      <Tab value="TODAS" label="Todas" onClick={() => choose()} />
      {pickupStatus.map(({ value, label, icon }) => (
        <Tab
          key={value}
          value={value}
          onClick={() => choose([value])}
          icon={<CatalogIcon name={icon} size={16} />}
          label={PLURALS[value] ?? label}
        />
      ))}
    </Tabs>
  );
}
