import type { CustomerBulkAction } from '../../../../contract/callcenter/customerBulk.ts';
import type { Permission } from '../../../../contract/permissions.ts';
import { formatCount } from '../../../../contract/rules/format.ts';

export interface BulkChoice {
  action: CustomerBulkAction;
  /** On its button and as the dialog's title. */
  verb: string;
  /** Beside CLIENTE_EDITAR. */
  permission: Permission;
  doneText: (count: number) => string;
}

const customers = (count: number) => formatCount(count, 'cliente', 'clientes');

/** What can be done with the ticked customers. */
export const bulkChoices: readonly BulkChoice[] = [
  {
    action: 'vendedor',
    verb: 'Definir vendedor',
    permission: 'AGENDA_SUPERVISAO',
    doneText: (count) => `${customers(count)} com o novo vendedor.`,
  },
  {
    action: 'classificacao',
    verb: 'Classificar',
    permission: 'CLIENTE_EDITAR',
    doneText: (count) => `${customers(count)} com a nova classificação.`,
  },
  {
    action: 'nao-contatar',
    verb: 'Marcar contato',
    permission: 'CLIENTE_EDITAR',
    doneText: (count) => `${customers(count)} com o contato alterado.`,
  },
];
