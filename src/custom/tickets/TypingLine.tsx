import Typography from '@mui/material/Typography';
import { firstName, namesText } from '../../ui/live/namesText.ts';
import { useMembers } from './useMembers.ts';
import { useTypists } from './useTyping.ts';

/** 'Bruno está digitando…' in the gap below the composer: it moves nothing, and leaves no empty line. */
export function TypingLine({ idTicket }: { idTicket: number }) {
  const typists = useTypists(idTicket);
  const names = useMembers(idTicket)
    .filter(({ id }) => typists.includes(id))
    .map(({ nome }) => firstName(nome));
  return (
    <Typography
      variant="caption"
      component="p"
      role="status"
      sx={{
        position: 'absolute',
        top: '100%',
        left: 12,
        lineHeight: '20px',
        color: (t) => t.vars.palette.components.textoSecundario,
      }}
    >
      {names.length > 0 && `${namesText(names)} ${names.length === 1 ? 'está' : 'estão'} digitando…`}
    </Typography>
  );
}
