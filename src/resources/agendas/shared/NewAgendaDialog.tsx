import Alert from '@mui/material/Alert';
import { useNotify } from 'ra-core';
import { agendaRoutes } from '#contract/callcenter/agendas/agendas.ts';
import { salesLookupRoutes } from '#contract/callcenter/salesLookups.ts';
import { currentInitialLoad, ownToday } from '#data/session.ts';
import { useRoute } from '#data/useRoute.ts';
import { CustomerField } from '#src/resources/customers/shared/CustomerField.tsx';
import type { AsyncOption } from '#ui/components/inputs/AsyncAutocomplete.tsx';
import { useBodyField } from '#ui/editing/BodyField.tsx';
import { CommandDialog } from '#ui/editing/CommandDialog.tsx';
import { MomentInput } from './AgendaFields.tsx';
import { seesOthersAgendas } from './agendaTexts.tsx';
import { reasonFields } from './ConfirmContact.tsx';

const route = agendaRoutes.create;

interface NewAgendaDialogProps {
  idCli?: number;
  idOrcamento?: number;
  /** The day chosen in the calendar. */
  dia?: string;
  onClose: () => void;
}

/** Schedules a contact with a customer. */
export function NewAgendaDialog({ idCli, idOrcamento, dia, onClose }: NewAgendaDialogProps) {
  const notify = useNotify();
  const sellers = useOtherSellers();
  const today = ownToday();
  return (
    <CommandDialog
      route={route}
      given={{ ...(idCli !== undefined && { idCli }), ...(idOrcamento !== undefined && { idOrcamento }) }}
      only={[
        ...(idCli === undefined ? (['idCli'] as const) : []),
        'assunto',
        'descricao',
        'data_agendada',
        'tipo',
        ...(sellers ? (['idColab'] as const) : []),
        'confirmar',
      ]}
      fields={{
        ...reasonFields(route, {
          idCli: { input: <CustomerInput />, sent: ({ value }: AsyncOption) => Number(value) },
          data_agendada: {
            input: (
              <MomentInput
                route={route}
                day={dia && dia > today ? dia : today}
                help="No horário da filial que atende o cliente"
              />
            ),
          },
          tipo: {},
        }),
        idColab: { choices: sellers ?? [], none: 'Eu', required: false },
      }}
      width="sm"
      title="Nova agenda"
      confirmLabel="Agendar"
      onDone={(message) => {
        notify(message, { type: 'success' });
        onClose();
      }}
      onClose={onClose}
    >
      {idOrcamento !== undefined && <Alert severity="info">Vinculada ao orçamento {idOrcamento}.</Alert>}
    </CommandDialog>
  );
}

/** Those who may be asked to make the contact; undefined for those who plan only their own. */
function useOtherSellers() {
  const leads = seesOthersAgendas();
  const { data = [] } = useRoute(salesLookupRoutes.sellerNames, {}, { enabled: leads });
  const me = currentInitialLoad()?.colaborador.id;
  if (!leads) return undefined;
  return data.filter(({ id }) => id !== me).map(({ id, nome }) => ({ value: id, label: nome }));
}

function CustomerInput() {
  const { value, problem, set } = useBodyField(route, 'idCli');
  return <CustomerField value={(value ?? null) as AsyncOption | null} onChange={set} error={problem} />;
}
