import Button from '@mui/material/Button';
import Typography from '@mui/material/Typography';
import { useMemo } from 'react';
import { addDays } from '../../../../../contract/rules/calendarDate.ts';
import { formatCount } from '../../../../../contract/rules/format.ts';
import type { FinanceInput } from '../../../../../contract/rules/stepInput.ts';
import { type FinanceTitle, financeProblems } from '../../../../../contract/rules/steps/financeExtension.ts';
import { type TicketTitle, ticketItemRoutes } from '../../../../../contract/sac/ticketItems.ts';
import { useRoute } from '../../../../dataProvider/useRoute.ts';
import { useStableCallback } from '../../../../ui/components/useStableCallback.ts';
import { EmptyState } from '../../../../ui/shell/states/EmptyState.tsx';
import { ErrorState } from '../../../../ui/shell/states/ErrorState.tsx';
import { FormSkeleton } from '../../../../ui/shell/states/skeletons.tsx';
import { errorsOfLine } from '../parts/lineErrors.ts';
import { StepList } from '../parts/StepList.ts';
import type { StepFormProps } from '../stepForms.ts';
import { TitleRow } from './TitleRow.tsx';

export type TitleInput = FinanceInput['titulos'][number];

const PATH = 'prorrogacaoFinanceiro.titulos';
const NOTHING: readonly TitleInput[] = [];

/** Finance extension: each open title is granted a later due date, or denied with a reason. */
export function FinanceForm(props: StepFormProps) {
  const { data, error, isPending, refetch } = useRoute(ticketItemRoutes.titles, {
    params: { idTicket: props.ticket.id },
  });
  if (isPending) return <FormSkeleton fields={3} />;
  if (error && !data) return <ErrorState error={error} onRetry={() => refetch()} />;
  if (!data || data.length === 0) return <EmptyState title="As notas do ticket não têm títulos" />;
  return <Finance {...props} titles={data} />;
}

function Finance({
  ticket,
  titles,
  value,
  onChange,
  errors,
  disabled,
}: StepFormProps & { titles: TicketTitle[] }) {
  const known = useMemo(() => titles.map(financeTitle), [titles]);
  const given = value.prorrogacaoFinanceiro?.titulos ?? NOTHING;
  const days = ticket.prorrogacao?.diasAtraso ?? 0;
  const send = (titulos: TitleInput[]) => {
    const input = { titulos };
    const complete = financeProblems(input, { titles: known }).length === 0;
    onChange({ ...value, prorrogacaoFinanceiro: input }, complete ? ticket.fatos : null);
  };
  const onTitle = useStableCallback((next: TitleInput) => {
    const byId = new Map([...given, next].map((title) => [title.id, title]));
    send(known.flatMap(({ id }) => byId.get(id) ?? []));
  });
  const open = known.filter(({ paid }) => !paid);
  const grantAll = () =>
    send(open.map(({ id, dueOn }) => ({ id, decisao: 'CONCEDIDA', novoVencimento: addDays(dueOn, days) })));
  const left = open.filter(({ id }) => given.every((title) => title.id !== id)).length;
  return (
    <section aria-label="Prorrogação no financeiro">
      <div style={{ display: 'flex', flexWrap: 'wrap', gap: 8, alignItems: 'center', marginBottom: 12 }}>
        <Typography role="status" sx={{ flex: 1, minWidth: 160, fontWeight: 500 }}>
          {left > 0
            ? `Falta decidir ${formatCount(left, 'título', 'títulos')}`
            : open.length > 0
              ? 'Todos os títulos em aberto decididos'
              : 'Nenhum título em aberto: negue um deles e diga por quê'}
        </Typography>
        {days > 0 && open.length > 0 && (
          <Button size="small" variant="outlined" disabled={disabled} onClick={grantAll}>
            {`Conceder ${formatCount(days, 'dia', 'dias')} a todos`}
          </Button>
        )}
      </div>
      <StepList>
        {titles.map((title, at) => {
          const place = given.findIndex(({ id }) => id === title.id);
          const rule = known[at] as FinanceTitle;
          return (
            <TitleRow
              key={title.id}
              title={title}
              dueOn={rule.dueOn}
              given={given[place]}
              days={days}
              errors={errorsOfLine(errors, PATH, place, rule.label)}
              disabled={disabled}
              onTitle={onTitle}
            />
          );
        })}
      </StepList>
      {errors[PATH] && (
        <Typography variant="caption" color="error" role="alert">
          {errors[PATH]}
        </Typography>
      )}
    </section>
  );
}

/** As the server reads it: what this ticket granted before is not counted as the due date. */
const financeTitle = ({ id, nro, dtVenc, pagoEm, decisao }: TicketTitle): FinanceTitle => ({
  id,
  label: `Título ${nro}`,
  dueOn: decisao && decisao.novoVencimento === dtVenc ? decisao.vencimentoAnterior : dtVenc,
  paid: pagoEm !== null,
});
