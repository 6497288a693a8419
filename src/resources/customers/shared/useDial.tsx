import { type ReactNode, useCallback, useState } from 'react';
import { serviceRecordRoutes } from '#contract/callcenter/agendas/serviceRecords.ts';
import { call } from '#data/call.ts';
import { currentInitialLoad } from '#data/session.ts';
import {
  askedInDialog,
  confirmedBy,
  isContactQuestion,
  useContactReason,
} from '#src/resources/agendas/shared/ConfirmContact.tsx';
import { ConfirmDialog } from '#ui/components/ConfirmDialog.tsx';
import { useCan } from '#ui/shell/usePerson.ts';

interface Dialing {
  dial?: (phone: string) => Promise<void>;
  /** Asks why a customer is called although something speaks against it; to be placed beside the number. */
  question?: ReactNode;
}

interface Asked {
  /** Counts the calls that were asked about. */
  call: number;
  numero: string;
  text: string;
  done: () => void;
  given: (error: Error) => void;
}

/**
 * Places a call through the dialer when `protocoloLigacao` is 'api' and the person may use it; otherwise returns nothing, and
 * a phone is a tel: link. `idAgenda` is the contact for which the call is made.
 */
export function useDial(idCli?: number, idAgenda?: number): Dialing {
  const { can } = useCan();
  const [asked, setAsked] = useState<Asked | null>(null);
  const why = useContactReason([asked?.call]);
  const place = useCallback(
    (numero: string, confirmar = '') =>
      call(serviceRecordRoutes.dial, {
        body: {
          numero,
          ...(idCli !== undefined && { idCli }),
          ...(idAgenda !== undefined && { idAgenda }),
          ...confirmedBy(confirmar),
        },
      }),
    [idCli, idAgenda],
  );
  const dial = useCallback(
    async (numero: string) => {
      try {
        await place(numero);
      } catch (error) {
        if (!isContactQuestion(error)) throw error;
        await new Promise<void>((done, given) =>
          setAsked((last) => ({ call: (last?.call ?? 0) + 1, numero, text: error.message, done, given })),
        );
      }
    },
    [place],
  );
  const byDialer = currentInitialLoad()?.parametros.protocoloLigacao === 'api' && can('ATENDIMENTO_DISCAR');
  if (!byDialer) return {};
  const question = asked && (
    <ConfirmDialog
      open
      title="Ligar mesmo assim?"
      confirmLabel="Ligar"
      onConfirm={async () => {
        await askedInDialog(place(asked.numero, why.reason));
        setAsked(null);
        asked.done();
      }}
      onCancel={() => {
        setAsked(null);
        asked.given(new Error('Ligação cancelada.'));
      }}
    >
      <div style={{ display: 'grid', gap: 16 }}>{why.field(asked.text)}</div>
    </ConfirmDialog>
  );
  return { dial, question };
}
