import Alert from '@mui/material/Alert';
import Button from '@mui/material/Button';
import { useNotify } from 'ra-core';
import { useState } from 'react';
import { useLocation } from 'react-router-dom';
import { customerMergeRoutes } from '#contract/callcenter/customers/customerMerges.ts';
import type { PanelCustomer } from '#contract/callcenter/customers/panelCustomer.ts';
import { formatDateTime } from '#contract/rules/time/calendarDate.ts';
import { useRefetch } from '#data/refetch.ts';
import { ownZone } from '#data/session.ts';
import { useCommand } from '#data/useRoute.ts';
import { mergedFrom } from '#src/resources/customers/shared/merge/mergedFrom.ts';
import { errorText } from '#ui/shell/states/StateMessage.tsx';

interface MergedBannerProps extends Pick<PanelCustomer, 'id' | 'unidos'> {
  /** The code by which a dialog was opened; a page keeps it in its history entry. */
  asked: number | undefined;
}

/**
 * The registrations that became one with this customer: while it can be taken back, and for whoever came by the code of one of
 * them.
 */
export function MergedBanner({ id, unidos = [], asked }: MergedBannerProps) {
  const { state } = useLocation();
  const from = asked ?? mergedFrom(state);
  const shown = unidos.filter((each) => each.desfazerAte !== null || each.id === from);
  return shown.map((each) => (
    <Alert
      key={each.id}
      severity="info"
      action={each.desfazerAte !== null && <UndoMerge idCli={id} cliente={each.id} />}
    >
      O cliente {each.id} foi unido a este em {formatDateTime(each.em, ownZone())} por {each.por}.
    </Alert>
  ));
}

function UndoMerge({ idCli, cliente }: { idCli: number; cliente: number }) {
  const notify = useNotify();
  const refetch = useRefetch();
  const send = useCommand();
  const [isPending, setPending] = useState(false);
  const run = async () => {
    setPending(true);
    try {
      const { data } = await send(customerMergeRoutes.undoMerge, { params: { idCli }, body: { cliente } });
      notify(data.message, { type: 'success' });
    } catch (error) {
      notify(errorText(error), { type: 'error' });
    } finally {
      setPending(false);
      void refetch(customerMergeRoutes.undoMerge);
    }
  };
  return (
    <Button size="small" color="inherit" loading={isPending} onClick={() => void run()}>
      Desfazer
    </Button>
  );
}
