/** What the agendas of operators and of supervisors need of the import. */
export { type Branch, branchesOf } from './branchesOf.ts';
export { type Collaborator, collaboratorsByWord, collaboratorsWhere } from './collaborators.ts';
export { agendaTemplate } from './sheets.ts';
