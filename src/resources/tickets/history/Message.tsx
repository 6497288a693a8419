import Box from '@mui/material/Box';
import Typography from '@mui/material/Typography';
import { historyType } from '../../../../contract/catalogs/historyType.ts';
import type { HistoryEntry } from '../../../../contract/sac/ticketConversation.ts';
import { currentLoad } from '../../../dataProvider/session.ts';
import { PersonAvatar } from '../../../ui/components/display/PersonAvatar.tsx';
import { RelativeDate } from '../../../ui/components/display/RelativeDate.tsx';
import { SafeHtml } from '../../../ui/components/display/SafeHtml.tsx';
import { StatusChip } from '../../../ui/components/display/StatusChip.tsx';
import { MessageFiles } from './MessageFiles.tsx';

/** One message: one's own at the right, what only the team sees on a tinted ground. */
export function Message({ entry }: { entry: HistoryEntry }) {
  const me = currentLoad()?.colaborador;
  const own = entry.colaborador_id === me?.id;
  const isPublic = entry.tipo === 'PUBLICO';
  return (
    <Box
      component="li"
      sx={{ display: 'flex', flexDirection: own ? 'row-reverse' : 'row', gap: 2, alignItems: 'flex-start' }}
    >
      <Box sx={{ display: { xs: 'none', sm: 'block' } }}>
        <PersonAvatar name={entry.colaborador.nome} named={false} />
      </Box>
      <Box
        component="article"
        aria-label={`${own ? 'Você' : entry.colaborador.nome}${isPublic ? '' : ', só a equipe vê'}`}
        sx={({ vars: { palette } }) => ({
          maxWidth: 720,
          minWidth: 0,
          px: 4,
          py: 3,
          borderRadius: 1,
          border: `1px solid ${isPublic ? palette.components.linha : palette.actions.aviso.main}`,
          backgroundColor: isPublic
            ? own
              ? palette.actions.primaria.soft
              : palette.components.superficie
            : palette.actions.aviso.soft,
        })}
      >
        <Box
          sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'center', columnGap: 2, rowGap: 0.5, mb: 1 }}
        >
          <Typography component="span" sx={{ fontWeight: 500 }}>
            {own ? 'Você' : entry.colaborador.nome}
          </Typography>
          <Typography
            component="span"
            variant="body2"
            sx={{ color: (t) => t.vars.palette.components.textoSecundario }}
          >
            <RelativeDate value={entry.datahora_criacao} exact />
          </Typography>
          {/* All that end consumers read is public. */}
          {me?.tipo !== 'CONSUMIDOR_FINAL' && <StatusChip value={entry.tipo} catalog={historyType} />}
        </Box>
        {entry.destino && (
          <Typography sx={{ fontWeight: 500, mb: entry.mensagem ? 1 : 0 }}>
            Para {entry.destino.setor}
            {entry.destino.atendente && `, ${entry.destino.atendente}`}
          </Typography>
        )}
        {entry.mensagem && <SafeHtml html={entry.mensagem} />}
        {entry.anexos.length > 0 && <MessageFiles files={entry.anexos} />}
      </Box>
    </Box>
  );
}
