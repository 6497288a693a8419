import Box from '@mui/material/Box';
import Typography from '@mui/material/Typography';
import { keepPreviousData } from '@tanstack/react-query';
import { useState } from 'react';
import { customerPanelRoutes } from '#contract/callcenter/customers/customerPanel.ts';
import type { PanelTabDefinition } from '#contract/rules/panel/panelDefinition.ts';
import { useRoute } from '#data/useRoute.ts';
import { Failure } from '#ui/shell/states/StateMessage.tsx';
import { TextSkeleton } from '#ui/shell/states/skeletons.tsx';
import { LogEntries, LogPages } from './CustomerLog.tsx';
import type { PanelPlace } from './panelPlace.ts';

export const LOG_TITLE = 'Registro de atividade';
const PER_PAGE = 7;

/** A page of the customer's activity, newest first. The log and its rail share the first one. */
export const useActivity = (idCli: number, page: number) =>
  useRoute(
    customerPanelRoutes.activity,
    { params: { idCli }, query: { page, take: PER_PAGE } },
    { placeholderData: keepPreviousData },
  );

interface ActivityLogProps {
  idCli: number;
  place: PanelPlace;
  /** The tabs that this person sees: an entry opens its item in one of them, or cannot be opened. */
  shows: readonly PanelTabDefinition[];
}

/** The customer's activity, newest first. */
export function ActivityLog({ idCli, place, shows }: ActivityLogProps) {
  const [page, setPage] = useState(1);
  const { data, error, refetch } = useActivity(idCli, page);
  return (
    <Box component="aside" aria-label={LOG_TITLE} sx={{ minWidth: 0 }}>
      <Typography component="h2" sx={{ fontSize: 15, fontWeight: 600, mb: 3 }}>
        {LOG_TITLE}
      </Typography>
      <Failure answer={{ data, error, refetch }} />
      {!data && !error && <TextSkeleton lines={PER_PAGE} />}
      {data && data.itens.length === 0 && (
        <Typography color="text.secondary">Nenhum registro encontrado</Typography>
      )}
      {data && (
        <>
          <LogEntries entries={data.itens} place={place} shows={shows} />
          <LogPages page={page} lastPage={data.paginator.last_page} onPage={setPage} />
        </>
      )}
    </Box>
  );
}
