import DialogActions from '@mui/material/DialogActions';
import DialogContent from '@mui/material/DialogContent';
import DialogContentText from '@mui/material/DialogContentText';
import DialogTitle from '@mui/material/DialogTitle';
import { type ReactNode, useCallback, useId, useState } from 'react';
import { documentRoutes } from '../../../../contract/callcenter/orders/documents.ts';
import { downloadRoute } from '../../../dataProvider/fileTransfer.ts';
import { CallFailure } from '../../../dataProvider/http.ts';
import { CloseButton, DialogFrame } from '../../../ui/components/frame/DialogFrame.tsx';
import { errorText } from '../../../ui/shell/states/StateMessage.tsx';

export type DocumentKind = 'boleto' | 'xml' | 'danfe';

export const DOCUMENTS = {
  boleto: { route: documentRoutes.slip, name: (id: number) => `boleto-${id}.pdf` },
  xml: { route: documentRoutes.invoiceXml, name: (id: number) => `nfe-${id}.xml` },
  danfe: { route: documentRoutes.invoicePdf, name: (id: number) => `nfe-${id}.pdf` },
} as const;

interface Notice {
  /** 'Aviso' for what the server refuses with a reason, 'Atenção' for a failure. */
  title: 'Aviso' | 'Atenção';
  text: string;
}

/** Downloads documents and reports errors in a dialog; the caller must render `notice`. */
export function useDocumentDownload() {
  const [notice, setNotice] = useState<Notice | null>(null);
  const [busy, setBusy] = useState<string | null>(null);
  const download = useCallback(async (kind: DocumentKind, id: number) => {
    const { route, name } = DOCUMENTS[kind];
    setBusy(`${kind}-${id}`);
    try {
      await downloadRoute(route, { params: { id } }, name(id));
    } catch (failure) {
      const refused = failure instanceof CallFailure && failure.status === 422;
      setNotice({ title: refused ? 'Aviso' : 'Atenção', text: errorText(failure) });
    } finally {
      setBusy(null);
    }
  }, []);
  const shown: ReactNode = notice && <NoticeDialog {...notice} onClose={() => setNotice(null)} />;
  return { download, busy, notice: shown };
}

function NoticeDialog({ title, text, onClose }: Notice & { onClose: () => void }) {
  const id = useId();
  return (
    <DialogFrame open onClose={onClose} maxWidth="xs" fullWidth aria-labelledby={id}>
      <DialogTitle id={id}>{title}</DialogTitle>
      <DialogContent>
        <DialogContentText sx={{ whiteSpace: 'pre-line' }}>{text}</DialogContentText>
      </DialogContent>
      <DialogActions>
        <CloseButton variant="contained" autoFocus>
          Fechar aviso
        </CloseButton>
      </DialogActions>
    </DialogFrame>
  );
}
