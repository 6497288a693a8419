import Button from '@mui/material/Button';
import Tab from '@mui/material/Tab';
import Tabs from '@mui/material/Tabs';
import { rowOf } from '#contract/catalogs/catalog.ts';
import { countText, DISPLAY_CAP } from '#contract/rules/format.ts';
import { ticketRoutes } from '#contract/sac/tickets.ts';
import { wireFilters } from '#data/resources.ts';
import { ticketWording } from '#data/session.ts';
import { useRoute } from '#data/useRoute.ts';
import type { FilterValues } from '#ui/components/FilterBar/filters.ts';
import type { SetFilters } from '#ui/lists/useDropInvalidFilters.ts';
import { EmptyState } from '#ui/shell/states/StateMessage.tsx';
import { useCan } from '#ui/shell/usePerson.ts';
import { useTicketWizard } from './shared/TicketWizardProvider.tsx';
import { isStaff, shownStatus } from './shared/ticketReader.ts';

interface StatusTabsProps {
  values: FilterValues;
  onChange: SetFilters;
}

/** One tab per status with its count under the other filters; the first one shows all. */
export function StatusTabs({ values, onChange }: StatusTabsProps) {
  const { status, ...others } = values;
  const { data } = useRoute(
    ticketRoutes.totals,
    { query: wireFilters(others) as never },
    { placeholderData: (before) => before },
  );
  const chosen = Array.isArray(status) ? status : status ? [status] : [];
  const allLabel = isStaff() ? 'Todos' : 'Todas';
  const all = data?.reduce((sum, row) => sum + row.total, 0);
  const more = data?.some(({ mais }) => mais);
  // A combination of statuses has no tab; the filter chips show it.
  const current = chosen.length === 0 ? 'TODOS' : chosen.length === 1 ? chosen[0] : false;
  const choose = (next?: string[]) => onChange(next ? { ...others, status: next } : others, 'status');
  return (
    <Tabs
      value={data?.some((row) => row.status === current) || current === 'TODOS' ? current : false}
      aria-label={ticketWording('Situação dos tickets')}
      sx={{ flex: 'none', mb: 2 }}
    >
      <Tab
        value="TODOS"
        onClick={() => choose()}
        label={all === undefined ? allLabel : `${allLabel} ${countText(all, DISPLAY_CAP, more)}`}
      />
      {data?.map((row) => (
        <Tab
          key={row.status}
          value={row.status}
          onClick={() => choose([row.status])}
          label={`${rowOf(shownStatus(), row.status).label} ${countText(row.total, DISPLAY_CAP, row.mais)}`}
        />
      ))}
    </Tabs>
  );
}

/** Why the list is empty, and what to do about it. */
export function NoTickets() {
  const { available, openTicketWizard } = useTicketWizard();
  const { can } = useCan();
  return (
    <EmptyState
      title={isStaff() ? 'Ainda não há tickets' : 'Você ainda não abriu nenhuma solicitação'}
      text={
        can('TICKETS_CRIAR')
          ? 'Para começar, escolha o tipo (devolução, prorrogação, reclamação, dúvida) e o assistente conduz o resto, passo a passo.'
          : ticketWording('Um ticket que você pode ver aparece aqui assim que alguém o abrir.')
      }
      actions={
        available &&
        can('TICKETS_CRIAR') && (
          <Button variant="contained" color="warning" onClick={openTicketWizard}>
            {ticketWording('NOVO TICKET')}
          </Button>
        )
      }
    />
  );
}
