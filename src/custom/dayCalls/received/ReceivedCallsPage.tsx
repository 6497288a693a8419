import Button from '@mui/material/Button';
import { useCallback, useState } from 'react';
import { CALL_OUTCOMES } from '#contract/callcenter/agendas/incomingCalls.ts';
import { NO_OUTCOME, ReceivedCall, receivedCallRoutes } from '#contract/callcenter/agendas/receivedCalls.ts';
import { field } from '#contract/field.ts';
import { callLength, callSituation } from '#contract/rules/receivedCall.ts';
import type { CallInput } from '#data/call.ts';
import { downloadProgress } from '#data/fileTransfer.ts';
import { resources } from '#data/resources.ts';
import { CustomerPanelLink } from '#src/resources/customers/shared/CustomerLabel.tsx';
import { sellerOptions } from '#src/resources/people/shared/salespeople.ts';
import type { Column } from '#ui/components/DataTable/columns.ts';
import type { Filter, FilterValues } from '#ui/components/FilterBar/filters.ts';
import { ExportButton } from '#ui/lists/ExportButton.tsx';
import { fieldColumn } from '#ui/lists/fieldColumn.tsx';
import { eitherOf, oneOf, period } from '#ui/lists/filterKinds.ts';
import { ListTable } from '#ui/lists/ListTable.tsx';
import { listCount, useList } from '#ui/lists/list.tsx';
import { exactly } from '#ui/lists/shown.tsx';
import { useFilterValues } from '#ui/lists/useDropInvalidFilters.ts';
import { Page } from '#ui/shell/Page.tsx';
import { RequirePermission } from '#ui/shell/RequirePermission.tsx';
import { EmptyState } from '#ui/shell/states/StateMessage.tsx';
import { OutcomeDialog } from './OutcomeDialog.tsx';

/** Named where it is shown, so that the first load does not name it. */
const RESOURCE = 'ligacoes-recebidas';
resources[RESOURCE] = { list: receivedCallRoutes.list, idParam: 'id' };

/** `/ligacoes`: the calls that came in, with what became of them. */
export function ReceivedCallsPage() {
  return (
    <RequirePermission permission="CLIENTE_HISTORICO_ATENDIMENTO">
      <ReceivedCalls />
    </RequirePermission>
  );
}

function ReceivedCalls() {
  const list = useList<ReceivedCall>(RESOURCE, { field: 'em', order: 'DESC' });
  const { values, setValues } = useFilterValues(list);
  // Beside the list, so that a row that is read again, or goes away, does not take the typed text with it.
  const [asking, setAsking] = useState<ReceivedCall | null>(null);
  const outcomeButton = useCallback(
    (call: ReceivedCall) =>
      call.podeDizer && (
        <Button
          size="small"
          color={call.desfecho === null ? 'primary' : 'inherit'}
          onClick={() => setAsking(call)}
        >
          {call.desfecho === null ? 'O que houve' : 'Corrigir'}
        </Button>
      ),
    [],
  );
  return (
    <Page title={{ menu: 'Ligações' }} count={listCount(list, NOUN)} fill>
      <ListTable
        list={list}
        values={values}
        onValues={setValues}
        noun={NOUN}
        columns={COLUMNS}
        filters={FILTERS}
        search={{ key: 'termo', placeholder: 'Número ou cliente' }}
        tools={<ExportCalls values={values} direction={list.sort.order} />}
        live={{ list: RESOURCE, words: ['ligação nova', 'ligações novas'] }}
        rowLink={undefined}
        rowActions={outcomeButton}
        actionsWidth={120}
        cardFacts={4}
        hint="outro número ou cliente"
        empty={
          <EmptyState
            title="Nenhuma ligação recebida"
            text="Quando a central avisa quem liga para o ramal de uma pessoa, a ligação aparece aqui."
          />
        }
      />
      {asking && <OutcomeDialog call={asking} onClose={() => setAsking(null)} />}
    </Page>
  );
}

const NOUN: [one: string, many: string] = ['ligação', 'ligações'];

interface ExportCallsProps {
  values: FilterValues;
  direction: 'ASC' | 'DESC';
}

/** Exports all calls that the list finds as a file. */
function ExportCalls({ values, direction }: ExportCallsProps) {
  return (
    <ExportButton
      download={(formato, options) =>
        downloadProgress(
          receivedCallRoutes.exportFile,
          { body: { filtros: typed(values), formato, direction } },
          { name: `ligacoes.${formato}`, ...options },
        )
      }
    />
  );
}

type Filters = NonNullable<CallInput<typeof receivedCallRoutes.exportFile>['body']['filtros']>;

/** Converts the address's filters, which are strings, to the types of the request body. */
const typed = ({ idPessoa, semCliente, ...texts }: FilterValues): Filters => ({
  ...(texts as Filters),
  ...(idPessoa?.length && { idPessoa: Number(idPessoa) }),
  ...(semCliente?.length && { semCliente: semCliente === 'true' }),
});

const label = (name: Parameters<typeof field<typeof ReceivedCall>>[1]) => field(ReceivedCall, name).label;

const FILTERS: readonly Filter[] = [
  period('Recebida', { pinned: true }),
  oneOf('idPessoa', label('pessoa'), sellerOptions('idPessoa'), { pinned: true }),
  oneOf('desfecho', label('desfecho'), [...CALL_OUTCOMES, { value: NO_OUTCOME, label: 'Sem desfecho' }], {
    pinned: true,
  }),
  eitherOf('semCliente', label('cliente'), ['Sem cliente', 'Com cliente'], { pinned: true }),
];

const COLUMNS: readonly Column<ReceivedCall>[] = [
  fieldColumn(ReceivedCall, 'em', { width: 150, card: 'corner', shown: exactly, sortable: true }),
  fieldColumn(ReceivedCall, 'numero', { width: 130, card: 'fact' }),
  fieldColumn(ReceivedCall, 'cliente', {
    minWidth: 150,
    card: 'title',
    none: 'Sem cliente',
    shown: ({ id, nome }) => <CustomerPanelLink id={id}>{nome}</CustomerPanelLink>,
    second: ({ obs }) => obs,
  }),
  fieldColumn(ReceivedCall, 'pessoa', { width: 130, card: 'fact', hideOrder: 2 }),
  fieldColumn(ReceivedCall, 'situacao', {
    width: 130,
    hideOrder: 1,
    render: callSituation,
  }),
  fieldColumn(ReceivedCall, 'duracao', { width: 76, card: 'fact', shown: callLength }),
  fieldColumn(ReceivedCall, 'desfecho', {
    width: 190,
    card: 'fact',
    none: 'Sem desfecho',
    shown: (value) => CALL_OUTCOMES.find((each) => each.value === value)?.label,
    second: ({ registradoPor }) => registradoPor && `Por ${registradoPor.nome}`,
  }),
];
