import SearchOutlined from '@mui/icons-material/SearchOutlined';
import ButtonBase from '@mui/material/ButtonBase';
import { styled } from '@mui/material/styles';
import { createContext, type ReactNode, Suspense, useContext, useEffect, useRef, useState } from 'react';
import { useNavigate } from 'react-router-dom';
import { ticketWording } from '#data/session.ts';
import { lazyScreen } from '#ui/shell/loadLater.tsx';
import { NOTHING_TYPED, TypeAhead, useShortcuts } from '#ui/shell/shortcuts/shortcuts.tsx';
import { useShellEntries } from './useShellEntries.tsx';

type ShellDialog = 'palette' | 'shortcuts';

const ShellDialogContext = createContext<(dialog: ShellDialog) => void>(() => {});

/** Opens a dialog available on every screen: the palette or the list of shortcuts. */
const useShellDialog = () => useContext(ShellDialogContext);

/** The shell's keyboard shortcuts and dialogs; a dialog's code is loaded when it is first opened. */
export function ShellDialogs({ children }: { children: ReactNode }) {
  const [open, setOpen] = useState<ShellDialog | null>(null);
  const close = () => setOpen(null);
  const typed = useRef(NOTHING_TYPED);
  useEffect(() => {
    if (open !== 'palette') typed.current = NOTHING_TYPED;
  }, [open]);
  const navigate = useNavigate();
  const { groups } = useShellEntries();

  useShortcuts('Geral', [
    {
      keys: 'ctrl+k',
      label: ticketWording('Buscar tickets, clientes, telas e ações'),
      everywhere: true,
      // From within another dialog, the palette would navigate away from unfinished work.
      run: () =>
        setOpen((now) => (now === 'palette' || document.querySelector('[aria-modal]') ? null : 'palette')),
    },
    { keys: '?', label: 'Mostrar os atalhos', run: () => setOpen('shortcuts') },
    ...groups
      .flatMap(({ entries }) => entries)
      .flatMap(({ keys, plural, path }) =>
        keys ? [{ keys, label: `Ir para ${plural}`, run: () => navigate(path) }] : [],
      ),
  ]);
  return (
    <ShellDialogContext.Provider value={setOpen}>
      {children}
      <Suspense fallback={open === 'palette' && <TypeAhead into={typed} onCancel={close} />}>
        {open === 'palette' && (
          <CommandPalette typed={typed} onClose={close} showShortcuts={() => setOpen('shortcuts')} />
        )}
        {open === 'shortcuts' && <ShortcutsDialog onClose={close} />}
      </Suspense>
    </ShellDialogContext.Provider>
  );
}

const CommandPalette = lazyScreen(() => import('./commandPalette/CommandPalette.tsx'), 'CommandPalette');

const ShortcutsDialog = lazyScreen(
  () => import('#ui/shell/shortcuts/ShortcutsDialog.tsx'),
  'ShortcutsDialog',
);

/** The field in the middle of the top bar that opens the palette; on a phone only its icon is shown. */
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
      // Only the icon is visible; the text still gives the button its accessible name.
      '& span': { position: 'absolute', width: 1, height: 1, clip: 'rect(0 0 0 0)' },
      '& kbd': { display: 'none' },
    },
  };
});
