import { styled } from '@mui/material/styles';

/** Rows of parts; those within a row are indented. */
export const PartRows = styled('ol')(({ theme }) => {
  const { actions, components } = theme.vars.palette;
  return {
    margin: 0,
    padding: 0,
    listStyle: 'none',
    fontSize: 13,
    '& ol': { paddingLeft: 16, marginLeft: 12, borderLeft: `1px solid ${components.linha}` },
    '& .row': {
      display: 'flex',
      alignItems: 'center',
      minHeight: 36,
      borderRadius: 6,
      borderTop: '2px solid transparent',
      '&:hover': { backgroundColor: components.realce },
      '&[data-chosen]': { backgroundColor: components.selecionado },
      '&[data-over]': { borderTopColor: components.foco },
    },
    '& ol .row': { minHeight: 30 },
    '& .grip': { flex: 'none', color: components.textoFraco, cursor: 'grab' },
    '& .choose': {
      flex: 1,
      minWidth: 0,
      display: 'flex',
      alignItems: 'center',
      gap: 6,
      padding: '4px 6px',
      border: 0,
      borderRadius: 6,
      background: 'none',
      color: components.texto,
      font: 'inherit',
      textAlign: 'left',
      cursor: 'pointer',
      '&:focus-visible': { outline: `2px solid ${components.foco}`, outlineOffset: -2 },
    },
    '& .names': { flex: 1, minWidth: 0, overflowWrap: 'anywhere' },
    '& .names small': { display: 'block', fontSize: 12, color: components.textoSecundario },
    '& .wrong': { flex: 'none', color: actions.perigo.text },
    '& .arrows': { flex: 'none', display: 'flex' },
    '& .arrows button': { padding: 4 },
  };
});
