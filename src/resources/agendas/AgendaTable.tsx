import Box from '@mui/material/Box';
import { useListController } from 'ra-core';
import { type ComponentProps, Suspense, useCallback, useMemo, useState } from 'react';
import type { AgendaRow } from '../../../contract/callcenter/agendaShapes.ts';
import type { Paginator } from '../../../contract/route.ts';
import { ColumnChooser } from '../../custom/components/ColumnChooser/ColumnChooser.tsx';
import { useColumnPreferences } from '../../custom/components/ColumnChooser/useColumnPreferences.ts';
import { countText } from '../../custom/components/countText.ts';
import type { RowId } from '../../custom/components/DataTable/columns.ts';
import { FittingTable } from '../../custom/components/DataTable/FittingTable.tsx';
import { isOwnChoice } from '../../custom/components/DataTable/fitting.ts';
import { FilterBar } from '../../custom/components/FilterBar/FilterBar.tsx';
import { type FilterValues, textsOf } from '../../custom/components/FilterBar/filters.ts';
import { PageLinks } from '../../custom/components/PageLinks/PageLinks.tsx';
import { lazyScreen } from '../../custom/layout/lazyScreen.ts';
import { Page } from '../../custom/layout/Page.tsx';
import { ErrorState } from '../../custom/layout/states/ErrorState.tsx';
import { useCan } from '../../custom/layout/useCan.ts';
import { ListViews } from '../../custom/lists/views/ListViews.tsx';
import { hadViews } from '../../custom/lists/views/viewsRoom.ts';
import { AgendaPageActions } from './AgendaPageActions.tsx';
import { AgendaSelection } from './AgendaSelection.tsx';
import { agendaColumns, agendaDefaults } from './agendaColumns.tsx';
import { ExportAgendas } from './ExportAgendas.tsx';
import { NoAgendas } from './NoAgendas.tsx';
import { useAgendaAddress } from './useAgendaAddress.ts';
import { useAgendaFilters } from './useAgendaFilters.ts';

const COUNT_CAP = 10_000;

/** The list: filters in the address, own views, columns to choose, and one agenda over it. */
export function AgendaTable({ opened }: { opened: number | null }) {
  const list = useListController<AgendaRow>({
    resource: 'agendas',
    perPage: 25,
    sort: { field: 'data_agendada', order: 'ASC' },
    filterDefaultValues: OPEN_FIRST,
    debounce: 0,
  });
  const { can } = useCan();
  const { addressOf, close } = useAgendaAddress();
  const [ticked, setTicked] = useState<ReadonlySet<RowId>>(NOTHING_TICKED);
  const [tools, setTools] = useState<HTMLElement | null>(null);
  const [keepsRoom] = useState(() => hadViews('agendas'));
  const filters = useAgendaFilters();
  const columns = useColumnPreferences('colunas-agendas', agendaColumns, agendaDefaults);
  const values = useMemo(() => textsOf(list.filterValues), [list.filterValues]);
  const { setFilters } = list;
  const setValues = useCallback(
    (next: FilterValues) => {
      setTicked(NOTHING_TICKED);
      setFilters(next, undefined);
    },
    [setFilters],
  );
  const rowLink = useCallback(({ id }: AgendaRow) => addressOf(id), [addressOf]);
  const sort = { field: list.sort.field, order: list.sort.order };
  const apply: ComponentProps<typeof ListViews>['onApply'] = (next) => {
    if (next.values) setValues(next.values);
    if (next.sort) list.setSort({ field: next.sort.field, order: next.sort.order as 'ASC' | 'DESC' });
    if (next.perPage) list.setPerPage(next.perPage);
    if (next.columns) columns.change(next.columns);
  };
  const total = list.total ?? 0;
  return (
    <Page
      title="Agendas"
      count={
        list.total === undefined
          ? null
          : `${countText(total, COUNT_CAP)} ${total === 1 ? 'agenda' : 'agendas'}`
      }
      actions={<AgendaPageActions shown="list" />}
      fill
    >
      <Box sx={{ flex: 'none', minHeight: keepsRoom ? 36 : 0 }}>
        <ListViews
          list="agendas"
          state={{ values, sort, perPage: list.perPage, columns: columns.preferences }}
          onApply={apply}
          tools={tools}
        />
      </Box>
      <FilterBar
        filters={filters}
        values={values}
        onChange={setValues}
        search={{ key: 'texto', label: 'Buscar agendas', placeholder: 'Agenda, cliente ou assunto' }}
      >
        <span ref={setTools} />
        <ExportAgendas values={values} direction={list.sort.order} />
        {/* A phone shows cards, which have no columns. */}
        <Box component="span" sx={{ display: { xs: 'none', sm: 'inline-flex' } }}>
          <ColumnChooser
            columns={agendaColumns}
            preferences={columns.preferences}
            defaults={agendaDefaults}
            onChange={columns.change}
          />
        </Box>
      </FilterBar>
      <FittingTable
        label="Agendas"
        columns={columns.visible}
        chosen={isOwnChoice(columns.preferences, agendaDefaults)}
        density={columns.density}
        rows={list.data ?? NO_ROWS}
        rowId={rowId}
        rowLink={rowLink}
        sort={{ field: list.sort.field, direction: list.sort.order }}
        onSort={({ field, direction }) => list.setSort({ field, order: direction })}
        selection={can('AGENDA_EDITAR') ? { ids: ticked, onChange: setTicked, label: tickLabel } : undefined}
        loading={list.isPending || list.isPlaceholderData}
        error={list.error ? <ErrorState error={list.error} onRetry={() => list.refetch()} /> : undefined}
        empty={<NoAgendas filtered={Object.keys(values).length > 0} onClear={() => setValues({})} />}
        rowCount={list.total}
        rowOffset={(list.page - 1) * list.perPage}
        maxHeight="100%"
      />
      <AgendaSelection ids={ticked} onClear={() => setTicked(NOTHING_TICKED)} />
      <PageLinks
        page={list.page}
        lastPage={(list.meta as Paginator | undefined)?.last_page ?? 1}
        perPage={list.perPage}
        total={list.total}
        links={3}
        onPage={list.setPage}
        onPerPage={list.setPerPage}
        noun={['agenda', 'agendas']}
      />
      {opened !== null && (
        <Suspense>
          <AgendaDialog id={opened} onClose={close} />
        </Suspense>
      )}
    </Page>
  );
}

const AgendaDialog = lazyScreen(() => import('../../custom/agendas/AgendaDialog.tsx'), 'AgendaDialog');

/** What is still to be done; whoever wants the rest takes the filter out. */
const OPEN_FIRST = { situacao: ['ATRASADA', 'PENDENTE'] };
const NO_ROWS: AgendaRow[] = [];
const NOTHING_TICKED: ReadonlySet<RowId> = new Set();
const rowId = ({ id }: AgendaRow) => id;
const tickLabel = ({ id }: AgendaRow) => `Selecionar agenda ${id}`;
