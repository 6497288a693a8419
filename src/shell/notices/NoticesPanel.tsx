import NotificationsNoneOutlined from '@mui/icons-material/NotificationsNoneOutlined';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Typography from '@mui/material/Typography';
import { useQueryClient } from '@tanstack/react-query';
import { useNotify } from 'ra-core';
import { useState } from 'react';
import { Link } from 'react-router-dom';
import { type Notice, noticeRoutes } from '#contract/sac/notices.ts';
import { routeKey, useRoute, useRouteCommand } from '#data/useRoute.ts';
import { SafeHtml } from '#ui/components/display/SafeHtml.tsx';
import { RelativeDate } from '#ui/components/display/Texts.tsx';
import { AnswerPages } from '#ui/components/PageLinks/PageLinks.tsx';
import { LONG_TOAST_MS } from '#ui/shell/Notifications.tsx';
import { EmptyState, Failure } from '#ui/shell/states/StateMessage.tsx';
import { ListSkeleton } from '#ui/shell/states/skeletons.tsx';

/** The notices, newest first, paged from 1 (document 000 section 9). */
export function NoticesPanel({ unread, onLeave }: { unread: number; onLeave: () => void }) {
  const [page, setPage] = useState(1);
  const query = useRoute(noticeRoutes.list, { query: { page, take: 10 } });
  const { confirm, confirmAll } = useConfirmations();
  return (
    <>
      <Box sx={{ display: 'flex', alignItems: 'center', minHeight: 48, px: 4, gap: 2 }}>
        <Typography variant="h2">Avisos</Typography>
        {unread > 0 && (
          <Button
            size="small"
            sx={{ ml: 'auto' }}
            loading={confirmAll.isPending}
            onClick={() => confirmAll.mutate({})}
          >
            Marcar todos como lidos
          </Button>
        )}
      </Box>
      {query.isPending && <ListSkeleton rows={4} />}
      <Failure answer={query} />
      {query.data?.paginator.total === 0 && (
        <EmptyState
          icon={<NotificationsNoneOutlined />}
          title="Nenhum aviso por aqui"
          text="Os comunicados da empresa e os avisos só para você aparecem nesta lista."
        />
      )}
      {query.data && query.data.paginator.total > 0 && (
        <>
          <Box component="ul" sx={{ listStyle: 'none', m: 0, p: 0, maxHeight: '60vh', overflowY: 'auto' }}>
            {query.data.itens.map((notice) => (
              <NoticeItem
                key={notice.id}
                notice={notice}
                onRead={() => confirm.mutate({ params: { idAviso: notice.id } })}
                onLeave={onLeave}
              />
            ))}
          </Box>
          {(page > 1 || query.data.paginator.last_page > 1) && (
            <Box sx={{ px: 4 }}>
              <AnswerPages
                page={page}
                paginator={query.data.paginator}
                onPage={setPage}
                noun={['aviso', 'avisos']}
              />
            </Box>
          )}
        </>
      )}
    </>
  );
}

function useConfirmations() {
  const client = useQueryClient();
  const notify = useNotify();
  const options = {
    onSuccess: () =>
      Promise.all([
        client.invalidateQueries({ queryKey: routeKey(noticeRoutes.list) }),
        client.invalidateQueries({ queryKey: routeKey(noticeRoutes.unread) }),
      ]),
    onError: (error: Error) => notify(error.message, { type: 'error', autoHideDuration: LONG_TOAST_MS }),
  };
  return {
    confirm: useRouteCommand(noticeRoutes.confirm, options),
    confirmAll: useRouteCommand(noticeRoutes.confirmAll, options),
  };
}

interface NoticeItemProps {
  notice: Notice;
  onRead: () => void;
  onLeave: () => void;
}

/** One notice. Opening its page counts as reading it. An unread one is marked by a dot, a heavier weight and its button. */
function NoticeItem({ notice, onRead, onLeave }: NoticeItemProps) {
  const { titulo, conteudo, datahora_criacao, lido, pessoal, link } = notice;
  return (
    <Box
      component="li"
      sx={{ px: 4, py: 3, borderTop: (t) => `1px solid ${t.vars.palette.components.linha}` }}
    >
      <Box sx={{ display: 'flex', alignItems: 'baseline', gap: 2 }}>
        {!lido && (
          <Box
            component="span"
            role="img"
            aria-label="Não lido"
            sx={{
              flex: 'none',
              width: 8,
              height: 8,
              borderRadius: '50%',
              backgroundColor: (t) => t.vars.palette.actions.primaria.main,
            }}
          />
        )}
        <Typography variant="h3" sx={{ fontWeight: lido ? 500 : 600 }}>
          {titulo}
        </Typography>
        <Typography variant="caption" sx={{ ml: 'auto', flex: 'none', color: 'text.secondary' }}>
          <RelativeDate value={datahora_criacao} />
        </Typography>
      </Box>
      <Typography variant="body2" component="div" sx={{ mt: 1, color: 'text.secondary' }}>
        <SafeHtml html={conteudo} />
      </Typography>
      <Box sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: 2, mt: 1 }}>
        {link && (
          <Button
            component={Link}
            to={link}
            size="small"
            variant="outlined"
            aria-label={`Abrir: ${titulo}`}
            onClick={() => {
              if (!lido) onRead();
              onLeave();
            }}
          >
            Abrir
          </Button>
        )}
        {!lido && (
          <Button size="small" onClick={onRead} sx={{ ml: link ? 0 : -2 }}>
            Marcar como lido
          </Button>
        )}
        {pessoal && (
          <Typography variant="caption" sx={{ ml: 'auto', color: 'text.secondary' }}>
            Só para você
          </Typography>
        )}
      </Box>
    </Box>
  );
}
