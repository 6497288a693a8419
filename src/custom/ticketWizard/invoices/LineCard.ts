import { styled } from '@mui/material/styles';

/** The row of a product: its facts, and below them what is asked. */
export const LineCard = styled('li')(({ theme }) => {
  const { components } = theme.vars.palette;
  return {
    padding: 12,
    border: `1px solid ${components.linha}`,
    borderRadius: 8,
    backgroundColor: components.superficie,
    '&, & > fieldset': { display: 'grid', gap: 8 },
    '& > fieldset': { margin: 0, padding: 0, border: 0, minInlineSize: 0 },
    '&[hidden]': { display: 'none' },
    '& .facts': { display: 'flex', gap: 12, alignItems: 'center' },
    '& .what': { flex: 1, minWidth: 0, display: 'grid', overflowWrap: 'anywhere' },
    '& .second': { fontSize: 12, lineHeight: '16px', color: components.textoSecundario },
    '& .answers': {
      display: 'grid',
      gap: '8px 12px',
      gridTemplateColumns: 'auto minmax(140px, 1fr) auto',
      alignItems: 'start',
      '& > :first-of-type, & > button': { marginTop: 24 },
    },
    '& .proof': {
      display: 'grid',
      gap: 12,
      gridTemplateColumns: 'repeat(auto-fit, minmax(min(200px, 100%), 1fr))',
      alignItems: 'start',
    },
    [theme.breakpoints.down('sm')]: {
      '& .answers': {
        gridTemplateColumns: 'minmax(0, 1fr) auto',
        '& > :nth-of-type(2)': { gridColumn: '1 / -1', gridRow: 2 },
        '& > :first-of-type, & > button': { marginTop: 0 },
      },
    },
  };
});
