import { isValidIe } from '@brazilian-utils/brazilian-utils/is-valid-ie';
import Alert from '@mui/material/Alert';
import { isRecord } from '../../../../contract/rules/draftReading.ts';
import { textAt } from '../state/registrationDraft.ts';
import { useWizard } from '../state/wizardContext.ts';

/** A state registration of another state than the address is: to be looked at, not to be refused. */
export function StateRegistrationNote() {
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
