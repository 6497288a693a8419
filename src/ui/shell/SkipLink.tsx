import { styled } from '@mui/material/styles';

/** First stop of the keyboard: past the drawer and the bar. */
export function SkipLink() {
  return <Skip href="#conteudo">Pular para o conteúdo</Skip>;
}

const Skip = styled('a')(({ theme }) => ({
  position: 'fixed',
  top: 8,
  left: 8,
  zIndex: theme.zIndex.tooltip,
  padding: '8px 12px',
  borderRadius: 6,
  backgroundColor: theme.vars.palette.actions.primaria.main,
  color: theme.vars.palette.actions.primaria.contrast,
  fontWeight: 500,
  transform: 'translateY(-200%)',
  '&:focus': { transform: 'none' },
}));
