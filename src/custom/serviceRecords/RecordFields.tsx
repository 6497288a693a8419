import TextField from '@mui/material/TextField';
import { serviceRecordRoutes } from '../../../contract/callcenter/serviceRecords.ts';
import { LONGEST_DESCRIPTION } from '../../../contract/rules/serviceRecords/recordForm.ts';
import { ownToday } from '../../dataProvider/session.ts';
import { useRoute } from '../../dataProvider/useRoute.ts';
import { DateField } from '../../ui/components/inputs/DateField.tsx';
import { useCan } from '../../ui/shell/useCan.ts';
import { ChoiceField } from './ChoiceField.tsx';
import { QuoteFields } from './QuoteFields.tsx';
import type { RecordDraft } from './useRecordDraft.ts';

/** Why one spoke, what was said, what became of the quote, when one speaks again. */
export function RecordFields({ idCli, draft }: { idCli: number; draft: RecordDraft }) {
  const { form, change, errors } = draft;
  const reasons = useRoute(serviceRecordRoutes.reasons, {}, { staleTime: 600_000 });
  const { can } = useCan();
  return (
    <>
      <ChoiceField
        label="Motivo"
        required
        autoFocus
        query={reasons}
        value={form.motivo}
        error={errors.motivo_id}
        onChange={(motivo) => change({ motivo })}
      />
      <TextField
        label="Descrição"
        multiline
        minRows={3}
        value={form.descricao}
        onChange={(event) => change({ descricao: event.target.value })}
        error={Boolean(errors.descricao)}
        helperText={errors.descricao}
        slotProps={{ htmlInput: { maxLength: LONGEST_DESCRIPTION } }}
      />
      {(draft.fixedQuote || can('CLIENTE_ORCAMENTOS')) && <QuoteFields idCli={idCli} draft={draft} />}
      <DateField
        label="Data de retorno"
        value={form.retorno || null}
        min={ownToday()}
        onChange={(day) => change({ retorno: day ?? '' })}
        error={Boolean(errors.data_retorno)}
        helperText={errors.data_retorno ?? 'Cria uma agenda sua para esse dia.'}
      />
    </>
  );
}
