import { inWords } from '../../../dataProvider/inWords.ts';
import { useShortcuts } from '../../../ui/shell/shortcuts/shortcuts.ts';

interface ListKeysProps {
  mayExport: boolean;
  selects: boolean;
}

/**
 * The keys of the list. Within a row the table itself has j, k, space and x; from anywhere else the first of them
 * leads to the rows.
 */
export function ListKeys({ mayExport, selects }: ListKeysProps) {
  useShortcuts(inWords('Lista de tickets'), [
    { keys: 'j', label: 'Próxima linha', run: focusFirstRow },
    { keys: 'k', label: 'Linha anterior', run: focusFirstRow },
    { keys: 'space', label: 'Ver a prévia da linha', run: focusFirstRow },
    { keys: 'x', label: 'Selecionar a linha', enabled: selects, run: focusFirstRow },
    { keys: 'e', label: 'Exportar', enabled: mayExport, run: () => press('Exportar para planilha') },
    { keys: '/', label: inWords('Buscar tickets'), run: () => find('input[type=search]')?.focus() },
  ]);
  return null;
}

const find = (selector: string) => document.querySelector<HTMLElement>(`main ${selector}`);
const focusFirstRow = () => find('[data-rows] [data-open]')?.focus();
const press = (label: string) => find(`button[aria-label="${label}"]`)?.click();
