import ButtonBase from '@mui/material/ButtonBase';
import { styled } from '@mui/material/styles';

/** A card of a board: what it names opens. */
export const BoardCard = styled(ButtonBase)(({ theme }) => {
  const { components } = theme.vars.palette;
  return {
    display: 'block',
    width: '100%',
    minWidth: 0,
    padding: 8,
    textAlign: 'left',
    fontFamily: 'inherit',
    fontSize: 13,
    lineHeight: 1.45,
    border: `1px solid ${components.linha}`,
    borderRadius: 8,
    backgroundColor: components.superficie,
    '&:hover': { borderColor: components.linhaForte },
    '&:focus-visible': { outline: `2px solid ${components.foco}`, outlineOffset: 1 },
    '& strong': { fontWeight: 500 },
    '& span.line': { display: 'block', overflow: 'hidden', textOverflow: 'ellipsis', whiteSpace: 'nowrap' },
    '& span.second': { color: components.textoSecundario },
  };
});
