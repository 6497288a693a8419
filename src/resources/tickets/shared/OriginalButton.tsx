import Button from '@mui/material/Button';
import { useNotify } from 'ra-core';
import { useState } from 'react';
import { receivedEmailRoutes } from '#contract/config/emails.ts';
import { downloadRoute } from '#data/fileTransfer.ts';
import { PersonalGate } from '#ui/shell/RequirePermission.tsx';
import { errorText } from '#ui/shell/states/StateMessage.tsx';

/** Downloads a received e-mail as it arrived, for those who may read the mailbox. */
export function OriginalButton({ id }: { id: number }) {
  const [busy, setBusy] = useState(false);
  const notify = useNotify();
  const download = () => {
    setBusy(true);
    downloadRoute(receivedEmailRoutes.original, { params: { id } }, `e-mail ${id}.eml`)
      .catch((error: unknown) => notify(errorText(error), { type: 'error' }))
      .finally(() => setBusy(false));
  };
  return (
    <PersonalGate route={receivedEmailRoutes.original}>
      <Button size="small" loading={busy} onClick={download}>
        Baixar original
      </Button>
    </PersonalGate>
  );
}
