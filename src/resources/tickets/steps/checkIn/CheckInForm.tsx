import Button from '@mui/material/Button';
import Typography from '@mui/material/Typography';
import { useMemo } from 'react';
import {
  type CheckInLine,
  checkInFacts,
  checkInProblems,
  receivedAsAuthorized,
} from '../../../../../contract/rules/steps/returnCheckIn.ts';
import type { CheckInLineInput } from '../../../../../contract/rules/steps/stepInput.ts';
import type { TicketItem } from '../../../../../contract/sac/ticketItems.ts';
import { useStableCallback } from '../../../../ui/components/useStableCallback.ts';
import { EmptyState } from '../../../../ui/shell/states/StateMessage.tsx';
import { LoadedLines, labelOf } from '../parts/LoadedLines.tsx';
import { errorsOfLine, StepList, toNextLine } from '../parts/StepList.ts';
import type { StepFormProps } from '../stepForms.ts';
import { CheckInRow } from './CheckInRow.tsx';

const PATH = 'conferencia.linhas';
const NOTHING: readonly CheckInLineInput[] = [];

/** Return check-in: what arrived of every approved line. */
export function CheckInForm(props: StepFormProps) {
  return (
    <LoadedLines idTicket={props.ticket.id}>
      {(items) => <CheckIn {...props} items={items.filter(({ status }) => status === 'A')} />}
    </LoadedLines>
  );
}

function CheckIn({
  items,
  value,
  onChange,
  errors,
  disabled,
}: StepFormProps & { items: readonly TicketItem[] }) {
  const ids = items.map(({ id }) => id).join();
  // biome-ignore lint/correctness/useExhaustiveDependencies: the filtered list is new each time, its lines are not
  const lines = useMemo(() => items.map(checkInLine), [ids]);
  const given = value.conferencia?.linhas ?? NOTHING;
  const placeOf = useMemo(() => new Map(given.map((line, at) => [line.id, at])), [given]);
  const send = (linhas: CheckInLineInput[]) => {
    const input = { linhas };
    const complete = checkInProblems(input, { lines }).length === 0;
    onChange({ ...value, conferencia: input }, complete ? checkInFacts(input, { lines }) : null);
  };
  const onField = useStableCallback((id: number, part: Partial<CheckInLineInput>) => {
    const byId = new Map(given.map((line) => [line.id, line]));
    byId.set(id, { ...(byId.get(id) ?? { id, recebida: '' }), ...part });
    send(lines.flatMap((line) => byId.get(line.id) ?? []));
  });
  if (items.length === 0) return <EmptyState title="Nenhum produto foi autorizado" />;
  const done = given.filter((own) => {
    const line = lines.find(({ id }) => id === own.id);
    return line && checkInProblems({ linhas: [own] }, { lines: [line] }).length === 0;
  }).length;
  const left = items.length - done;
  return (
    <section aria-label="Conferência da devolução">
      <div style={{ display: 'flex', flexWrap: 'wrap', gap: 8, alignItems: 'center', marginBottom: 12 }}>
        <Typography role="status" sx={{ flex: 1, minWidth: 160, fontWeight: 500 }}>
          {left > 0 ? `Falta conferir ${left} de ${items.length}` : 'Todos os produtos conferidos'}
        </Typography>
        <Button
          size="small"
          variant="outlined"
          disabled={disabled}
          onClick={() => send(lines.map(receivedAsAuthorized))}
        >
          Receber tudo como autorizado
        </Button>
      </div>
      <StepList onKeyDown={toNextLine}>
        {items.map((item) => (
          <CheckInRow
            key={item.id}
            item={item}
            given={given[placeOf.get(item.id) ?? -1]}
            errors={errorsOfLine(errors, PATH, placeOf.get(item.id) ?? -1, labelOf(item))}
            disabled={disabled}
            onField={onField}
          />
        ))}
      </StepList>
    </section>
  );
}

const checkInLine = (item: TicketItem): CheckInLine => ({
  id: item.id,
  label: labelOf(item),
  authorized: item.qtd_autorizada,
  divides: item.fracionavel,
});
