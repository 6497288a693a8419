import AddOutlined from '@mui/icons-material/AddOutlined';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import ButtonBase from '@mui/material/ButtonBase';
import { Suspense, useState } from 'react';
import type { AgendaRow } from '#contract/callcenter/agendas/agendaShapes.ts';
import { agendaRoutes } from '#contract/callcenter/agendas/agendas.ts';
import { useRoute } from '#data/useRoute.ts';
import { SituationChip, whenText } from '#src/resources/agendas/shared/agendaTexts.tsx';
import { AnswerPages } from '#ui/components/PageLinks/PageLinks.tsx';
import { lazyScreen } from '#ui/shell/loadLater.tsx';
import { EmptyState, Failure } from '#ui/shell/states/StateMessage.tsx';
import { ListSkeleton } from '#ui/shell/states/skeletons.tsx';
import { useCan } from '#ui/shell/usePerson.ts';
import type { PanelTabProps } from '../panelTabProps.ts';

const AgendaDialog = lazyScreen(
  () => import('#src/resources/agendas/shared/AgendaDialog.tsx'),
  'AgendaDialog',
);

const NewAgendaDialog = lazyScreen(
  () => import('#src/resources/agendas/shared/NewAgendaDialog.tsx'),
  'NewAgendaDialog',
);

const Row = ({ row, onOpen }: { row: AgendaRow; onOpen: () => void }) => (
  <Box component="li" sx={(t) => ({ borderBottom: `1px solid ${t.vars.palette.components.linha}` })}>
    <ButtonBase
      onClick={onOpen}
      sx={{ width: '100%', py: 2, px: 1, display: 'block', textAlign: 'left', font: 'inherit' }}
    >
      <Box sx={{ display: 'flex', alignItems: 'center', gap: 2, flexWrap: 'wrap' }}>
        <Box component="span" sx={{ fontWeight: 500 }}>
          {whenText(row.data_agendada, row.filial.fuso)}
        </Box>
        <SituationChip situacao={row.situacao} />
        <Box component="span" sx={{ color: 'text.secondary', ml: 'auto', fontSize: 12 }}>
          {row.colaborador.nome}
        </Box>
      </Box>
      <Box sx={{ overflowWrap: 'anywhere' }}>
        {row.assunto}
        {row.motivo_finalizacao && (
          <Box component="span" sx={{ color: 'text.secondary' }}>
            {' '}
            · {row.motivo_finalizacao}
          </Box>
        )}
      </Box>
    </ButtonBase>
  </Box>
);

export const AgendasTab = (props: PanelTabProps) => <CustomerAgendas {...props} tipo="A" />;

export const CollectionAgendasTab = (props: PanelTabProps) => <CustomerAgendas {...props} tipo="C" />;

interface CustomerAgendasProps {
  idCli: number;
  tipo: 'A' | 'C';
  item: number | null;
  onItem: (id: number | null) => void;
}

/** A panel tab with the customer's agendas, latest first. */
function CustomerAgendas({ idCli, tipo, item, onItem }: CustomerAgendasProps) {
  const [page, setPage] = useState(1);
  const [adding, setAdding] = useState(false);
  const { can } = useCan();
  const query = { idCli, page, tipo, orderBy: 'data_agendada', direction: 'DESC' } as const;
  const { data, error, isPending, refetch } = useRoute(agendaRoutes.history, { query });
  const add = can('AGENDA_EDITAR') && (
    <Button size="small" startIcon={<AddOutlined />} onClick={() => setAdding(true)}>
      Agendar
    </Button>
  );
  return (
    <>
      {data && data.itens.length > 0 && <Box sx={{ display: 'flex', justifyContent: 'flex-end' }}>{add}</Box>}
      {isPending && <ListSkeleton rows={6} />}
      <Failure answer={{ data, error, refetch }} />
      {data?.itens.length === 0 && (
        <EmptyState
          title={tipo === 'C' ? 'Nenhuma agenda de cobrança' : 'Nenhuma agenda'}
          text="O que for marcado com este cliente aparece aqui."
          actions={add}
        />
      )}
      {data && data.itens.length > 0 && (
        <>
          <Box component="ul" sx={{ listStyle: 'none', m: 0, p: 0 }}>
            {data.itens.map((row) => (
              <Row key={row.id} row={row} onOpen={() => onItem(row.id)} />
            ))}
          </Box>
          <AnswerPages page={page} paginator={data.paginator} onPage={setPage} noun={['agenda', 'agendas']} />
        </>
      )}
      <Suspense>
        {item !== null && <AgendaDialog id={item} onClose={() => onItem(null)} />}
        {adding && <NewAgendaDialog idCli={idCli} onClose={() => setAdding(false)} />}
      </Suspense>
    </>
  );
}
