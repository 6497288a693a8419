import Button from '@mui/material/Button';
import { useCallback, useState } from 'react';
import { CALL_OUTCOMES, type CallStatus } from '#contract/callcenter/agendas/incomingCalls.ts';
import { NO_OUTCOME, ReceivedCall, receivedCallRoutes } from '#contract/callcenter/agendas/receivedCalls.ts';
import { field } from '#contract/field.ts';
import { resources } from '#data/resources.ts';
import { CustomerPanelLink } from '#src/resources/customers/shared/CustomerLabel.tsx';
import { sellerOptions } from '#src/resources/people/shared/salespeople.ts';
import type { Column } from '#ui/components/DataTable/columns.ts';
import type { Filter } from '#ui/components/FilterBar/filters.ts';
import { fieldColumn } from '#ui/lists/fieldColumn.tsx';
import { eitherOf, oneOf, period } from '#ui/lists/filterKinds.ts';
import { ListPage } from '#ui/lists/ListPage.tsx';
import { exactly } from '#ui/lists/shown.tsx';
import { RequirePermission } from '#ui/shell/RequirePermission.tsx';
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
  // Beside the list, so that a row that is read again, or goes away, does not take the typed text with it.
  const [asking, setAsking] = useState<ReceivedCall | null>(null);
  const outcomeButton = useCallback(
    (call: ReceivedCall) =>
      call.aDizer && (
        <Button size="small" onClick={() => setAsking(call)}>
          O que houve
        </Button>
      ),
    [],
  );
  return (
    <>
      <ListPage<ReceivedCall>
        resource={RESOURCE}
        title={{ menu: 'Ligações' }}
        noun={['ligação', 'ligações']}
        columns={COLUMNS}
        sort={{ field: 'em', order: 'DESC' }}
        filters={FILTERS}
        rowLink={undefined}
        rowActions={outcomeButton}
        actionsWidth={120}
        empty={{
          title: 'Nenhuma ligação recebida',
          text: 'Quando a central avisa quem liga para o ramal de uma pessoa, a ligação aparece aqui.',
        }}
      />
      {asking && <OutcomeDialog call={asking} onClose={() => setAsking(null)} />}
    </>
  );
}

const label = (name: Parameters<typeof field<typeof ReceivedCall>>[1]) => field(ReceivedCall, name).label;

const FILTERS: readonly Filter[] = [
  period('Recebida', { pinned: true }),
  oneOf('idPessoa', label('pessoa'), sellerOptions('idPessoa'), { pinned: true }),
  oneOf('desfecho', label('desfecho'), [...CALL_OUTCOMES, { value: NO_OUTCOME, label: 'Sem desfecho' }], {
    pinned: true,
  }),
  eitherOf('semCliente', label('cliente'), ['Sem cliente', 'Com cliente'], { pinned: true }),
];

const SITUATIONS: Readonly<Record<CallStatus, string>> = {
  TOCANDO: 'Tocando',
  ATENDIDA: 'Em conversa',
  ENCERRADA: 'Encerrada',
};

const COLUMNS: readonly Column<ReceivedCall>[] = [
  fieldColumn(ReceivedCall, 'em', { width: 172, card: 'corner', shown: exactly, sortable: true }),
  fieldColumn(ReceivedCall, 'numero', { width: 136, card: 'fact' }),
  fieldColumn(ReceivedCall, 'cliente', {
    minWidth: 170,
    card: 'title',
    none: 'Sem cliente',
    shown: ({ id, nome }) => <CustomerPanelLink id={id}>{nome}</CustomerPanelLink>,
    second: ({ obs }) => obs,
  }),
  fieldColumn(ReceivedCall, 'pessoa', { width: 140, card: 'fact', hideOrder: 2 }),
  fieldColumn(ReceivedCall, 'situacao', {
    width: 130,
    hideOrder: 1,
    render: ({ situacao, duracao }) =>
      situacao === 'ENCERRADA' && duracao === null ? 'Não atendida' : SITUATIONS[situacao],
  }),
  fieldColumn(ReceivedCall, 'duracao', { width: 84, card: 'fact', shown: clockText }),
  fieldColumn(ReceivedCall, 'desfecho', {
    width: 124,
    card: 'fact',
    none: 'Sem desfecho',
    shown: (value) => CALL_OUTCOMES.find((each) => each.value === value)?.label,
  }),
];

/** '2:05', with hours only where there are some. */
function clockText(seconds: number): string {
  const [hours, minutes] = [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60];
  const two = (number: number) => String(number).padStart(2, '0');
  return hours > 0 ? `${hours}:${two(minutes)}:${two(seconds % 60)}` : `${minutes}:${two(seconds % 60)}`;
}
