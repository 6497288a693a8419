import Button from '@mui/material/Button';
import ToggleButton from '@mui/material/ToggleButton';
import ToggleButtonGroup from '@mui/material/ToggleButtonGroup';
import Typography from '@mui/material/Typography';
import { memo, useMemo } from 'react';
import { formatCount } from '#contract/rules/format.ts';
import {
  type FinanceTitle,
  financeProblems,
  firstExtension,
  suggestedExtension,
} from '#contract/rules/steps/extensions.ts';
import type { FinanceInput } from '#contract/rules/steps/stepInput.ts';
import { type CalendarDate, formatCalendarDate } from '#contract/rules/time/calendarDate.ts';
import { type TicketTitle, ticketItemRoutes } from '#contract/sac/tickets/ticketItems.ts';
import { ownToday } from '#data/session.ts';
import { useRoute } from '#data/useRoute.ts';
import { Money } from '#ui/components/display/Texts.tsx';
import { DateField } from '#ui/components/inputs/DateField.tsx';
import { TextField } from '#ui/components/TextField.tsx';
import { useStableCallback } from '#ui/components/useStableCallback.ts';
import { Answered, EmptyState } from '#ui/shell/states/StateMessage.tsx';
import { FormSkeleton } from '#ui/shell/states/skeletons.tsx';
import { useStepProblems } from '../parts/StepFields.tsx';
import { errorsOfLine, StepList } from '../parts/StepList.tsx';
import type { StepFormProps } from '../stepFormProps.ts';

export type TitleInput = FinanceInput['titulos'][number];

const PATH = 'prorrogacaoFinanceiro.titulos';
const NOTHING: readonly TitleInput[] = [];

/** Finance extension: each open title is granted a later due date, or denied with a reason. */
export function FinanceForm(props: StepFormProps) {
  const answer = useRoute(ticketItemRoutes.titles, { params: { idTicket: props.ticket.id } });
  return (
    <Answered answer={answer} skeleton={<FormSkeleton fields={3} />}>
      {(titles) =>
        titles.length === 0 ? (
          <EmptyState
            title="As notas do ticket não têm títulos"
            text="Não há o que prorrogar: finalize, e diga ao cliente por quê."
          />
        ) : (
          <Finance {...props} titles={titles} />
        )
      }
    </Answered>
  );
}

function Finance({
  ticket,
  titles,
  value,
  onChange,
  onProblems,
  errors,
  disabled,
}: StepFormProps & { titles: TicketTitle[] }) {
  const titleChoices = useMemo(() => titles.map(financeTitle), [titles]);
  const given = value.prorrogacaoFinanceiro?.titulos ?? NOTHING;
  const days = ticket.prorrogacao?.diasAtraso ?? 0;
  const send = (titulos: TitleInput[]) => {
    const input = { titulos };
    const complete = financeProblems(input, { titles: titleChoices }).length === 0;
    onChange({ ...value, prorrogacaoFinanceiro: input }, complete ? ticket.fatos : null);
  };
  useStepProblems({ onProblems }, financeProblems({ titulos: [...given] }, { titles: titleChoices }));
  const onTitle = useStableCallback((next: TitleInput) => {
    const byId = new Map([...given, next].map((title) => [title.id, title]));
    send(titleChoices.flatMap(({ id }) => byId.get(id) ?? []));
  });
  const open = titleChoices.filter(({ paid }) => !paid);
  const grantAll = () =>
    send(
      open.map(({ id, dueOn }) => ({
        id,
        decisao: 'CONCEDIDA',
        novoVencimento: suggestedExtension(dueOn, days, ownToday()),
      })),
    );
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
          const rule = titleChoices[at] as FinanceTitle;
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

/** As the server calculates it: an extension granted by this ticket does not count as the original due date. */
const financeTitle = ({ id, nro, dtVenc, pagoEm, decisao }: TicketTitle): FinanceTitle => ({
  id,
  label: `Título ${nro}`,
  dueOn: decisao && decisao.novoVencimento === dtVenc ? decisao.vencimentoAnterior : dtVenc,
  paid: pagoEm !== null,
});

/** A second extension is granted knowingly. */
const earlierText = ({ idTicket, vencimentoAnterior }: NonNullable<TicketTitle['prorrogacaoAnterior']>) =>
  `Já prorrogado no ticket ${idTicket}: vencia em ${formatCalendarDate(vencimentoAnterior)}`;

interface TitleRowProps {
  title: TicketTitle;
  dueOn: CalendarDate;
  given: TitleInput | undefined;
  /** Days of the delay, used as the initial extension. */
  days: number;
  errors: Readonly<Record<string, string>>;
  disabled: boolean;
  onTitle: (next: TitleInput) => void;
}

/** One title: extended until a date, or denied with a reason. */
const TitleRow = memo(function TitleRow(props: TitleRowProps) {
  const { title, dueOn, given, days, errors, disabled, onTitle } = props;
  const name = `Título ${title.nro}`;
  const paid = title.pagoEm !== null;
  const decide = (decisao: TitleInput['decisao'] | null) => {
    if (!decisao) return;
    const novoVencimento =
      decisao === 'CONCEDIDA' && days > 0 ? suggestedExtension(dueOn, days, ownToday()) : null;
    onTitle({ id: title.id, decisao, novoVencimento, ...(given?.obs && { obs: given.obs }) });
  };
  return (
    <li>
      <fieldset aria-label={name}>
        <div className="head">
          <span className="what">
            <span>
              {name} · <Money value={title.valor} decimals={2} />
            </span>
            <span className="second">
              Nota {title.numNf} · {paid ? 'venceu' : 'vence'} em {formatCalendarDate(dueOn)}
              {title.pagoEm && ` · pago em ${formatCalendarDate(title.pagoEm)}`}
            </span>
            {title.prorrogacaoAnterior && (
              <span className="second">{earlierText(title.prorrogacaoAnterior)}</span>
            )}
          </span>
          <ToggleButtonGroup
            exclusive
            size="small"
            aria-label={`Decisão do ${name}`}
            value={given?.decisao ?? null}
            onChange={(_event, decisao) => decide(decisao)}
            disabled={disabled}
            sx={{ '& .MuiToggleButton-root:not(.Mui-disabled)': { color: 'components.texto' } }}
          >
            <ToggleButton value="CONCEDIDA" disabled={paid}>
              Conceder
            </ToggleButton>
            <ToggleButton value="NEGADA">Negar</ToggleButton>
          </ToggleButtonGroup>
        </div>
        {given?.decisao === 'CONCEDIDA' && (
          <DateField
            required
            label={`Novo vencimento do ${name}`}
            value={given.novoVencimento ?? null}
            min={firstExtension(dueOn, ownToday())}
            onChange={(novoVencimento) => onTitle({ ...given, novoVencimento })}
            disabled={disabled}
            error={errors.novoVencimento !== undefined}
            helperText={errors.novoVencimento}
            sx={{ maxWidth: 280 }}
          />
        )}
        {given?.decisao === 'NEGADA' && (
          <TextField
            required
            fullWidth
            label={`Motivo da negativa do ${name}`}
            value={given.obs ?? ''}
            onChange={({ target }) => onTitle({ ...given, obs: target.value })}
            disabled={disabled}
            error={errors.obs !== undefined}
            helperText={errors.obs}
            slotProps={{ htmlInput: { maxLength: 250, 'data-column': 'obs' } }}
          />
        )}
        <span className="problem">{errors.decisao ?? errors.id ?? ''}</span>
      </fieldset>
    </li>
  );
});
