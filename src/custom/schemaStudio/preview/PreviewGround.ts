import { styled } from '@mui/material/styles';

/** Where a form is shown as somebody else will see it. */
export const PreviewGround = styled('div')(({ theme }) => {
  const { components } = theme.vars.palette;
  return {
    display: 'grid',
    gap: 12,
    '& .tools, & .foot': { display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: 8, fontSize: 13 },
    '& .ground': {
      padding: 16,
      border: `1px solid ${components.linha}`,
      borderRadius: 8,
      backgroundColor: components.fundo,
      color: components.texto,
      containerType: 'inline-size',
    },
    '& .ground[data-width=phone]': { width: 360, maxWidth: '100%' },
  };
});
