import EditOutlined from '@mui/icons-material/EditOutlined';
import Box from '@mui/material/Box';
import IconButton from '@mui/material/IconButton';
import Typography from '@mui/material/Typography';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { customerUpkeepRoutes } from '../../../../../contract/callcenter/customerUpkeep.ts';
import type { Output } from '../../../../../contract/route.ts';
import { routeKey, useRoute } from '../../../../dataProvider/useRoute.ts';
import { Section } from '../../../../ui/components/detail/Section.tsx';
import { ErrorState } from '../../../../ui/shell/states/ErrorState.tsx';
import { TextSkeleton } from '../../../../ui/shell/states/skeletons.tsx';
import { useCan } from '../../../../ui/shell/useCan.ts';
import { usePanelRefresh } from '../../usePanel.ts';
import { ActivityDialog } from './ActivityDialog.tsx';

export type CustomerActivity = Output<typeof customerUpkeepRoutes.activities>['itens'][number];

/** What the customer does, changed in place where that is allowed. */
export function ActivitiesCard({ idCli }: { idCli: number }) {
  const { can } = useCan();
  const queries = useQueryClient();
  const refresh = usePanelRefresh(idCli);
  const [editing, setEditing] = useState<CustomerActivity | null>(null);
  const { data, error, refetch } = useRoute(customerUpkeepRoutes.activities, { params: { idCli } });
  const saved = () => {
    setEditing(null);
    void queries.invalidateQueries({ queryKey: routeKey(customerUpkeepRoutes.activities) });
    refresh();
  };
  return (
    <Section title="Atividades">
      {error && !data && <ErrorState error={error} onRetry={() => void refetch()} />}
      {!data && !error && <TextSkeleton lines={2} />}
      {data?.itens.length === 0 && (
        <Typography color="text.secondary">Nenhuma atividade disponível.</Typography>
      )}
      {data?.itens.map((row) => (
        <Box key={row.id} sx={{ display: 'flex', alignItems: 'center', gap: 2, minHeight: 36 }}>
          <span>{row.atividade || 'Sem atividade'}</span>
          {row.permiteEditar && can('CLIENTE_EDITAR') && (
            <IconButton size="small" aria-label="Editar atividade" onClick={() => setEditing(row)}>
              <EditOutlined fontSize="small" />
            </IconButton>
          )}
        </Box>
      ))}
      {editing && data && (
        <ActivityDialog
          idCli={idCli}
          activity={editing}
          options={data.opcoes}
          onClose={() => setEditing(null)}
          onSaved={saved}
        />
      )}
    </Section>
  );
}
