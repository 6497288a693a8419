import { styled } from '@mui/material/styles';

/** The picture scrolls within its frame; on the whole screen it takes what the walk leaves. */
export const BoardPane = styled('div')(({ theme }) => {
  const { components } = theme.vars.palette;
  return {
    display: 'grid',
    gap: 12,
    '& .tools': {
      display: 'flex',
      flexWrap: 'wrap',
      alignItems: 'center',
      gap: 4,
      fontSize: 12,
      color: components.textoSecundario,
    },
    '& .tools > span': { flex: 1, minWidth: 140 },
    '& .said': { position: 'absolute', width: 1, height: 1, overflow: 'hidden', clipPath: 'inset(50%)' },
    '& .frame': {
      overflow: 'auto',
      maxHeight: 'max(320px, calc(100dvh - 400px))',
      border: `1px solid ${components.linha}`,
      borderRadius: 8,
      backgroundColor: components.fundo,
    },
    '&[data-full] .frame': { maxHeight: 'calc(100dvh - 300px)' },
  };
});
