import Alert from '@mui/material/Alert';
import Button from '@mui/material/Button';
import ToggleButton from '@mui/material/ToggleButton';
import ToggleButtonGroup from '@mui/material/ToggleButtonGroup';
import type { ReactNode } from 'react';
import { RequestTransfer } from '../RequestTransfer.tsx';
import { textAt } from '../state/registrationDraft.ts';
import { useWizard } from '../state/wizardContext.ts';
import { CustomerLink } from './CustomerLink.tsx';
import { SimulationSource } from './SimulationSource.tsx';
import { StepFields } from './StepFields.ts';
import { TaxImportButton, TaxImportResult } from './TaxImportParts.tsx';

/** 'Validar Cadastro': CPF or CNPJ, whether it may be registered, and what is known of it already. */
export function DocumentStep({ children }: { children: ReactNode }) {
  const { draft, switchTo, request } = useWizard();
  return (
    <StepFields>
      <ToggleButtonGroup
        exclusive
        size="small"
        aria-label="Quem será cadastrado"
        value={draft.tipo}
        onChange={(_, tipo) => tipo && switchTo(tipo)}
        sx={{ justifySelf: 'start' }}
      >
        <ToggleButton value="PJ">Empresa (CNPJ)</ToggleButton>
        <ToggleButton value="PF">Pessoa (CPF)</ToggleButton>
      </ToggleButtonGroup>
      {children}
      <CheckResult />
      {draft.tipo === 'PJ' && (
        <div>
          <TaxImportButton />
        </div>
      )}
      <TaxImportResult />
      {!request.idCli && <SimulationSource />}
    </StepFields>
  );
}

/** What the server says of the document, as soon as it is whole. */
function CheckResult() {
  const { check, idCli, draft } = useWizard();
  const { answer, failure, retry } = check;
  if (failure) {
    return (
      <Alert severity="error" action={<Button onClick={retry}>Tentar novamente</Button>}>
        {failure.message}
      </Alert>
    );
  }
  if (!answer) return null;
  if (answer.error && !(answer.idCli && answer.idCli === idCli)) {
    return (
      <Alert
        severity="error"
        action={
          answer.podePedirTransferencia && <RequestTransfer documento={textAt(draft.data, 'documento')} />
        }
      >
        {answer.error} {answer.idCli && <CustomerLink id={answer.idCli} />}
      </Alert>
    );
  }
  return answer.message ? <Alert severity="success">{answer.message}</Alert> : null;
}
