import { useNotify } from 'ra-core';
import { useCallback, useState } from 'react';
import { reportDeskRoutes } from '../../../../contract/sac/reportDesk.ts';
import { downloadProgress } from '../../../dataProvider/downloadProgress.ts';
import { errorText } from '../../../ui/shell/errorText.ts';

/** Fetches the file of a run under the name that the server gives it. */
export function useFileDownload() {
  const notify = useNotify();
  const [busy, setBusy] = useState(false);
  const download = useCallback(
    async (id: number) => {
      setBusy(true);
      const { signal } = new AbortController();
      await downloadProgress(
        reportDeskRoutes.runFile,
        { params: { id } },
        { name: `relatorio-${id}`, signal, onProgress: () => {} },
      ).catch((error: unknown) => notify(errorText(error), { type: 'error' }));
      setBusy(false);
    },
    [notify],
  );
  return { download, busy };
}
