import DeleteOutlineOutlined from '@mui/icons-material/DeleteOutlineOutlined';
import IconButton from '@mui/material/IconButton';
import Typography from '@mui/material/Typography';
import { Children, type ReactNode } from 'react';
import { formatCalendarDate } from '../../../../contract/rules/calendarDate.ts';
import { formatCount } from '../../../../contract/rules/format.ts';
import { formatQuantity } from '../../../../contract/rules/quantity.ts';
import { Money } from '../../../ui/components/display/Figures.tsx';
import { useValueDecimals } from '../../../ui/shell/useDecimals.ts';
import { lineKey, removeLine } from '../state/itemTransitions.ts';
import { useWizard } from '../state/wizardContext.ts';
import { Rows } from '../steps/StepParts.tsx';

interface ChosenRowsProps {
  label: string;
  empty: string;
  children: ReactNode;
}

function ChosenRows({ label, empty, children }: ChosenRowsProps) {
  if (Children.count(children) === 0)
    return <Typography sx={{ color: 'text.secondary' }}>{empty}</Typography>;
  return <Rows aria-label={label}>{children}</Rows>;
}

interface ChosenRowProps {
  title: string;
  second: ReactNode;
  /** A quantity, at the right. */
  figure?: string;
  onRemove?: (() => void) | undefined;
}

/** Something that was added. */
function ChosenRow({ title, second, figure, onRemove }: ChosenRowProps) {
  return (
    <li>
      <span className="what">
        <span>{title}</span>
        <span className="second">{second}</span>
      </span>
      {figure && <span style={{ fontVariantNumeric: 'tabular-nums', whiteSpace: 'nowrap' }}>{figure}</span>}
      {onRemove && (
        <IconButton size="small" aria-label={`Remover ${title}`} onClick={onRemove}>
          <DeleteOutlineOutlined fontSize="small" />
        </IconButton>
      )}
    </li>
  );
}

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

/** The invoice products that were added, with what was answered of each. */
export function ChosenItems({ removable = false }: { removable?: boolean }) {
  const { draft, change } = useWizard();
  return (
    <ChosenRows empty="Nenhum item encontrado" label="Itens adicionados">
      {draft.itens.map((item) => (
        <ChosenRow
          key={`${item.nfe}/${item.produto_id}`}
          title={`${item.idExibicao} - ${item.descricao}`}
          second={[
            `NF ${item.numNF}`,
            item.motivo?.descricao,
            item.obs.trim(),
            item.arquivos.length > 0 && formatCount(item.arquivos.length, 'foto', 'fotos'),
          ]
            .filter(Boolean)
            .join(' · ')}
          figure={item.qtd_solicitada ? `${formatQuantity(item.qtd_solicitada)} ${item.unidade}` : '—'}
          onRemove={removable ? () => change((now) => removeLine(now, lineKey(item))) : undefined}
        />
      ))}
    </ChosenRows>
  );
}

/** The products that were added without an invoice. */
export function ChosenProducts({ removable = false }: { removable?: boolean }) {
  const { draft, change } = useWizard();
  return (
    <ChosenRows empty="Nenhum item avulso encontrado" label="Itens avulsos adicionados">
      {draft.itensAvulsos.map(({ id, display, codigo_barras }) => (
        <ChosenRow
          key={id}
          title={display}
          second={codigo_barras && `Código de barras ${codigo_barras}`}
          onRemove={
            removable
              ? () =>
                  change((now) => ({
                    ...now,
                    itensAvulsos: now.itensAvulsos.filter((other) => other.id !== id),
                  }))
              : undefined
          }
        />
      ))}
    </ChosenRows>
  );
}
