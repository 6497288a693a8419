import { createContext, type ReactNode, Suspense, useContext, useState } from 'react';
import { useNavigate } from 'react-router-dom';
import { inWords } from '../../dataProvider/inWords.ts';
import { lazyScreen } from '../../ui/shell/lazyScreen.ts';
import { useShortcuts } from '../../ui/shell/shortcuts/shortcuts.ts';
import { useShellEntries } from './useShellEntries.ts';

type ShellDialog = 'palette' | 'shortcuts';

const ShellDialogContext = createContext<(dialog: ShellDialog) => void>(() => {});

/** Opens a dialog that every screen has: the palette, the list of shortcuts. */
export const useShellDialog = () => useContext(ShellDialogContext);

/** The keys and dialogs of the shell; a dialog's code is loaded when it is first opened. */
export function ShellDialogs({ children }: { children: ReactNode }) {
  const [open, setOpen] = useState<ShellDialog | null>(null);
  const close = () => setOpen(null);
  const navigate = useNavigate();
  const { groups } = useShellEntries();

  useShortcuts('Geral', [
    {
      keys: 'ctrl+k',
      label: inWords('Buscar tickets, clientes, telas e ações'),
      everywhere: true,
      // Over another dialog it would lead away from unfinished work.
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
      <Suspense>
        {open === 'palette' && <CommandPalette onClose={close} showShortcuts={() => setOpen('shortcuts')} />}
        {open === 'shortcuts' && <ShortcutsDialog onClose={close} />}
      </Suspense>
    </ShellDialogContext.Provider>
  );
}

const CommandPalette = lazyScreen(() => import('./commandPalette/CommandPalette.tsx'), 'CommandPalette');
const ShortcutsDialog = lazyScreen(
  () => import('../../ui/shell/shortcuts/ShortcutsDialog.tsx'),
  'ShortcutsDialog',
);
