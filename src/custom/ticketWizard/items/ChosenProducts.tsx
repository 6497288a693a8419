import { useWizard } from '../state/wizardContext.ts';
import { ChosenRow, ChosenRows } from './ChosenRows.tsx';

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
