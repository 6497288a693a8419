import TextField from '@mui/material/TextField';
import { useEffect } from 'react';
import { rowOf } from '../../../../contract/catalogs/catalog.ts';
import { ticketResult } from '../../../../contract/catalogs/ticketResult.ts';
import { type FinalReason, lookupRoutes } from '../../../../contract/sac/lookups.ts';
import { OptionField } from '../../../custom/ticketWizard/steps/OptionField.tsx';
import { useRoute } from '../../../dataProvider/useRoute.ts';
import { errorText } from '../../../ui/shell/errorText.ts';
import type { MoveDraft } from './moveDraft.ts';

interface EndingFieldsProps {
  typeKey: string;
  /** The result that the way itself gives: only reasons of it are offered. */
  result: string | null;
  value: Pick<MoveDraft, 'final' | 'obs'>;
  onChange: (value: Partial<Pick<MoveDraft, 'final' | 'obs'>>) => void;
  errors: Readonly<Record<string, string>>;
}

/** How the ticket ends: reason with its result, and the explanation that some reasons demand. */
export function EndingFields({ typeKey, result, value, onChange, errors }: EndingFieldsProps) {
  const { data, error } = useRoute(lookupRoutes.finalReasons, { query: { tipo: typeKey } });
  const offered = data?.filter(({ resultado }) => !result || !resultado || resultado === result);
  const { final } = value;
  const given = final && (offered?.find(({ id }) => id === final.id) ?? null);
  const usual = offered?.length === 1 ? offered[0] : offered?.find(({ padrao }) => padrao);
  useEffect(() => {
    if (!final && usual) onChange({ final: chosen(usual) });
  }, [final, usual, onChange]);
  return (
    <>
      <OptionField<FinalReason>
        label="Motivo de finalização"
        required
        options={offered}
        nameOf={nameOf}
        value={given}
        onChange={(next) => onChange({ final: next && chosen(next) })}
        error={errors.idMotivo ?? errors['finalizacao.idMotivo']}
        failure={error && !data ? errorText(error) : undefined}
      />
      <TextField
        label="Observação"
        required={final?.informa ?? false}
        multiline
        minRows={2}
        value={value.obs}
        onChange={({ target }) => onChange({ obs: target.value })}
        error={Boolean(errors.obs ?? errors['finalizacao.obs'])}
        helperText={errors.obs ?? errors['finalizacao.obs']}
        slotProps={{ htmlInput: { maxLength: 500 } }}
      />
    </>
  );
}

const chosen = ({ id, descricao, informa }: FinalReason) => ({ id, descricao, informa });

const nameOf = ({ descricao, resultado }: FinalReason) =>
  resultado ? `${descricao} (${rowOf(ticketResult, resultado).label})` : descricao;
