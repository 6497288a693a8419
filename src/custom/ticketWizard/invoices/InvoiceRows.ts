import { styled } from '@mui/material/styles';

/** Invoices that unfold. */
export const InvoiceRows = styled('ul')(({ theme }) => {
  const { components } = theme.vars.palette;
  return {
    listStyle: 'none',
    margin: 0,
    padding: 0,
    display: 'grid',
    gap: 8,
    '& > li': { border: `1px solid ${components.linha}`, borderRadius: 8, overflow: 'hidden', minWidth: 0 },
    '& .head': {
      font: 'inherit',
      display: 'flex',
      alignItems: 'center',
      gap: 12,
      width: '100%',
      padding: '8px 12px',
      border: 0,
      textAlign: 'left',
      cursor: 'pointer',
      color: components.texto,
      backgroundColor: components.superficie,
    },
    '& .head:hover': { backgroundColor: components.realce },
    '& .head:focus-visible': { outline: `2px solid ${components.foco}`, outlineOffset: -2 },
    '& .head > svg': { flex: 'none', color: components.textoSecundario },
    '& .head[aria-expanded=true] > svg': { transform: 'rotate(90deg)' },
    '& .head .what': { flex: 1, minWidth: 0, display: 'grid' },
    '& .head .what strong': { fontWeight: 600 },
    '& .second': { fontSize: 12, lineHeight: '16px', color: components.textoSecundario },
    '& .body': { borderTop: `1px solid ${components.linha}`, backgroundColor: components.cabecalho },
  };
});
