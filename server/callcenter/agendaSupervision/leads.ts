import type { User } from '../../context.ts';
import { forbidden } from '../../errors.ts';
import { leadsAgendas } from '../../session/scope.ts';

/** A role may carry the permission; only who leads may name other people's agendas (document 002 section 6). */
export function requireLead(user: User): void {
  if (!leadsAgendas(user)) throw forbidden('AGENDA_SUPERVISAO');
}
