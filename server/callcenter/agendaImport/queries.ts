/** What the agendas of operators and of supervisors need of the import. */
export { type Branch, branchesOf } from './branchesOf.ts';
export { type Collaborator, collaboratorsByWord, collaboratorsWhere } from './collaborators.ts';
export { importAgendas } from './importAgendas.ts';
export { importExternal } from './importExternal.ts';
export { agendaTemplate, failedLines } from './sheets.ts';
export { validateAgendas } from './validateAgendas.ts';
export { writeAgendas } from './writeAgendas.ts';
