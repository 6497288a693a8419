import Alert from '@mui/material/Alert';
import FormControlLabel from '@mui/material/FormControlLabel';
import Switch from '@mui/material/Switch';
import { formatPostalCode } from '../../../../contract/rules/postalCode.ts';
import { type AddressKey, completeCode, withSameAddress } from '../state/addresses.ts';
import type { CodeState } from '../state/usePostalCodes.ts';
import { useWizard } from '../state/wizardContext.ts';

/** 'Usar o mesmo Endereço de Cobrança', and that it does not hold any more. */
export function SameAddress() {
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

/** How the look-up of its CEP went. */
export function PostalCodeNote({ address }: { address: AddressKey }) {
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
