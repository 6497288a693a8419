import type { Static, TSchema } from '@sinclair/typebox';
import * as Type from '@sinclair/typebox';
import { Id, Nullable, Text } from '../../route.ts';
import type { Problem } from '../problem.ts';

/** `usa_*`: 0 off, 1 optional, 2 required (docs/domain.md 11). */
const Flag = (title: string) => Type.Integer({ title, minimum: 0, maximum: 2 });

/** The settings of a ticket type; each of the first seven except `usa_assunto` adds a step to the wizard. */
const ticketTypeFlags = {
  usa_assunto: Flag('Pede o assunto'),
  usa_nota: Flag('Usa notas fiscais'),
  usa_produto: Flag('Usa produtos avulsos'),
  usa_nota_produto: Flag('Usa produtos de notas fiscais'),
  usa_prorrogacao: Flag('Usa dados de prorrogação'),
  usa_mensagem: Flag('Usa mensagem e fotos'),
  usa_transportadora: Flag('Usa transportadora'),
  usa_consumidor_final: Flag('Aceita consumidor final'),
};

const reasonFields = {
  id: Id('Motivo'),
  descricao: Text('Descrição', 120),
  /** The same text under the other name that document 000 gives it (section 3). */
  desc: Type.Optional(Text('Descrição', 120)),
  padrao: Type.Boolean({ title: 'Já vem escolhido' }),
  informa: Type.Boolean({ title: 'Pede uma explicação' }),
};

/** One level of reasons: the available ones, and whether one must be chosen. */
const Level = <T extends TSchema>(reason: T) =>
  Type.Object({
    obrigatorio: Type.Boolean({ title: 'Obrigatório' }),
    itens: Type.Array(reason, { title: 'Motivos' }),
  });

/** A reason that may have a further level. */
const Branch = <T extends TSchema>(level: T) =>
  Type.Object({ ...reasonFields, subnivel: Type.Optional(Nullable(level)) });

// Five levels written out (document 000, section 3), because a recursive schema would make every validator slower.
export const ReasonLevel5 = Level(Type.Object(reasonFields));
export const ReasonLevel4 = Level(Branch(ReasonLevel5));
export const ReasonLevel3 = Level(Branch(ReasonLevel4));
export const ReasonLevel2 = Level(Branch(ReasonLevel3));

/** A first-level reason with the levels below it. */
export const OpeningReason = Type.Object(
  { ...reasonFields, subnivel: Type.Optional(Nullable(ReasonLevel2)) },
  { title: 'Motivo de abertura' },
);

/** The reason tree of a ticket type, `motivos`. */
export const ReasonTree = Level(OpeningReason);

/** A reason without further levels. */
export const PlainReason = Type.Object(reasonFields, { title: 'Motivo' });
export type PlainReason = Static<typeof PlainReason>;

/** A ticket type with everything that the wizard and the server need. */
export const TicketType = Type.Object(
  {
    id: Id('Tipo'),
    chave: Text('Chave', 60),
    desc: Text('Descrição', 120),
    menu: Text('Menu', 60),
    ...ticketTypeFlags,
    gera_espelho_devolucao: Type.Boolean({ title: 'Oferece o espelho da nota de devolução' }),
    motivos: Nullable(ReasonTree),
  },
  { title: 'Tipo de ticket' },
);
export type TicketType = Static<typeof TicketType>;

/** Why an invoice product is returned; chosen per item. */
export const ProductReason = Type.Object(
  { ...reasonFields, anexo_obrigatorio: Type.Boolean({ title: 'Exige foto' }) },
  { title: 'Motivo do produto' },
);
export type ProductReason = Static<typeof ProductReason>;

/** Any level of the tree, for code that traverses it. */
export interface ReasonLevel {
  obrigatorio: boolean;
  itens: Reason[];
}

export interface Reason {
  id: number;
  descricao: string;
  padrao: boolean;
  informa: boolean;
  subnivel?: ReasonLevel | null;
}

/** Maximum depth of a reason tree (document 000, section 3). */
export const MAX_REASON_LEVELS = 5;

/** Chosen reason ids from level 1 on; `null` where none is chosen. */
export type ReasonPath = readonly (number | null)[];

/** One select of the reason step. */
interface ShownLevel {
  /** 1 to 5. */
  level: number;
  /** 'Motivo' on the first level, 'Submotivo' below it. */
  label: 'Motivo' | 'Submotivo';
  required: boolean;
  options: readonly Reason[];
  chosen: Reason | null;
}

/** The levels to show for the chosen path; each choice opens the level below it. */
export function shownLevels(tree: ReasonLevel | null, path: ReasonPath): ShownLevel[] {
  const levels: ShownLevel[] = [];
  let level = tree;
  while (level && level.itens.length > 0 && levels.length < MAX_REASON_LEVELS) {
    const chosen = level.itens.find(({ id }) => id === path[levels.length]) ?? null;
    levels.push({
      level: levels.length + 1,
      label: levels.length === 0 ? 'Motivo' : 'Submotivo',
      required: level.obrigatorio,
      options: level.itens,
      chosen,
    });
    level = chosen?.subnivel ?? null;
  }
  return levels;
}

/** The path after a choice: deeper levels are cleared, then filled in where there is only one possibility. */
export function chooseReason(
  tree: ReasonLevel | null,
  path: ReasonPath,
  level: number,
  id: number | null,
): ReasonPath {
  const above = Array.from({ length: level - 1 }, (_, index) => path[index] ?? null);
  return id === null ? above : withDefaults(tree, [...above, id]);
}

/** Fills in each open level that has a default (`padrao`) or a single mandatory option (document 000, section 5). */
export function withDefaults(tree: ReasonLevel | null, path: ReasonPath): ReasonPath {
  const levels = shownLevels(tree, path);
  const last = levels.at(-1);
  const automatic = last && !last.chosen ? automaticReason(last) : null;
  const chosenIds = levels.flatMap(({ chosen }) => (chosen ? [chosen.id] : []));
  return automatic ? withDefaults(tree, [...chosenIds, automatic.id]) : chosenIds;
}

/** The chosen reasons with their texts, as stored with a ticket. */
export const reasonsOfPath = (tree: ReasonLevel | null, path: ReasonPath): Reason[] =>
  shownLevels(tree, path).flatMap(({ chosen }) => (chosen ? [chosen] : []));

/** Empty mandatory levels, and choices that are not in the tree. Fields are motivo1 to motivo5. */
export function reasonProblems(tree: ReasonLevel | null, path: ReasonPath): Problem[] {
  const levels = shownLevels(tree, path);
  const missing = levels.filter(({ required, chosen, level }) => required && !chosen && !path[level - 1]);
  return [
    ...missing.map(({ level, label }) => ({
      field: `motivo${level}`,
      message: `Escolha o ${label.toLowerCase()}.`,
    })),
    ...path.flatMap((id, index) =>
      id && levels[index]?.chosen?.id !== id
        ? [{ field: `motivo${index + 1}`, message: 'Este motivo não está mais disponível. Escolha outro.' }]
        : [],
    ),
  ];
}

function automaticReason({ options, required }: ShownLevel): Reason | null {
  const single = required && options.length === 1 ? options[0] : undefined;
  return options.find(({ padrao }) => padrao) ?? single ?? null;
}
