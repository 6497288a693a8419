import { styled } from '@mui/material/styles';

/** The picture takes the room; beside it, below it on a narrow window, stands what was chosen there. */
export const Panes = styled('div')(({ theme }) => {
  const { components } = theme.vars.palette;
  return {
    minHeight: 0,
    flex: 1,
    display: 'grid',
    gap: 16,
    gridTemplateColumns: 'minmax(0, 1fr)',
    // Words that only screen readers hear are placed in their pane: else they would make the page longer.
    '& .pane': { position: 'relative', minWidth: 0, minHeight: 0 },
    '& .unseen': { position: 'absolute', width: 1, height: 1, overflow: 'hidden', clipPath: 'inset(50%)' },
    // What is done to the chosen part stays at hand however long the picture is.
    '& .acts': {
      position: 'sticky',
      top: 0,
      zIndex: 5,
      display: 'flex',
      flexWrap: 'wrap',
      alignItems: 'center',
      gap: 4,
      padding: '2px 0 6px',
      backgroundColor: components.fundo,
    },
    '@media (max-width:1099.95px)': {
      '& .picture': { maxHeight: '58dvh', overflow: 'auto', borderBottom: `1px solid ${components.linha}` },
    },
    '@media (min-width:1100px)': {
      gridTemplateColumns: 'minmax(0, 1fr) 372px',
      '& .pane': { overflowY: 'auto', paddingBottom: 24, paddingRight: 2 },
      '& .side': { paddingLeft: 16, borderLeft: `1px solid ${components.linha}` },
    },
  };
});
