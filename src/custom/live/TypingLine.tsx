import Typography from '@mui/material/Typography';
import { firstName, namesText } from './namesText.ts';
import { useMembers } from './useMembers.ts';
import { useTypists } from './useTyping.ts';

/** 'Bruno está digitando…' below the composer. Its height stays, so that nothing jumps. */
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
      sx={{ minHeight: 20, color: (t) => t.vars.palette.components.textoSecundario }}
    >
      {names.length > 0 && `${namesText(names)} ${names.length === 1 ? 'está' : 'estão'} digitando…`}
    </Typography>
  );
}
