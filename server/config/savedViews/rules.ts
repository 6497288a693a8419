import type { ViewedList } from '../../../contract/config/savedViews.ts';
import { allows, type Permission } from '../../../contract/permissions.ts';
import type { User } from '../../context.ts';
import { forbidden } from '../../errors.ts';

/** More would be no tabs any more. */
export const MOST_VIEWS = 50;

const PERMISSION: Record<ViewedList, Permission> = {
  tickets: 'SAC_TICKETS',
  coletas: 'SAC_COLETAS',
  clientes: 'SAC_CLIENTE_PESQUISAR',
  agendas: 'AGENDA',
  orcamentos: 'ORCAMENTO',
  pedidos: 'PEDIDO',
};

export const mayOpen = ({ grants }: Pick<User, 'grants'>, list: ViewedList): boolean =>
  allows(grants, PERMISSION[list]);

export function requireList(user: User, list: ViewedList): void {
  if (!mayOpen(user, list)) throw forbidden(PERMISSION[list]);
}

/** What everybody sees is looked after by those who may share; the rest by its owner. */
export const mayChangeView = (user: Pick<User, 'id' | 'grants'>, view: { ownerId: number; team: boolean }) =>
  view.team ? allows(user.grants, 'VISOES_EQUIPE') : view.ownerId === user.id;
