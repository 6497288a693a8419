import Box from '@mui/material/Box';
import Typography from '@mui/material/Typography';
import { keepPreviousData } from '@tanstack/react-query';
import { useState } from 'react';
import { customerPanelRoutes } from '../../../../contract/callcenter/customerPanel.ts';
import type { ShownTab } from '../../../../contract/rules/panel/ownTabs.ts';
import { useRoute } from '../../../dataProvider/useRoute.ts';
import { ErrorState } from '../../../ui/shell/states/ErrorState.tsx';
import { TextSkeleton } from '../../../ui/shell/states/skeletons.tsx';
import type { PanelPlace } from '../place.ts';
import { LogEntries } from './LogEntries.tsx';
import { LogPages } from './LogPages.tsx';

const PER_PAGE = 7;

interface ActivityLogProps {
  idCli: number;
  place: PanelPlace;
  /** The tabs that this person sees: an entry opens its item in one of them, or not at all. */
  shows: readonly ShownTab[];
}

/** What happened with the customer, the newest first. */
export function ActivityLog({ idCli, place, shows }: ActivityLogProps) {
  const [page, setPage] = useState(1);
  const { data, error, refetch } = useRoute(
    customerPanelRoutes.activity,
    { params: { idCli }, query: { page, take: PER_PAGE } },
    { placeholderData: keepPreviousData },
  );
  return (
    <Box component="aside" aria-label="Registro de atividade" sx={{ minWidth: 0 }}>
      <Typography component="h2" sx={{ fontSize: 15, fontWeight: 600, mb: 3 }}>
        Registro de atividade
      </Typography>
      {error && !data && <ErrorState error={error} onRetry={() => void refetch()} />}
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
