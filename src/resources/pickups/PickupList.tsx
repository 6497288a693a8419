import AddOutlined from '@mui/icons-material/AddOutlined';
import Button from '@mui/material/Button';
import { useListController } from 'ra-core';
import { useCallback, useState } from 'react';
import { formatCount } from '../../../contract/rules/format.ts';
import type { PickupParty, PickupRow } from '../../../contract/sac/pickups.ts';
import { Guarded } from '../../custom/console/Guarded.tsx';
import { DEFAULT_PREFERENCES } from '../../ui/components/ColumnChooser/columnPreferences.ts';
import type { RowId } from '../../ui/components/DataTable/columns.ts';
import { useFilterValues } from '../../ui/lists/useFilterValues.ts';
import { ViewedTable } from '../../ui/lists/ViewedTable.tsx';
import { Page } from '../../ui/shell/Page.tsx';
import { UnknownPath } from '../../ui/shell/states/UnknownPath.tsx';
import { useCan } from '../../ui/shell/useCan.ts';
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
  const untick = useCallback(() => setTicked(NOTHING_TICKED), []);
  const { values, setValues } = useFilterValues(list, untick);
  const rowLink = useCallback(({ id }: PickupRow) => addressOf(id), [addressOf]);
  const rowActions = useRowActions(setParty);
  const mayGenerate = can('COLETAS_GERAR');
  const generate = useCallback(() => open('gerar'), [open]);
  const total = list.total ?? 0;
  return (
    <Page
      title="Coletas"
      count={list.total === undefined ? null : formatCount(total, 'coleta', 'coletas', COUNT_CAP)}
      actions={
        mayGenerate && (
          <Button variant="contained" startIcon={<AddOutlined />} onClick={generate}>
            Gerar coletas
          </Button>
        )
      }
      fill
    >
      <ViewedTable
        list={list}
        values={values}
        onValues={setValues}
        views="coletas"
        label="Coletas"
        noun={['coleta', 'coletas']}
        columnsKey="colunas-coletas"
        columns={pickupColumns}
        defaults={DEFAULT_PREFERENCES}
        filters={usePickupFilters()}
        search={{ key: 'termo', label: 'Buscar coletas', placeholder: 'Coleta, ticket ou responsável' }}
        tabs={<PickupTabs values={values} onChange={setValues} />}
        live={{ list: 'coletas', words: ['coleta nova', 'coletas novas'] }}
        rowLink={rowLink}
        rowActions={rowActions}
        actionsWidth={72}
        selection={
          can('COLETAS_CONFIRMAR') ? { ids: ticked, onChange: setTicked, label: tickLabel } : undefined
        }
        bulk={<PickupSelection ids={ticked} onClear={untick} />}
        empty={
          <NoPickups
            filtered={Object.keys(values).length > 0}
            onClear={() => setValues({})}
            onGenerate={mayGenerate ? generate : undefined}
          />
        }
      />
      {typeof opened === 'number' && <PickupDialog id={opened} onClose={close} onParty={setParty} />}
      {opened === 'gerar' && <GenerateDialog onClose={close} />}
      {party && <PartyDialog party={party} onClose={() => setParty(null)} />}
    </Page>
  );
}

const NOTHING_TICKED: ReadonlySet<RowId> = new Set();
const tickLabel = ({ id }: PickupRow) => `Selecionar coleta ${id}`;
