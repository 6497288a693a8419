import { Suspense, useCallback, useState } from 'react';
import { useLocation, useNavigate } from 'react-router-dom';
import { type AgendaRow, MAX_AGENDA_ROWS } from '#contract/callcenter/agendas/agendaShapes.ts';
import { agendaRoutes } from '#contract/callcenter/agendas/agendas.ts';
import type { CallInput } from '#data/call.ts';
import { downloadProgress } from '#data/fileTransfer.ts';
import { RepeatLastOrder } from '#src/resources/orders/shared/RepeatLastOrder.tsx';
import { useRepeatKey } from '#src/resources/orders/shared/useRepeatLastOrder.ts';
import type { RowId } from '#ui/components/DataTable/columns.ts';
import type { FilterValues } from '#ui/components/FilterBar/filters.ts';
import { ExportButton } from '#ui/lists/ExportButton.tsx';
import { ListTable } from '#ui/lists/ListTable.tsx';
import { listCount, useList } from '#ui/lists/list.tsx';
import { useFilterValues } from '#ui/lists/useDropInvalidFilters.ts';
import { UnknownPath } from '#ui/shell/LoadedPage.tsx';
import { lazyScreen } from '#ui/shell/loadLater.tsx';
import { Page } from '#ui/shell/Page.tsx';
import { RequirePermission } from '#ui/shell/RequirePermission.tsx';
import { EmptyState } from '#ui/shell/states/StateMessage.tsx';
import { PageSkeleton } from '#ui/shell/states/skeletons.tsx';
import { useCan } from '#ui/shell/usePerson.ts';
import { AgendaPageActions } from './AgendaPageActions.tsx';
import { AgendaSelection } from './AgendaSelection.tsx';
import { agendaColumns, agendaDefaults, agendaFilters } from './agendaTable.tsx';

/** `/agendas`: the list or the calendar. */
export function AgendaList() {
  const { view } = useAgendaAddress();
  if (!view) return <UnknownPath />;
  return (
    <RequirePermission permission="AGENDA">
      {view.kind === 'list' ? (
        <AgendaTable opened={view.open} />
      ) : (
        <Suspense fallback={<PageSkeleton />}>
          <AgendaCalendar />
        </Suspense>
      )}
    </RequirePermission>
  );
}

const AgendaCalendar = lazyScreen(() => import('./calendar/AgendaCalendar.tsx'), 'AgendaCalendar');

/** The list: filters in the address, saved views, selectable columns, and one agenda open over it. */
function AgendaTable({ opened }: { opened: number | null }) {
  const list = useList<AgendaRow>(
    'agendas',
    { field: 'data_agendada', order: 'ASC' },
    { filterDefaultValues: OPEN_FIRST },
  );
  const { can } = useCan();
  const { addressOf, close } = useAgendaAddress();
  const [ticked, setTicked] = useState<ReadonlySet<RowId>>(NOTHING_TICKED);
  const untick = useCallback(() => setTicked(NOTHING_TICKED), []);
  const { values, setValues } = useFilterValues(list, untick);
  const rowLink = useCallback(({ id }: AgendaRow) => addressOf(id), [addressOf]);
  const repeats = can('ORCAMENTO_EDITAR');
  const [cell, setCell] = useState<{ agenda: AgendaRow; element: HTMLElement } | null>(null);
  const repeatKey = useRepeatKey('Lista de agendas', customerIdOf);
  return (
    <Page
      title={{ menu: 'Agendas' }}
      count={listCount(list, ['agenda', 'agendas'])}
      actions={<AgendaPageActions shown="list" />}
      fill
    >
      <ListTable
        list={list}
        mostRows={MAX_AGENDA_ROWS}
        values={values}
        onValues={setValues}
        views="agendas"
        sums="agendas"
        noun={['agenda', 'agendas']}
        columnsKey="colunas-agendas"
        columns={agendaColumns}
        defaults={agendaDefaults}
        filters={agendaFilters()}
        search={{ key: 'texto', placeholder: 'Agenda, cliente ou assunto' }}
        tools={<ExportAgendas values={values} direction={list.sort.order} />}
        rowLink={rowLink}
        onEdit={(agenda, _column, element) => setCell({ agenda, element })}
        rowActions={repeats ? rowActions : undefined}
        actionsWidth={56}
        onRowKeyDown={repeatKey}
        selection={can('AGENDA_EDITAR') ? { ids: ticked, onChange: setTicked, label: tickLabel } : undefined}
        bulk={<AgendaSelection ids={ticked} onClear={untick} />}
        hint="outro cliente ou assunto"
        empty={
          <EmptyState
            title="Ainda não há agendas"
            text="Os contatos que você marcar com clientes aparecem aqui."
          />
        }
        links={3}
      />
      {cell && (
        <Suspense>
          <RescheduleDialog
            agenda={cell.agenda}
            cell={cell.element}
            onDone={() => setCell(null)}
            onClose={() => setCell(null)}
          />
        </Suspense>
      )}
      {opened !== null && (
        <Suspense>
          <AgendaDialog id={opened} onClose={close} />
        </Suspense>
      )}
    </Page>
  );
}

