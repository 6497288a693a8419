import FormControlLabel from '@mui/material/FormControlLabel';
import FormLabel from '@mui/material/FormLabel';
import Radio from '@mui/material/Radio';
import RadioGroup from '@mui/material/RadioGroup';
import { useEffect, useId } from 'react';
import { quoteRoutes } from '../../../contract/callcenter/quotes.ts';
import { quoteSituation, quoteSituationOf } from '../../../contract/catalogs/quoteSituation.ts';
import { formatMoney } from '../../../contract/rules/format.ts';
import { useRoute } from '../../dataProvider/useRoute.ts';
import { ChoiceField } from './ChoiceField.tsx';
import type { RecordDraft } from './useRecordDraft.ts';

/** The quote that was spoken of, and whether it is lost. */
export function QuoteFields({ idCli, draft }: { idCli: number; draft: RecordDraft }) {
  const { form, change, errors, readQuote } = draft;
  const quotes = useRoute(quoteRoutes.ofCustomerHere, { params: { idCli }, query: { take: 100 } });
  const rows = quotes.data?.itens ?? [];
  const version = rows.find(({ id }) => id === form.orcamento)?.versao;
  useEffect(() => readQuote(version), [readQuote, version]);
  const known = form.orcamento !== null && !rows.some(({ id }) => id === form.orcamento);
  const options = [
    ...(known ? [{ id: form.orcamento ?? 0, desc: `Orçamento ${form.orcamento}` }] : []),
    ...rows.map(({ id, vlTot }) => ({ id, desc: `Orçamento ${id} · ${formatMoney(vlTot, 2)}` })),
  ];
  if (options.length === 0 && !quotes.error) return null;
  return (
    <>
      <ChoiceField
        label="Orçamento"
        query={{
          data: known || quotes.data ? options : undefined,
          error: quotes.error,
          refetch: quotes.refetch,
        }}
        value={form.orcamento}
        error={errors.orcamento_id}
        onChange={(orcamento) => change({ orcamento, situacao: null, motivoPerda: null })}
        {...(!draft.fixedQuote && { none: 'Nenhum' })}
      />
      {form.orcamento !== null && <SituationFields draft={draft} />}
    </>
  );
}

function SituationFields({ draft }: { draft: RecordDraft }) {
  const { form, change, errors } = draft;
  const labelId = useId();
  const reasons = useRoute(
    quoteRoutes.lossReasons,
    {},
    { enabled: form.situacao === 'PERDIDO', staleTime: 600_000 },
  );
  return (
    <>
      <div>
        <FormLabel id={labelId}>Situação do orçamento</FormLabel>
        <RadioGroup
          row
          aria-labelledby={labelId}
          value={form.situacao ?? ''}
          onChange={(_, value) => change({ situacao: quoteSituationOf(value), motivoPerda: null })}
        >
          {quoteSituation.map(({ value, label }) => (
            <FormControlLabel key={value} value={value} label={label} control={<Radio />} />
          ))}
        </RadioGroup>
      </div>
      {form.situacao === 'PERDIDO' && (
        <ChoiceField
          label="Motivo da perda"
          required
          query={reasons}
          value={form.motivoPerda}
          error={errors.motivoPerda}
          onChange={(motivoPerda) => change({ motivoPerda })}
        />
      )}
    </>
  );
}
