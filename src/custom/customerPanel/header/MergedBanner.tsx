import Alert from '@mui/material/Alert';
import { useLocation } from 'react-router-dom';
import { customerMergeRoutes } from '#contract/callcenter/customers/customerMerges.ts';
import type { PanelCustomer } from '#contract/callcenter/customers/panelCustomer.ts';
import { formatDateTime } from '#contract/rules/time/calendarDate.ts';
import type { Command } from '#data/call.ts';
import { ownZone } from '#data/session.ts';
import { mergedFrom } from '#src/resources/customers/shared/merge/mergedFrom.ts';
import { UndoButton } from '#ui/undo/UndoButton.tsx';

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
      action={
        each.desfazerAte !== null && (
          <UndoButton route={customerMergeRoutes.undoMerge} undo={(send) => undoing(send, id, each.id)} />
        )
      }
    >
      O cliente {each.id} foi unido a este em {formatDateTime(each.em, ownZone())} por {each.por}.
    </Alert>
  ));
}

const undoing = async (send: Command, idCli: number, cliente: number) =>
  (await send(customerMergeRoutes.undoMerge, { params: { idCli }, body: { cliente } })).data.message;
