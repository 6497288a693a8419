import { formatCount } from '../../../../contract/rules/format.ts';
import { formatQuantity } from '../../../../contract/rules/quantity.ts';
import { lineKey, removeLine } from '../state/itemTransitions.ts';
import { useWizard } from '../state/wizardContext.ts';
import { ChosenRow, ChosenRows } from './ChosenRows.tsx';

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
