import { AGENDA_COLUMNS } from '../rules/agendas/agendaLine.ts';
import type { GuardedImportType } from './imports.ts';
import type { RecordFields } from './recordField.ts';

const campos = {
  cliente: {
    tipo: 'TEXT',
    titulo: AGENDA_COLUMNS.cliente,
    ajuda: 'código, CPF ou CNPJ',
    obrigatorio: true,
    sinonimos: ['codigo do cliente', 'cod cliente', 'cnpj', 'cpf', 'cnpj cpf', 'cpf cnpj', 'documento'],
  },
  data: {
    tipo: 'DATE',
    titulo: AGENDA_COLUMNS.data,
    ajuda: 'DD/MM/AAAA',
    obrigatorio: true,
    sinonimos: ['dia', 'data agendada'],
  },
  hora: {
    tipo: 'TEXT',
    titulo: AGENDA_COLUMNS.hora,
    ajuda: 'HH:MM',
    obrigatorio: true,
    sinonimos: ['horario'],
  },
  tipo: { tipo: 'TEXT', titulo: AGENDA_COLUMNS.tipo, ajuda: 'Contato ou Cobrança; vazio é Contato' },
  assunto: { tipo: 'TEXT', titulo: AGENDA_COLUMNS.assunto, obrigatorio: true },
  descricao: {
    tipo: 'TEXTAREA',
    titulo: AGENDA_COLUMNS.descricao,
    sinonimos: ['observacao', 'obs', 'detalhes'],
  },
} as const satisfies RecordFields;

const colaborador = {
  tipo: 'TEXT',
  titulo: AGENDA_COLUMNS.colaborador,
  ajuda: 'código, CPF ou matrícula',
  obrigatorio: true,
  sinonimos: ['vendedor', 'operador', 'responsavel', 'matricula'],
} as const;

const common = {
  titulo: { um: 'agenda', muitos: 'agendas', genero: 'f' },
  repetida:
    'Uma agenda em aberto do mesmo cliente no mesmo horário não é criada outra vez, nem a de um código do ERP que já veio.',
} as const;

/** Agendas come by file through the import of records: of the person who sends them, or of those whom each line names. */
export const agendaImportTypes = {
  agendas: {
    ...common,
    chave: 'agendas',
    campos,
    codigo: ['cliente', 'data', 'hora'],
    permissoes: { importar: 'AGENDA_EDITAR' },
  },
  'agendas-equipe': {
    ...common,
    chave: 'agendas-equipe',
    campos: { colaborador, ...campos },
    codigo: ['colaborador', 'cliente', 'data', 'hora'],
    permissoes: { importar: 'AGENDA_SUPERVISAO' },
  },
} as const satisfies Record<string, GuardedImportType>;

export type AgendaImportKey = keyof typeof agendaImportTypes;

export const isAgendaImport = (key: string): key is AgendaImportKey => Object.hasOwn(agendaImportTypes, key);
