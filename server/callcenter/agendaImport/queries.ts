/** What the agendas of operators and of supervisors need of the import. */
export { type Branch, branchesOf } from './branchesOf.ts';
export { type Collaborator, collaboratorsByWord, collaboratorsWhere } from './collaborators.ts';
export { checkAgendas, importAgendas } from './commands.ts';
export { importExternal } from './importExternal.ts';
export { agendaTemplate } from './sheets.ts';
export { writeAgendas } from './writeAgendas.ts';
