import Box from '@mui/material/Box';
import Typography from '@mui/material/Typography';
import type { Agenda } from '../../../contract/callcenter/agendaShapes.ts';
import { whenText } from './agendaTexts.tsx';

/** What happened to it: each reschedule with from, to and why. */
export function AgendaHistory({ agenda: { historico, filial } }: { agenda: Agenda }) {
  if (historico.length === 0) return null;
  return (
    <Box component="section" aria-label="Histórico da agenda" sx={{ mt: 5 }}>
      <Typography component="h3" sx={{ fontSize: 14, fontWeight: 600, mb: 2 }}>
        Histórico
      </Typography>
      <Box component="ol" sx={{ listStyle: 'none', m: 0, p: 0, display: 'grid', gap: 3, fontSize: 13 }}>
        {historico.map(({ id, texto, datahora, colaborador, motivo }) => (
          <Box
            component="li"
            key={id}
            sx={(t) => ({ pl: 3, borderLeft: `2px solid ${t.vars.palette.components.linhaForte}` })}
          >
            {texto}
            {motivo && <Box sx={{ fontStyle: 'italic' }}>“{motivo}”</Box>}
            <Box sx={{ color: 'text.secondary', fontSize: 12 }}>
              {[whenText(datahora, filial.fuso), colaborador].filter(Boolean).join(' · ')}
            </Box>
          </Box>
        ))}
      </Box>
    </Box>
  );
}
