import * as Type from '@sinclair/typebox';
import { FormatRegistry, type Static, type TSchema } from '@sinclair/typebox';
import { Value } from '@sinclair/typebox/value';
import { FileRef } from '../../config/platform.ts';
import { Id, Nullable, Strict, Text } from '../../route.ts';
import { type DraftAnswer, isBlank, UNTYPED } from '../draftReading.ts';
import { isRecord } from '../jsonRecord.ts';
import { MAX_RETURNS_TEXT } from './pastedReturns.ts';
import { ConsumerForm, OpeningPriority, type TicketInput } from './ticketInput.ts';

/** Kept to be shown beside what a person chose or typed. */
const shown = <T extends TSchema>(schema: T): T => ({ ...schema, [UNTYPED]: true });

/** What stands for the chosen record is called like the choice. */
const ChosenReason = (title: string) => Nullable(Strict({ id: Id(title), descricao: Text(title, 120) }));
const Carrier = Strict({ id: Id('Transportadora'), razSoc: Text('Transportadora', 120) });
const Quantity = Text('Quantidade', 20);

/** The unit of a quantity, and how many base units one of it is. */
const Packaging = Strict({ unidade: Text('Unidade', 20), fator: shown(Quantity) });

/** An added invoice product with the data that the screen shows (document 000, section 3 'Ticket item'). */
export const TicketDraftItem = Strict({
  produto_id: Id('Produto'),
  idExibicao: Text('Código', 60),
  descricao: Text('Descrição', 200),
  marca: shown(Text('Marca', 80)),
  unidade: shown(Text('Unidade', 20)),
  /** Absent in older drafts; the unit then decides. */
  fracionavel: Type.Optional(shown(Type.Boolean())),
  idImagem: shown(Nullable(Text('Imagem', 80))),
  nfe: shown(Text('Chave da nota fiscal', 44)),
  numNF: Text('Número da nota', 20),
  valor_unitario: shown(Quantity),
  /** In base units, like `qtd_devolvivel`. */
  qtd_comprada: shown(Quantity),
  /** The quantity that may still be returned: purchased − returned − held by other tickets. */
  qtd_devolvivel: shown(Quantity),
  /** The units in which it may be given, the invoice's first; older drafts have only that one. */
  embalagens: Type.Optional(shown(Type.Array(Packaging))),
  embalagem: Type.Optional(Packaging),
  /** Exact decimal with a point, never the typed text. */
  qtd_solicitada: Quantity,
  motivo: ChosenReason('Motivo'),
  obs: Text('Observação', 250),
  arquivos: Type.Array(FileRef, { title: 'Fotos' }),
  anexo_obrigatorio: shown(Type.Boolean()),
});
export type TicketDraftItem = Static<typeof TicketDraftItem>;

/** Input for an invoice product that has not been added yet; it is saved but not submitted. */
export const TicketDraftLine = Strict({
  produto_id: Id('Produto'),
  nfe: Text('Chave da nota fiscal', 44),
  /** '' if there is none. */
  qtd_solicitada: Quantity,
  embalagem: Type.Optional(Packaging),
  motivo: ChosenReason('Motivo'),
  obs: Text('Observação', 250),
  arquivos: Type.Array(FileRef, { title: 'Fotos' }),
  /** It was an item and was removed on purpose: its answers stay, but it does not count as forgotten. */
  retirado: Type.Optional(Type.Boolean({ title: 'Retirado' })),
});
export type TicketDraftLine = Static<typeof TicketDraftLine>;

