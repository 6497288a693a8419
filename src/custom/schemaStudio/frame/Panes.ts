import { styled } from '@mui/material/styles';

/** On a desk each pane scrolls by itself. `data-wide` names the one that takes what is left. */
export const Panes = styled('div')(({ theme }) => {
  const { components } = theme.vars.palette;
  return {
    minHeight: 0,
    flex: 1,
    display: 'grid',
    gridTemplateColumns: 'minmax(0, 1fr)',
    // Words that only screen readers hear are placed in their pane: else they would make the page longer.
    '& .pane': { position: 'relative', minWidth: 0, minHeight: 0 },
    [theme.breakpoints.up('md')]: { '& .pane': { overflowY: 'auto', paddingBottom: 24, paddingRight: 2 } },
    '@media (min-width:1280px)': {
      gap: 16,
      '&[data-wide=preview]': { gridTemplateColumns: 'minmax(420px, 5fr) minmax(0, 6fr)' },
      '&[data-wide=editor]': { gridTemplateColumns: 'minmax(0, 1fr) minmax(320px, 400px)' },
      '& .preview': { paddingLeft: 16, borderLeft: `1px solid ${components.linha}` },
    },
  };
});
