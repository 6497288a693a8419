import SearchOutlined from '@mui/icons-material/SearchOutlined';
import ButtonBase from '@mui/material/ButtonBase';
import { styled } from '@mui/material/styles';
import { useShellDialog } from '../ShellDialogs.tsx';

/** The field in the middle of the top bar that opens the palette; on a phone its icon alone. */
export function PaletteButton() {
  const openDialog = useShellDialog();
  return (
    <Field onClick={() => openDialog('palette')} aria-haspopup="dialog" aria-keyshortcuts="Control+K">
      <SearchOutlined fontSize="small" />
      <span>Buscar ou ir para…</span>
      <kbd aria-hidden>Ctrl K</kbd>
    </Field>
  );
}

const Field = styled(ButtonBase)(({ theme }) => {
  const { components } = theme.vars.palette;
  return {
    minWidth: 0,
    height: 36,
    padding: '0 8px',
    gap: 8,
    border: `1px solid ${components.linha}`,
    borderRadius: 8,
    backgroundColor: components.lateral,
    color: components.textoFraco,
    '&:hover': { borderColor: components.linhaForte },
    '& span': {
      flex: 1,
      overflow: 'hidden',
      textAlign: 'left',
      whiteSpace: 'nowrap',
      textOverflow: 'ellipsis',
    },
    '& kbd': { font: 'inherit', fontSize: '0.75rem', whiteSpace: 'nowrap' },
    [theme.breakpoints.down('md')]: {
      width: 36,
      justifyContent: 'center',
      border: 0,
      background: 'none',
      color: 'inherit',
      // The icon stands for the words, which still name the button.
      '& span': { position: 'absolute', width: 1, height: 1, clip: 'rect(0 0 0 0)' },
      '& kbd': { display: 'none' },
    },
  };
});
