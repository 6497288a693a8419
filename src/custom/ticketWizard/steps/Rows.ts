import { styled } from '@mui/material/styles';

/** A list of things to choose: picture, text with a second line, button. */
export const Rows = styled('ul')(({ theme }) => {
  const { components } = theme.vars.palette;
  return {
    listStyle: 'none',
    margin: 0,
    padding: 0,
    border: `1px solid ${components.linha}`,
    borderRadius: 8,
    backgroundColor: components.superficie,
    '& > li': { display: 'flex', alignItems: 'center', gap: 12, padding: '8px 12px' },
    '& > li + li': { borderTop: `1px solid ${components.linha}` },
    '& .what': { flex: 1, minWidth: 0, display: 'grid', overflowWrap: 'anywhere' },
    '& .second': { fontSize: 12, lineHeight: '16px', color: components.textoSecundario },
    [theme.breakpoints.down('sm')]: {
      '& > li': { flexWrap: 'wrap' },
      '& > li > button': { marginLeft: 'auto' },
    },
  };
});
