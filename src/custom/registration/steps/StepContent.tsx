import { isValidIe } from '@brazilian-utils/brazilian-utils/is-valid-ie';
import Alert from '@mui/material/Alert';
import FormControlLabel from '@mui/material/FormControlLabel';
import Switch from '@mui/material/Switch';
import { styled } from '@mui/material/styles';
import ToggleButton from '@mui/material/ToggleButton';
import ToggleButtonGroup from '@mui/material/ToggleButtonGroup';
import Typography from '@mui/material/Typography';
import type { ReactNode } from 'react';
import { formatPostalCode } from '#contract/rules/contact.ts';
import { isRecord } from '#contract/rules/jsonRecord.ts';
import { Button } from '#ui/components/Button.tsx';
import { SchemaForm } from '#ui/schemaForm/SchemaForm.tsx';
import { CustomerLink, RequestTransfer } from '../DuplicatesDialog.tsx';
import { FIRST_STEP, textAt } from '../state/registrationDraft.ts';
import { type AddressKey, type CodeState, completeCode, withSameAddress } from '../state/usePostalCodes.ts';
import { useWizard, type WizardSession } from '../state/useWizardSession.ts';
import { EarlierResult, SimulationSource, TaxImportButton, TaxImportResult } from './TaxImportParts.tsx';

/** Placed inside the groups they refer to. */
const ADDRESS_PARTS = {
  '/enderecoCobranca': <PostalCodeNote address="enderecoCobranca" />,
  '/enderecoEntrega': (
    <>
      <SameAddress />
      <PostalCodeNote address="enderecoEntrega" />
    </>
  ),
};

/** The current step: its description, the server's message, its form and related parts. */
export function StepContent({ session }: { session: WizardSession }) {
  const { step, slice, forms, takeForm, failure, refused, changeSlice, forgetFailure, wizard } = session;
  if (!step || !slice) return null;
  const first = step.etapa === FIRST_STEP;
  const importable = step.etapa === 'empresa' && wizard.draft.tipo === 'PJ';
  const fields = (
    <SchemaForm
      key={step.versao}
      ref={takeForm}
      form={step.formulario}
      value={slice}
      onChange={changeSlice}
      errors={refused[step.etapa]}
      texts={session.textsOf(step.etapa)}
      idPrefix={`cadastro-${step.etapa}`}
      columns={first ? 1 : 2}
      disabled={forms.isPlaceholderData}
      {...(step.etapa === 'enderecos' && { inGroup: ADDRESS_PARTS })}
    />
  );
  return (
    <div style={{ display: 'grid', gap: 16, maxWidth: 960 }}>
      <div style={{ display: 'flex', flexWrap: 'wrap', gap: '8px 16px', alignItems: 'center' }}>
        <Typography color="text.secondary" sx={{ flex: '1 1 240px' }}>
          {step.descricao}
        </Typography>
        {importable && <TaxImportButton />}
      </div>
      {failure && (
        <Alert severity="error" onClose={forgetFailure} sx={{ whiteSpace: 'pre-line' }}>
          {failure}
        </Alert>
      )}
      {first && wizard.request.idCli && <EarlierResult />}
      {importable && <TaxImportResult />}
      {step.etapa === 'enderecos' && <StateRegistrationNote />}
      {first ? <DocumentStep>{fields}</DocumentStep> : fields}
    </div>
  );
}

/** A state registration that does not match the address's state: a hint, not an error. */
function StateRegistrationNote() {
  const { data } = useWizard().draft;
  const inscricao = textAt(data, 'empresa', 'inscricao');
  const uf = textAt(data, 'enderecoCobranca', 'uf');
  const isento = isRecord(data.empresa) && data.empresa.isento === true;
  if (isento || !inscricao || !uf || fits(inscricao, uf)) return null;
  return (
    <Alert severity="warning">
      A inscrição estadual {inscricao} não parece ser de {uf}, o estado do endereço de cobrança. Confira; se
      estiver certa, pode continuar.
    </Alert>
  );
}

const fits = (value: string, uf: string): boolean =>
  isValidIe({ value, stateCode: uf as Parameters<typeof isValidIe>[0] });

/** 'Usar o mesmo Endereço de Cobrança', and a note once the addresses have been separated. */
function SameAddress() {
  const { draft, link, unlinked, postalCodes } = useWizard();
  const possible = completeCode(draft.data, 'enderecoCobranca') !== null;
  const change = (on: boolean) => {
    const data = on ? withSameAddress(draft.data) : draft.data;
    postalCodes.known(data);
    link(on, data);
  };
  return (
    <div>
      <FormControlLabel
        label="Usar o mesmo Endereço de Cobrança"
        control={
          <Switch
            checked={draft.linked}
            disabled={!possible && !draft.linked}
            onChange={(_, on) => change(on)}
          />
        }
      />
      <div role="status" style={{ fontSize: 13 }}>
        {!possible && !draft.linked && 'Informe primeiro o CEP de cobrança.'}
        {draft.linked && 'A entrega é no endereço de cobrança. Mudar um dos dois separa os endereços.'}
        {unlinked && !draft.linked && 'Os endereços foram separados: a entrega já não acompanha a cobrança.'}
      </div>
    </div>
  );
}

/** The result of the CEP lookup. */
function PostalCodeNote({ address }: { address: AddressKey }) {
  const status = useWizard().postalCodes.statuses[address];
  const text = status && textOf(status.state, formatPostalCode(status.code));
  return (
    <div role="status">
      {text && (
        <Alert severity={status.state === 'searching' ? 'info' : 'warning'} sx={{ mt: 1 }}>
          {text}
        </Alert>
      )}
    </div>
  );
}

function textOf(state: CodeState, code: string): string | null {
  if (state === 'searching') return `Buscando o endereço do CEP ${code}…`;
  if (state === 'unknown') return `CEP ${code} não encontrado. Preencha o endereço à mão.`;
  if (state === 'failed') return `A busca do CEP ${code} não respondeu agora. Preencha o endereço à mão.`;
  return null;
}

/** 'Validar Cadastro': CPF or CNPJ, whether it may be registered, and what is already known about it. */
function DocumentStep({ children }: { children: ReactNode }) {
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

/** The server's result for the document, as soon as it is complete. */
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

/** A step's parts stacked vertically, at a readable width. */
const StepFields = styled('div')({ display: 'grid', gap: 16, maxWidth: 640, minWidth: 0 });
