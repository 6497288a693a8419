import { useNotify } from 'ra-core';
import { incomingCallRoutes } from '#contract/callcenter/agendas/incomingCalls.ts';
import type { ReceivedCall } from '#contract/callcenter/agendas/receivedCalls.ts';
import { CustomerField } from '#src/resources/customers/shared/CustomerField.tsx';
import type { AsyncOption } from '#ui/components/inputs/AsyncAutocomplete.tsx';
import { useBodyField } from '#ui/editing/BodyField.tsx';
import { CommandDialog } from '#ui/editing/CommandDialog.tsx';

const route = incomingCallRoutes.settle;

interface OutcomeDialogProps {
  call: ReceivedCall;
  onClose: () => void;
}

/** Says what became of a call that went off the screen without it, or corrects what was said. */
export function OutcomeDialog({ call, onClose }: OutcomeDialogProps) {
  const notify = useNotify();
  return (
    <CommandDialog
      route={route}
      params={{ id: call.id }}
      record={call}
      name="esta ligação"
      only={['desfecho', 'idCli', 'obs']}
      read={(record) => ({ desfecho: record?.desfecho ?? '', idCli: optionOf(record), obs: record?.obs })}
      fields={{
        idCli: {
          input: <CustomerInput />,
          sent: (option: AsyncOption | null) => option && Number(option.value),
          show: (option: AsyncOption | null) => option?.label,
        },
      }}
      width="sm"
      title={call.numero ? `O que houve com a ligação de ${call.numero}?` : 'O que houve com a ligação?'}
      text={
        call.registradoPor && `Registrado por ${call.registradoPor.nome}. Quem atende: ${call.pessoa.nome}.`
      }
      confirmLabel="Salvar"
      onDone={(message) => {
        notify(message, { type: 'success' });
        onClose();
      }}
      onClose={onClose}
    />
  );
}

const optionOf = (call: ReceivedCall | undefined): AsyncOption | null =>
  call?.cliente ? { value: call.cliente.id, label: call.cliente.nome } : null;

function CustomerInput() {
  const { value, problem, set } = useBodyField(route, 'idCli');
  return (
    <CustomerField
      required={false}
      value={(value ?? null) as AsyncOption | null}
      onChange={set}
      error={problem}
    />
  );
}
