import * as Type from '@sinclair/typebox';
import { conditioned, inGroups } from '../../listSums.ts';
import { Day, Id, Text } from '../../route.ts';

/** A filter that takes several values. */
export const severalOf = <T extends Parameters<typeof Type.Array>[0]>(item: T, title: string) =>
  Type.Optional(Type.Array(item, { title, maxItems: 100 }));

/** The filters of document 000 section 3; days are those of the person's branch, both ends included. */
export const ticketFilters = {
  dtIni: Type.Optional(Day('De')),
  dtFim: Type.Optional(Day('Até')),
  idCli: Type.Optional(Id('Cliente')),
  status: severalOf(Text('Situação', 40), 'Situações'),
  tipo: severalOf(Text('Tipo', 60), 'Tipos'),
  termo: Type.Optional(Text('Pesquisa', 100)),
  operador: severalOf(Id('Operador'), 'Operadores'),
  /** Ignored for people outside the company, like `operador`. */
  semOperador: Type.Optional(Type.Boolean({ title: 'Sem operador' })),
  representante: severalOf(Id('Representante'), 'Representantes'),
  regiao: severalOf(Id('Região'), 'Regiões'),
  setor: severalOf(Id('Setor'), 'Setores'),
  /** For open tickets: late, due within the hours of the parameter horasAvisoPrazo, or later. */
  prazo: Type.Optional(
    Type.Union([Type.Literal('ATRASADO'), Type.Literal('VENCENDO'), Type.Literal('NO_PRAZO')], {
      title: 'Prazo',
    }),
  ),
  /** Ignored for people outside the company, who do not see it. */
  prioridade: severalOf(Text('Prioridade', 20), 'Prioridades'),
  /** Step keys. */
  etapa: severalOf(Text('Etapa', 60), 'Etapas'),
  /** First-level opening reasons. */
  motivo: severalOf(Id('Motivo'), 'Motivos'),
  transportadora: severalOf(Id('Transportadora'), 'Transportadoras'),
  filial: severalOf(Id('Filial'), 'Filiais'),
  /** Filters by extra fields, as `chave:valor` or `chave:de..ate` (contract/rules/fields/fieldValues.ts). */
  campos: severalOf(Text('Campo adicional', 200), 'Campos adicionais'),
  /**
   * Put off until a moment or an answer: only these, or without them. Unless asked for, they are left out where nothing names a ticket
   * or customer. Ignored for people outside the company, who do not know of it.
   */
  adiado: Type.Optional(Type.Boolean({ title: 'Adiados' })),
  /** Archived tickets are excluded unless requested (docs/domain.md 2). */
  arquivado: Type.Optional(Type.Boolean({ title: 'Arquivados' })),
  ...inGroups,
  ...conditioned,
};
