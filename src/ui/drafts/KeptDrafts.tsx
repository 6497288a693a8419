import Alert from '@mui/material/Alert';
import Button from '@mui/material/Button';
import { Suspense, useState } from 'react';
import type { KeptDraft } from '../../../contract/config/platform.ts';
import { formatDateTime } from '../../../contract/rules/time/calendarDate.ts';
import { ownZone } from '../../dataProvider/session.ts';
import { ConfirmDialog } from '../components/ConfirmDialog.tsx';
import { lazyScreen } from '../shell/loadLater.tsx';
import { removeDraft } from './draftSaver.ts';

const KeptDraftDialog = lazyScreen(() => import('./KeptDraftDialog.tsx'), 'KeptDraftDialog');

/** Drafts that could not be resumed: announced, viewable, and kept until their author discards them. */
export function KeptDrafts({ drafts }: { drafts: readonly KeptDraft[] }) {
  const [gone, setGone] = useState<readonly string[]>([]);
  const [open, setOpen] = useState<KeptDraft | null>(null);
  const [requested, setRequested] = useState<KeptDraft | null>(null);
  const left = drafts.filter(({ objeto }) => !gone.includes(objeto));
  return (
    <>
      {left.map((draft) => (
        <Alert
          key={draft.objeto}
          severity="warning"
          action={
            <>
              <Button color="inherit" size="small" onClick={() => setOpen(draft)}>
                Ver o que estava escrito
              </Button>
              <Button color="inherit" size="small" onClick={() => setRequested(draft)}>
                Descartar
              </Button>
            </>
          }
          sx={{ mb: 2, flexWrap: 'wrap', '& .MuiAlert-message': { flex: '1 1 220px' } }}
        >
          O rascunho de {formatDateTime(draft.atualizado, ownZone())} não pôde continuar aqui por inteiro. Ele
          está guardado.
        </Alert>
      ))}
      {open && (
        <Suspense>
          <KeptDraftDialog draft={open} onClose={() => setOpen(null)} />
        </Suspense>
      )}
      <ConfirmDialog
        open={requested !== null}
        title="Descartar o rascunho guardado?"
        text="O que estava escrito nele não poderá mais ser visto."
        confirmLabel="Descartar"
        tone="error"
        onConfirm={async () => {
          if (!requested) return;
          await removeDraft(requested.objeto);
          setGone([...gone, requested.objeto]);
          setRequested(null);
        }}
        onCancel={() => setRequested(null)}
      />
    </>
  );
}
