import { formatCalendarDate } from '../../../../contract/rules/calendarDate.ts';
import { Money } from '../../../ui/components/display/Money.tsx';
import { useValueDecimals } from '../../../ui/shell/useDecimals.ts';
import { useWizard } from '../state/wizardContext.ts';
import { ChosenRow, ChosenRows } from './ChosenRows.tsx';

/** The invoices that were added as a whole. */
export function ChosenInvoices({ removable = false }: { removable?: boolean }) {
  const { draft, change } = useWizard();
  const decimals = useValueDecimals();
  return (
    <ChosenRows empty="Nenhuma nota fiscal encontrada" label="Notas fiscais adicionadas">
      {draft.notas.map(({ chave, numNf, dtSai, vlTot }) => (
        <ChosenRow
          key={chave}
          title={`NF ${numNf}`}
          second={
            <>
              {formatCalendarDate(dtSai)} · <Money value={vlTot} decimals={decimals} />
            </>
          }
          onRemove={
            removable
              ? () => change((now) => ({ ...now, notas: now.notas.filter((nota) => nota.chave !== chave) }))
              : undefined
          }
        />
      ))}
    </ChosenRows>
  );
}
