import Alert from '@mui/material/Alert';
import FormControlLabel from '@mui/material/FormControlLabel';
import Switch from '@mui/material/Switch';
import { formatPostalCode } from '../../../../contract/rules/postalCode.ts';
import { ADDRESSES, type AddressKey, completeCode, withSameAddress } from '../state/addresses.ts';
import type { CodeState } from '../state/usePostalCodes.ts';
import { useWizard } from '../state/wizardContext.ts';

const NAMES: Record<AddressKey, string> = { enderecoCobranca: 'cobrança', enderecoEntrega: 'entrega' };

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

/** How the look-up of each CEP went. */
export function PostalCodeNotes() {
  const { postalCodes } = useWizard();
  return (
    <div role="status" style={{ display: 'grid', gap: 8 }}>
      {ADDRESSES.map((key) => {
        const status = postalCodes.statuses[key];
        const text = status && textOf(status.state, formatPostalCode(status.code), NAMES[key]);
        return text ? (
          <Alert key={key} severity={status.state === 'searching' ? 'info' : 'warning'}>
            {text}
          </Alert>
        ) : null;
      })}
    </div>
  );
}

function textOf(state: CodeState, code: string, name: string): string | null {
  if (state === 'searching') return `Buscando o endereço de ${name} do CEP ${code}…`;
  if (state === 'unknown') return `CEP ${code} não encontrado. Preencha o endereço de ${name}.`;
  if (state === 'failed')
    return `A busca do CEP ${code} não respondeu agora. Preencha o endereço de ${name}.`;
  return null;
}
