export { checkAgendas, importAgendas } from './fromSheet.ts';
export { importExternal } from './importExternal.ts';
export { writeAgendas } from './writeAgendas.ts';
