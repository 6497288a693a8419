import Alert from '@mui/material/Alert';
import DialogActions from '@mui/material/DialogActions';
import DialogContent from '@mui/material/DialogContent';
import DialogTitle from '@mui/material/DialogTitle';
import { useQuery } from '@tanstack/react-query';
import { useId, useState } from 'react';
import type { KeptDraft } from '#contract/config/platform.ts';
import { isBlank } from '#contract/rules/draftReading.ts';
import { isRecord } from '#contract/rules/jsonRecord.ts';
import { formatDateTime } from '#contract/rules/time/calendarDate.ts';
import { ownZone } from '#data/session.ts';
import { Button } from '#ui/components/Button.tsx';
import { ConfirmDialog } from '../components/ConfirmDialog.tsx';
import { KeyValueList } from '../components/detail/Section.tsx';
import { CloseButton, DialogFrame } from '../components/frame/DialogFrame.tsx';
import { useBriefMessage } from '../components/timed.ts';
import { type ConflictLabels, labelled } from '../conflict/ConflictView.tsx';
import { Answered } from '../shell/states/StateMessage.tsx';
import { TextSkeleton } from '../shell/states/skeletons.tsx';
import { keptContent, removeDraft } from './draftSaver.ts';
import { type DraftFields, type DraftText, draftTexts, OTHER_FIELD, partTexts } from './draftTexts.ts';

interface KeptDraftsProps {
  drafts: readonly KeptDraft[];
  /** How what stands in a draft is called, at any depth; `undefined` until that is known. */
  fields: DraftFields | undefined;
  /** How the form calls its own fields, and shows the values of those that are no texts. */
  labels?: ConflictLabels<object> | undefined;
}

/** Drafts that could not be resumed: announced, viewable, and kept until their author discards them. */
export function KeptDrafts({ drafts, fields, labels }: KeptDraftsProps) {
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
      {open && <KeptDraftDialog draft={open} fields={fields} labels={labels} onClose={() => setOpen(null)} />}
      <ConfirmDialog
        open={requested !== null}
        title="Descartar o rascunho salvo?"
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

interface KeptDraftDialogProps extends Pick<KeptDraftsProps, 'fields' | 'labels'> {
  draft: KeptDraft;
  onClose: () => void;
}

/** The full content of a draft that was set aside, for reading and copying. */
function KeptDraftDialog({ draft, fields, labels, onClose }: KeptDraftDialogProps) {
  const titleId = useId();
  const [copied, announce] = useBriefMessage();
  const found = useQuery({
    queryKey: ['rascunho-guardado', draft.objeto],
    queryFn: () => keptContent(draft.objeto),
    gcTime: 0,
  });
  const texts = found.data === undefined || !fields ? [] : fieldTexts(typedIn(found.data), fields, labels);
  const copy = async () => {
    await navigator.clipboard.writeText(texts.map(({ label, value }) => `${label}: ${value}`).join('\n'));
    announce('Copiado!');
  };
  return (
    <DialogFrame open onClose={onClose} aria-labelledby={titleId} maxWidth="sm" fullWidth>
      <DialogTitle id={titleId}>O que estava escrito</DialogTitle>
      <DialogContent tabIndex={0}>
        <Answered answer={found} skeleton={<TextSkeleton lines={4} />}>
          {() => {
            if (!fields) return <TextSkeleton lines={4} />;
            return texts.length === 0 ? 'Nada que se leia.' : <KeyValueList items={texts} />;
          }}
        </Answered>
      </DialogContent>
      <DialogActions>
        <Button onClick={() => void copy()} disabled={texts.length === 0}>
          {copied ?? 'Copiar tudo'}
        </Button>
        <CloseButton variant="contained">Fechar</CloseButton>
      </DialogActions>
    </DialogFrame>
  );
}

/** What a person typed of a draft that also holds the record they began with. */
const typedIn = (content: unknown): unknown =>
  isRecord(content) && isRecord(content.value) && isRecord(content.base) ? content.value : content;

/** The fields as the form calls them and shows their values; what is within one by its schema. */
function fieldTexts(content: unknown, fields: DraftFields, labels: KeptDraftsProps['labels']): DraftText[] {
  if (!labels || !isRecord(content)) return draftTexts(content, fields);
  return Object.entries(content).flatMap(([name, value]) => {
    const { label, show } = labelled(labels, name as never, OTHER_FIELD);
    const shown = isBlank(value) ? '' : show(value);
    return typeof shown === 'string'
      ? shown
        ? [{ label, value: shown }]
        : []
      : partTexts(value, name, label, fields);
  });
}
