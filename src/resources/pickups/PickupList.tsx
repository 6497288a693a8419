import AddOutlined from '@mui/icons-material/AddOutlined';
import Button from '@mui/material/Button';
import { useListController } from 'ra-core';
import { useCallback, useMemo, useState } from 'react';
import type { Paginator } from '../../../contract/route.ts';
import type { PickupParty, PickupRow } from '../../../contract/sac/pickups.ts';
import { countText } from '../../custom/components/countText.ts';
import type { RowId } from '../../custom/components/DataTable/columns.ts';
import { DataTable } from '../../custom/components/DataTable/DataTable.tsx';
import { FilterBar } from '../../custom/components/FilterBar/FilterBar.tsx';
import { type FilterValues, textsOf } from '../../custom/components/FilterBar/filters.ts';
import { PageLinks } from '../../custom/components/PageLinks/PageLinks.tsx';
import { Guarded } from '../../custom/layout/Guarded.tsx';
import { Page } from '../../custom/layout/Page.tsx';
import { ErrorState } from '../../custom/layout/states/ErrorState.tsx';
import { UnknownPath } from '../../custom/layout/states/UnknownPath.tsx';
import { useCan } from '../../custom/layout/useCan.ts';
import { GenerateDialog } from './GenerateDialog.tsx';
import { NoPickups } from './NoPickups.tsx';
import { PartyDialog } from './PartyDialog.tsx';
import { PickupDialog } from './PickupDialog.tsx';
import { PickupSelection } from './PickupSelection.tsx';
import { PickupTabs } from './PickupTabs.tsx';
import { pickupColumns } from './pickupColumns.tsx';
import { usePickupFilters } from './pickupFilters.ts';
import { useRowActions } from './rowActions.tsx';
import { usePickupAddress } from './usePickupAddress.ts';

const COUNT_CAP = 10_000;

/** `/coletas`: the pickups; `/coletas/12` opens one over the list, `/coletas/gerar` the tickets that wait. */
export function PickupList() {
  const { opened } = usePickupAddress();
  if (opened === undefined) return <UnknownPath />;
  return (
    <Guarded permission="SAC_COLETAS">
      <List />
    </Guarded>
  );
}

function List() {
  const list = useListController<PickupRow>({
    resource: 'coletas',
    perPage: 25,
    sort: { field: 'dtCriacao', order: 'DESC' },
    debounce: 0,
  });
  const { can } = useCan();
  const { opened, addressOf, open, close } = usePickupAddress();
  const [ticked, setTicked] = useState<ReadonlySet<RowId>>(NOTHING_TICKED);
  const [party, setParty] = useState<PickupParty | null>(null);
  const filters = usePickupFilters();
  const values = useMemo(() => textsOf(list.filterValues), [list.filterValues]);
  const { setFilters } = list;
  const setValues = useCallback(
    (next: FilterValues) => {
      setTicked(NOTHING_TICKED);
      setFilters(next, undefined);
    },
    [setFilters],
  );
  const rowLink = useCallback(({ id }: PickupRow) => addressOf(id), [addressOf]);
  const rowActions = useRowActions(setParty);
  const mayGenerate = can('COLETAS_GERAR');
  const generate = useCallback(() => open('gerar'), [open]);
  const total = list.total ?? 0;
  return (
    <Page
      title="Coletas"
      count={
        list.total === undefined
          ? null
          : `${countText(total, COUNT_CAP)} ${total === 1 ? 'coleta' : 'coletas'}`
      }
      actions={
        mayGenerate && (
          <Button variant="contained" startIcon={<AddOutlined />} onClick={generate}>
            Gerar coletas
          </Button>
        )
      }
      fill
    >
      <PickupTabs values={values} onChange={setValues} />
      <FilterBar
        filters={filters}
        values={values}
        onChange={setValues}
        search={{ key: 'termo', label: 'Buscar coletas', placeholder: 'Coleta, ticket ou responsável' }}
      />
      <DataTable
        label="Coletas"
        columns={pickupColumns}
        rows={list.data ?? NO_ROWS}
        rowId={rowId}
        rowLink={rowLink}
        rowActions={rowActions}
        actionsWidth={72}
        sort={{ field: list.sort.field, direction: list.sort.order }}
        onSort={({ field, direction }) => list.setSort({ field, order: direction })}
        selection={
          can('COLETAS_CONFIRMAR') ? { ids: ticked, onChange: setTicked, label: tickLabel } : undefined
        }
        loading={list.isPending || list.isPlaceholderData}
        error={list.error ? <ErrorState error={list.error} onRetry={() => list.refetch()} /> : undefined}
        empty={
          <NoPickups
            filtered={Object.keys(values).length > 0}
            onClear={() => setValues({})}
            onGenerate={mayGenerate ? generate : undefined}
          />
        }
        rowCount={list.total}
        rowOffset={(list.page - 1) * list.perPage}
        maxHeight="100%"
      />
      <PickupSelection ids={ticked} onClear={() => setTicked(NOTHING_TICKED)} />
      <PageLinks
        page={list.page}
        lastPage={(list.meta as Paginator | undefined)?.last_page ?? 1}
        perPage={list.perPage}
        total={list.total}
        onPage={list.setPage}
        onPerPage={list.setPerPage}
        noun={['coleta', 'coletas']}
      />
      {typeof opened === 'number' && <PickupDialog id={opened} onClose={close} onParty={setParty} />}
      {opened === 'gerar' && <GenerateDialog onClose={close} />}
      {party && <PartyDialog party={party} onClose={() => setParty(null)} />}
    </Page>
  );
}

const NO_ROWS: PickupRow[] = [];
const NOTHING_TICKED: ReadonlySet<RowId> = new Set();
const rowId = ({ id }: PickupRow) => id;
const tickLabel = ({ id }: PickupRow) => `Selecionar coleta ${id}`;
