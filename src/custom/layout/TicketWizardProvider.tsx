import {
  type ComponentType,
  createContext,
  type ReactNode,
  Suspense,
  useCallback,
  useContext,
  useMemo,
  useState,
  useTransition,
} from 'react';

export interface TicketWizardProps {
  open: boolean;
  onClose: () => void;
}

interface TicketWizardStore {
  /** Whether this console has a wizard at all. */
  available: boolean;
  /** Its code is being loaded. */
  opening: boolean;
  openTicketWizard: () => void;
}

const TicketWizardContext = createContext<TicketWizardStore>({
  available: false,
  opening: false,
  openTicketWizard: () => {},
});

/** Opens 'Abrir novo ticket' from anywhere. */
export const useTicketWizard = () => useContext(TicketWizardContext);

interface TicketWizardProviderProps {
  /** A lazy component: its chunk is loaded by the first opening. */
  wizard?: ComponentType<TicketWizardProps>;
  children: ReactNode;
}

export function TicketWizardProvider({ wizard: Wizard, children }: TicketWizardProviderProps) {
  const [open, setOpen] = useState(false);
  const [used, setUsed] = useState(false);
  const [opening, startOpening] = useTransition();

  const openTicketWizard = useCallback(() => {
    startOpening(() => {
      setUsed(true);
      setOpen(true);
    });
  }, []);
  const close = useCallback(() => setOpen(false), []);
  const store = useMemo(
    () => ({ available: Boolean(Wizard), opening, openTicketWizard }),
    [Wizard, opening, openTicketWizard],
  );

  return (
    <TicketWizardContext.Provider value={store}>
      {children}
      <Suspense>{Wizard && used && <Wizard open={open} onClose={close} />}</Suspense>
    </TicketWizardContext.Provider>
  );
}
