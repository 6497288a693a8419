import Alert from '@mui/material/Alert';
import Button from '@mui/material/Button';
import DialogContent from '@mui/material/DialogContent';
import Typography from '@mui/material/Typography';
import { type RefObject, useLayoutEffect, useState } from 'react';
import { formatDateTime } from '../../../contract/rules/dateText.ts';
import { formatDocument } from '../../../contract/rules/documents.ts';
import { ownZone } from '../../dataProvider/session.ts';
import { KeyValueList } from '../../ui/components/detail/KeyValueList.tsx';
import { KeptDrafts } from '../../ui/drafts/KeptDrafts.tsx';
import type { ServerDraft } from '../../ui/drafts/useServerDraft.ts';
import { errorText } from '../../ui/shell/errorText.ts';
import { RegistrationHeader } from './RegistrationHeader.tsx';
import { losses } from './state/losses.ts';
import { type RegistrationDraft, textAt } from './state/registrationDraft.ts';

interface ResumeChoiceProps {
  titleId: string;
  closing: RefObject<() => void>;
  draft: ServerDraft<RegistrationDraft>;
  onResume: () => void;
  onClose: () => void;
}

/** An unfinished registration: what it holds, and the choice to go on or to begin again. */
export function ResumeChoice({ titleId, closing, draft, onResume, onClose }: ResumeChoiceProps) {
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState('');
  useLayoutEffect(() => {
    closing.current = onClose;
  });
  const { data } = draft.value;
  const name = textAt(data, 'empresa', 'razaoSocial') || textAt(data, 'empresa', 'nomeFantasia');
  const discard = async () => {
    setBusy(true);
    setProblem('');
    await draft.discard().catch((error) => setProblem(errorText(error)));
    setBusy(false);
  };
  return (
    <>
      <RegistrationHeader titleId={titleId} title="Continuar o cadastro?" onClose={onClose} />
      <DialogContent>
        <KeptDrafts drafts={draft.kept} />
        {draft.state.kind === 'saved' && (
          <Typography sx={{ mb: 4 }}>
            Rascunho salvo em {formatDateTime(draft.state.at, ownZone())}.
          </Typography>
        )}
        <KeyValueList
          items={[
            { label: 'Cliente', value: name },
            { label: 'CPF ou CNPJ', value: formatDocument(textAt(data, 'documento')) },
            { label: 'Já informado', value: capitalized(losses(data)) },
          ]}
        />
        {problem && (
          <Alert severity="error" sx={{ mt: 4 }}>
            {problem}
          </Alert>
        )}
        <div style={{ display: 'flex', flexWrap: 'wrap', gap: 8, marginTop: 24, justifyContent: 'flex-end' }}>
          <Button color="inherit" onClick={discard} loading={busy}>
            Começar de novo
          </Button>
          <Button variant="contained" onClick={onResume} disabled={busy} autoFocus>
            {name ? `Continuar o cadastro de ${name}` : 'Continuar o cadastro'}
          </Button>
        </div>
      </DialogContent>
    </>
  );
}

const capitalized = (text: string) => text && `${text[0]?.toUpperCase()}${text.slice(1)}`;
