import { currentLoad } from '../../dataProvider/session.ts';

/** May name another collaborator; the server decides (document 002 section 6). */
export const leadsAgendas = (): boolean =>
  ['ADMIN', 'GERENTE', 'SUPERVISOR'].includes(currentLoad()?.colaborador.tipo ?? '');