/** The state of 'Abrir novo ticket' with its display texts, as saved and offered again. */
export const TicketDraft = Strict(
  {
    menu: Nullable(Strict({ chave: shown(Text('Menu', 60)), descricao: Text('Menu', 120) })),
    tipo: Nullable(Strict({ id: Id('Tipo'), chave: shown(Text('Chave', 60)), desc: Text('Tipo', 120) })),
    assunto: Text('Assunto', 200),
    /** `null` for that of the type or sector. Absent in older drafts. */
    prioridade: Type.Optional(Nullable(OpeningPriority)),
    motivo1: ChosenReason('Motivo'),
    motivo2: ChosenReason('Submotivo'),
    motivo3: ChosenReason('Submotivo'),
    motivo4: ChosenReason('Submotivo'),
    motivo5: ChosenReason('Submotivo'),
    origem: Nullable(Strict({ chave: shown(Text('Origem', 40)), descricao: Text('Origem', 120) })),
    cliente: Nullable(
      Strict({ id: Id('Cliente'), razSoc: Text('Cliente', 120), fant: shown(Text('Nome fantasia', 120)) }),
    ),
    filial: Nullable(Strict({ idFil: Id('Filial'), razSoc: Text('Filial', 120) })),
    consumidorFinal: Nullable(ConsumerForm),
    mensagem: Text('Mensagem', 20_000),
    arquivos: Type.Array(FileRef, { title: 'Fotos' }),
    /** One carrier per ticket, shared by the carrier step and the extension. */
    transportadora: Nullable(Carrier),
    representante: Nullable(Strict({ id: Id('Representante'), nome: Text('Representante', 120) })),
    responsavel_prorrogacao: Nullable(
      Type.Union(
        [
          Type.Literal('TRANSPORTADORA', { title: 'Transportadora' }),
          Type.Literal('REPRESENTANTE', { title: 'Representante' }),
        ],
        { title: 'Responsável' },
      ),
    ),
    dias_atraso_prorrogacao: Nullable(Type.Integer({ title: 'Dias de atraso' })),
    notas: Type.Array(
      Strict({
        chave: shown(Text('Chave', 44)),
        numNf: Text('Número', 20),
        dtSai: shown(Text('Data de saída', 30)),
        vlTot: shown(Quantity),
      }),
      { title: 'Notas fiscais' },
    ),
    itens: Type.Array(TicketDraftItem, { title: 'Itens' }),
    itensEmEdicao: Type.Array(TicketDraftLine, { title: 'Produtos ainda não incluídos' }),
    itensAvulsos: Type.Array(
      Strict({
        id: Id('Produto'),
        display: Text('Produto', 250),
        descricao: shown(Text('Descrição', 200)),
        codigo_barras: shown(Nullable(Text('Código de barras', 60))),
      }),
      { title: 'Itens avulsos' },
    ),
    /** A pasted list: what the field holds unread, and the lines still to decide. Absent while there is none. */
    colado: Type.Optional(
      Strict({
        campo: Text('Lista colada', MAX_RETURNS_TEXT),
        linhas: Type.Array(Text('Linha por decidir', 200), { title: 'Linhas por decidir' }),
      }),
    ),
    /** What was proposed from the customer's last ticket, so that it is done once. Absent in older drafts. */
    proposta: Type.Optional(
      shown(
        Strict({
          idCli: Id('Cliente'),
          idTipo: Id('Tipo'),
          /** `null` if the customer has no ticket to propose from. */
          idTicket: Nullable(Id('Ticket')),
          origem: Nullable(Text('Origem', 40)),
          motivos: Type.Array(Id('Motivo')),
          motivoProduto: Nullable(Id('Motivo do produto')),
        }),
      ),
    ),
    /** The steps that were on the screen, so that resuming leaves out none. Absent in older drafts. */
    passosVistos: Type.Optional(shown(Type.Array(Text('Passo', 40)))),
  },
  { title: 'Rascunho de ticket' },
);
export type TicketDraft = Static<typeof TicketDraft>;
export type ExtensionResponsible = NonNullable<TicketDraft['responsavel_prorrogacao']>;

/** A wizard in which nothing has been chosen yet. */
export const emptyDraft = (): TicketDraft => ({
  menu: null,
  tipo: null,
  assunto: '',
  motivo1: null,
  motivo2: null,
  motivo3: null,
  motivo4: null,
  motivo5: null,
  origem: null,
  cliente: null,
  filial: null,
  consumidorFinal: null,
  mensagem: '',
  arquivos: [],
  transportadora: null,
  representante: null,
  responsavel_prorrogacao: null,
  dias_atraso_prorrogacao: null,
  notas: [],
  itens: [],
  itensEmEdicao: [],
  itensAvulsos: [],
});

/** The data submitted for a draft: identifiers and answers, no display texts. */
export function ticketInputOf(draft: TicketDraft): TicketInput {
  return {
    origem: draft.origem?.chave ?? null,
    idTipo: draft.tipo?.id ?? null,
    tipo: draft.tipo?.chave ?? null,
    menu: draft.menu?.chave ?? null,
    assunto: draft.assunto.trim(),
    ...(draft.prioridade && { prioridade: draft.prioridade }),
    motivo1: draft.motivo1?.id ?? null,
    motivo2: draft.motivo2?.id ?? null,
    motivo3: draft.motivo3?.id ?? null,
    motivo4: draft.motivo4?.id ?? null,
    motivo5: draft.motivo5?.id ?? null,
    idCli: draft.cliente?.id ?? null,
    idFil: draft.filial?.idFil ?? null,
    consumidorFinal: draft.consumidorFinal,
    mensagem: draft.mensagem,
    arquivos: draft.arquivos,
    transportadora_id: draft.transportadora?.id ?? null,
    representante_id: draft.representante?.id ?? null,
    responsavel_prorrogacao: draft.responsavel_prorrogacao,
    responsavel_prorrogacao_id: responsibleId(draft),
    dias_atraso_prorrogacao: draft.dias_atraso_prorrogacao,
    notas: draft.notas.map(({ chave }) => chave),
    itens: draft.itens.map(itemInputOf),
    itensAvulsos: draft.itensAvulsos.map(({ id, descricao, codigo_barras }) => ({
      produto_id: id,
      descricao,
      codigo_barras,
    })),
  };
}

