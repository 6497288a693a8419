import Box from '@mui/material/Box';
import Skeleton from '@mui/material/Skeleton';
import Typography from '@mui/material/Typography';
import { useState } from 'react';
import { historyType } from '../../../contract/catalogs/historyType.ts';
import { conversationRoutes, type HistoryEntry } from '../../../contract/sac/ticketConversation.ts';
import { PersonAvatar } from '../../custom/components/display/PersonAvatar.tsx';
import { RelativeDate } from '../../custom/components/display/RelativeDate.tsx';
import { SafeHtml } from '../../custom/components/display/SafeHtml.tsx';
import { StatusChip } from '../../custom/components/display/StatusChip.tsx';
import { FileList } from '../../custom/components/files/FileList.tsx';
import { PageLinks } from '../../custom/components/PageLinks/PageLinks.tsx';
import { EmptyState } from '../../custom/layout/states/EmptyState.tsx';
import { ErrorState } from '../../custom/layout/states/ErrorState.tsx';
import { currentLoad } from '../../dataProvider/session.ts';
import { useRoute } from '../../dataProvider/useRoute.ts';
import { listedFile } from './listedFile.ts';

/** Eight messages a page (document 002 section 9), the newest first; one's own at the right. */
export function HistoryTab({ idTicket }: { idTicket: number }) {
  const [page, setPage] = useState(1);
  const { data, error, isPending, refetch } = useRoute(
    conversationRoutes.history,
    { params: { idTicket }, query: { page } },
    { placeholderData: (before) => before },
  );
  if (isPending) return <Skeleton variant="rounded" height={120} />;
  if (error && !data) return <ErrorState error={error} onRetry={() => refetch()} />;
  if (!data || data.itens.length === 0) {
    return <EmptyState title="Nenhuma mensagem" text="As mensagens deste ticket aparecem aqui." />;
  }
  const { current_page, last_page, per_page, total } = data.paginator;
  return (
    <>
      <Box
        component="ol"
        sx={{ listStyle: 'none', m: 0, p: 0, display: 'flex', flexDirection: 'column', gap: 4 }}
      >
        {data.itens.map((entry) => (
          <Message key={entry.id} entry={entry} />
        ))}
      </Box>
      <PageLinks
        page={current_page}
        lastPage={last_page}
        perPage={per_page}
        total={total}
        onPage={setPage}
        links={3}
        noun={['mensagem', 'mensagens']}
      />
    </>
  );
}

function Message({ entry }: { entry: HistoryEntry }) {
  const own = entry.colaborador_id === currentLoad()?.colaborador.id;
  const isPublic = entry.tipo === 'PUBLICO';
  return (
    <Box
      component="li"
      sx={{ display: 'flex', flexDirection: own ? 'row-reverse' : 'row', gap: 2, alignItems: 'flex-start' }}
    >
      <PersonAvatar name={entry.colaborador.nome} named={false} />
      <Box
        sx={({ vars: { palette } }) => ({
          maxWidth: 720,
          minWidth: 0,
          px: 4,
          py: 3,
          borderRadius: 1,
          border: `1px solid ${palette.components.linha}`,
          backgroundColor: isPublic ? palette.components.superficie : palette.actions.aviso.soft,
        })}
      >
        <Box sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'center', columnGap: 2, mb: 1 }}>
          <Typography component="span" sx={{ fontWeight: 500 }}>
            {entry.colaborador.nome}
          </Typography>
          <Typography
            component="span"
            variant="body2"
            sx={{ color: (t) => t.vars.palette.components.textoSecundario }}
          >
            <RelativeDate value={entry.datahora_criacao} />
          </Typography>
          <StatusChip value={entry.tipo} catalog={historyType} />
        </Box>
        <SafeHtml html={entry.mensagem} />
        {entry.anexos.length > 0 && (
          <FileList files={entry.anexos.map(listedFile)} label="Anexos da mensagem" />
        )}
      </Box>
    </Box>
  );
}