const AgendaDialog = lazyScreen(() => import('./shared/AgendaDialog.tsx'), 'AgendaDialog');
const RescheduleDialog = lazyScreen(() => import('./shared/RescheduleDialog.tsx'), 'RescheduleDialog');

const customerIdOf = ({ cliente }: AgendaRow) => cliente.id;
const rowActions = ({ cliente }: AgendaRow) => <RepeatLastOrder customer={cliente} />;

/** Initially shows only open agendas; removing the filter shows the rest. */
const OPEN_FIRST = { situacao: ['ATRASADA', 'PENDENTE'] };
const NOTHING_TICKED: ReadonlySet<RowId> = new Set();
const tickLabel = ({ id }: AgendaRow) => `Selecionar agenda ${id}`;

interface ExportAgendasProps {
  values: FilterValues;
  direction: 'ASC' | 'DESC';
}

/** Exports all agendas that the list finds as a file. */
function ExportAgendas({ values, direction }: ExportAgendasProps) {
  return (
    <ExportButton
      download={(formato, options) =>
        downloadProgress(
          agendaRoutes.exportFile,
          { body: { filtros: typed(values), formato, direction } },
          { name: `agendas.${formato}`, ...options },
        )
      }
    />
  );
}

type Filters = NonNullable<CallInput<typeof agendaRoutes.exportFile>['body']['filtros']>;

/** Converts the address's filters, which are strings, to the types of the request body. */
const typed = (values: FilterValues): Filters =>
  Object.fromEntries(
    Object.entries(values)
      .filter(([, value]) => value !== undefined && value.length > 0)
      .map(([key, value]) => {
        if (key === 'situacao' || key === 'no_grupo') return [key, [value].flat()];
        return [key, key.startsWith('id') ? Number(value) : value];
      }),
  );

/** What the address shows; `undefined` for an invalid one. */
type AgendaView = { kind: 'list'; open: number | null } | { kind: 'calendar' } | undefined;

/** Parses `/agendas`, `/agendas/12` (over the list, with its filters) and `/agendas/calendario`. */
function useAgendaAddress() {
  const { pathname, search } = useLocation();
  const navigate = useNavigate();
  const addressOf = useCallback((id: number) => `/agendas/${id}${search}`, [search]);
  // Adds no entry to the history, in which 'back' would open and close the same agenda for ever.
  const close = useCallback(() => navigate(`/agendas${search}`, { replace: true }), [navigate, search]);
  return { view: viewOf(pathname), addressOf, close };
}

function viewOf(pathname: string): AgendaView {
  const segment = pathname.replace(/^\/agendas\/?/, '').replace(/\/$/, '');
  if (segment === '') return { kind: 'list', open: null };
  if (segment === 'calendario') return { kind: 'calendar' };
  return /^\d{1,9}$/.test(segment) ? { kind: 'list', open: Number(segment) } : undefined;
}
