import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Typography from '@mui/material/Typography';
import type { Notice } from '../../../../contract/sac/notices.ts';
import { RelativeDate } from '../../../ui/components/display/RelativeDate.tsx';
import { SafeHtml } from '../../../ui/components/display/SafeHtml.tsx';

/** One notice; an unread one is marked by a dot, by weight, and by its button. */
export function NoticeItem({ notice, onRead }: { notice: Notice; onRead: () => void }) {
  const { titulo, conteudo, datahora_criacao, lido } = notice;
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
      {!lido && (
        <Button size="small" onClick={onRead} sx={{ mt: 1, ml: -2 }}>
          Marcar como lido
        </Button>
      )}
    </Box>
  );
}
