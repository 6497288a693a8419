import Alert from '@mui/material/Alert';
import Typography from '@mui/material/Typography';
import { SchemaForm } from '../../../ui/schemaForm/index.ts';
import { FIRST_STEP } from '../state/registrationDraft.ts';
import type { WizardSession } from '../state/useWizardSession.ts';
import { PostalCodeNote, SameAddress } from './AddressNotes.tsx';
import { DocumentStep } from './DocumentStep.tsx';
import { EarlierResult } from './SimulationSource.tsx';
import { StateRegistrationNote } from './StateRegistrationNote.tsx';
import { TaxImportButton, TaxImportResult } from './TaxImportParts.tsx';

/** In the groups that they speak of. */
const ADDRESS_PARTS = {
  '/enderecoCobranca': <PostalCodeNote address="enderecoCobranca" />,
  '/enderecoEntrega': (
    <>
      <SameAddress />
      <PostalCodeNote address="enderecoEntrega" />
    </>
  ),
};

/** The step that is being written: its sentence, what the server said, its form and what belongs to it. */
export function StepContent({ session }: { session: WizardSession }) {
  const { step, slice, forms, form, failure, refused, changeSlice, forgetFailure, wizard } = session;
  if (!step || !slice) return null;
  const first = step.etapa === FIRST_STEP;
  const importable = step.etapa === 'empresa' && wizard.draft.tipo === 'PJ';
  const fields = (
    <SchemaForm
      key={step.versao}
      ref={form}
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
