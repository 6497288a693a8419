import { styled } from '@mui/material/styles';

/** Definitions in a dialog, one a row: a mark, the name with what there is to say of it, and a word. */
export const Lines = styled('ul')(({ theme }) => {
  const { actions, components } = theme.vars.palette;
  return {
    margin: 0,
    padding: 0,
    listStyle: 'none',
    '& > li': {
      display: 'flex',
      alignItems: 'flex-start',
      gap: 8,
      padding: '8px 0',
      borderTop: `1px solid ${components.linha}`,
    },
    '& > li > div': { flex: 1, minWidth: 0, paddingTop: 5 },
    '& > li > span:last-of-type': { marginTop: 5 },
    '& strong': { marginRight: 8 },
    '& .second': { fontSize: 12, color: components.textoSecundario },
    '& ul': { margin: '4px 0 0', paddingLeft: 18, fontSize: 13, overflowWrap: 'anywhere' },
    '& .ERRO': { color: actions.perigo.text },
    '& .AVISO': { color: actions.aviso.text },
  };
});

/** The parts of a dialog under each other, each as high as what it holds and none wider than the dialog. */
export const STACKED = {
  ...{ display: 'grid', gap: 3, alignContent: 'start' },
  ...{ gridAutoRows: 'max-content', gridTemplateColumns: 'minmax(0, 1fr)' },
} as const;