/** All files of the draft, for the size bar (`todosArquivos`). */
export const allFiles = (draft: Pick<TicketDraft, 'arquivos' | 'itens'>): FileRef[] => [
  ...draft.arquivos,
  ...draft.itens.flatMap(({ arquivos }) => arquivos),
];

/** Also includes the files of products that have not been added yet. */
export const draftFiles = (draft: TicketDraft): FileRef[] => [
  ...allFiles(draft),
  ...draft.itensEmEdicao.flatMap(({ arquivos }) => arquivos),
];

/** Switches who is responsible for the delay and clears the other party (document 000, section 4). */
export function chooseResponsible(draft: TicketDraft, responsible: ExtensionResponsible): TicketDraft {
  const cleared = responsible === 'REPRESENTANTE' ? { transportadora: null } : { representante: null };
  return { ...draft, ...cleared, responsavel_prorrogacao: responsible };
}

function responsibleId(draft: TicketDraft): number | null {
  if (draft.responsavel_prorrogacao === null) return null;
  const party =
    draft.responsavel_prorrogacao === 'TRANSPORTADORA' ? draft.transportadora : draft.representante;
  return party?.id ?? null;
}

export const itemInputOf = (item: TicketDraftItem) => ({
  produto_id: item.produto_id,
  nfe: item.nfe,
  qtd_solicitada: item.qtd_solicitada,
  ...item.embalagem,
  motivo_id: item.motivo?.id ?? null,
  obs: item.obs.trim(),
  arquivos: item.arquivos,
});

/** The only option, if there is exactly one: a customer's single branch is selected at once (document 000, section 5). */
export const onlyOne = <T>(options: readonly T[]): T | null =>
  options.length === 1 ? (options[0] ?? null) : null;

/**
 * If there is only one origin it is selected; otherwise the stored one is kept as long as it is still offered (section 9).
 */
export const initialOrigin = <T extends { chave: string }>(
  origins: readonly T[],
  stored: string | null,
): T | null => onlyOne(origins) ?? origins.find(({ chave }) => chave === stored) ?? null;

const UUID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

/**
 * Reads the saved draft of a new ticket field by field and, within a list, entry by entry. Anything that does not have this
 * version's shape is dropped, and the result is marked as incomplete.
 */
export function savedDraft(content: unknown): DraftAnswer<TicketDraft> {
  // TypeBox rejects every text with a format that has not been registered.
  if (!FormatRegistry.Has('uuid')) FormatRegistry.Set('uuid', (text) => UUID.test(text));
  if (!isRecord(content)) return isBlank(content) ? 'nothing' : null;
  const draft: Record<string, unknown> = emptyDraft();
  let read = 0;
  let complete = true;
  for (const [key, stored] of Object.entries(content)) {
    const schema = (TicketDraft.properties as Record<string, TSchema>)[key];
    const { value, lost } = schema ? fieldOf(schema, stored) : { value: undefined, lost: !isBlank(stored) };
    if (value !== undefined) {
      draft[key] = value;
      read += 1;
    }
    if (lost) complete = false;
  }
  if (read === 0) return complete ? 'nothing' : null;
  return { value: draft as TicketDraft, complete };
}

interface Field {
  /** `undefined` if none of it could be read. */
  value: unknown;
  lost: boolean;
}

/** Keys that a shape does not have are dropped; the required ones are still there. */
function fieldOf(schema: TSchema, stored: unknown): Field {
  const clean = Value.Clean(schema, structuredClone(stored));
  if (Value.Check(schema, clean)) return { value: clean, lost: false };
  if (schema.type !== 'array' || !Array.isArray(stored)) return { value: undefined, lost: !isBlank(stored) };
  const entries = stored.map((entry) => fieldOf(schema.items, entry));
  return {
    value: entries.flatMap(({ value }) => (value === undefined ? [] : [value])),
    lost: entries.some(({ lost }) => lost),
  };
}
