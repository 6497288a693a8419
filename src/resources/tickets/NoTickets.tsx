import Button from '@mui/material/Button';
import { useTicketWizard } from '../../custom/console/TicketWizardProvider.tsx';
import { isStaff } from '../../custom/tickets/useTicketLive.tsx';
import { inWords } from '../../dataProvider/inWords.ts';
import { EmptyState } from '../../ui/shell/states/StateMessage.tsx';
import { useCan } from '../../ui/shell/usePerson.ts';

/** Why the list is empty, and what to do about it. */
export function NoTickets({ filtered, onClear }: { filtered: boolean; onClear: () => void }) {
  const { available, openTicketWizard } = useTicketWizard();
  const { can } = useCan();
  if (filtered) {
    return (
      <EmptyState
        title={inWords('Nenhum ticket com estes filtros')}
        text="Tire um filtro ou procure por outra palavra."
        actions={
          <Button variant="outlined" onClick={onClear}>
            Limpar filtros
          </Button>
        }
      />
    );
  }
  return (
    <EmptyState
      title={isStaff() ? 'Ainda não há tickets' : 'Você ainda não abriu nenhuma solicitação'}
      text={
        can('TICKETS_CRIAR')
          ? 'Para começar, escolha o tipo (devolução, prorrogação, reclamação, dúvida) e o assistente conduz o resto, passo a passo.'
          : inWords('Um ticket que você pode ver aparece aqui assim que alguém o abrir.')
      }
      actions={
        available &&
        can('TICKETS_CRIAR') && (
          <Button variant="contained" color="warning" onClick={openTicketWizard}>
            {inWords('NOVO TICKET')}
          </Button>
        )
      }
    />
  );
}
