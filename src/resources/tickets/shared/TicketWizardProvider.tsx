import {
  type ComponentType,
  createContext,
  type ReactNode,
  Suspense,
  useCallback,
  useContext,
  useMemo,
  useRef,
  useState,
  useTransition,
} from 'react';

export interface TicketWizardProps {
  open: boolean;
  onClose: () => void;
  /** Returns the focus to the element that opened the wizard, unless something else has taken it meanwhile. */
  returnFocus: () => void;
}

interface TicketWizardStore {
  /** Whether this console has a ticket wizard. */
  available: boolean;
  /** Whether its code is being loaded. */
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
  /** A lazy component whose chunk is loaded the first time the wizard is opened. */
  wizard?: ComponentType<TicketWizardProps>;
  children: ReactNode;
}

export function TicketWizardProvider({ wizard: Wizard, children }: TicketWizardProviderProps) {
  const [open, setOpen] = useState(false);
  const [used, setUsed] = useState(false);
  const [opening, startOpening] = useTransition();

  // The opening button is disabled while the wizard's code is loading, which makes it lose the focus.
  const opener = useRef<Element | null>(null);

  const openTicketWizard = useCallback(() => {
    opener.current = document.activeElement;
    startOpening(() => {
      setUsed(true);
      setOpen(true);
    });
  }, []);
  const close = useCallback(() => setOpen(false), []);
  const returnFocus = useCallback(() => {
    if (document.activeElement === document.body && opener.current instanceof HTMLElement)
      opener.current.focus();
  }, []);
  const store = useMemo(
    () => ({ available: Boolean(Wizard), opening, openTicketWizard }),
    [Wizard, opening, openTicketWizard],
  );

  return (
    <TicketWizardContext.Provider value={store}>
      {children}
      <Suspense>
        {Wizard && used && <Wizard open={open} onClose={close} returnFocus={returnFocus} />}
      </Suspense>
    </TicketWizardContext.Provider>
  );
}
