import type { IconName } from '../../catalogs/catalog.ts';
import type { TicketResult } from '../../catalogs/ticketStatus.ts';
import { type FileProblem, repeatedProblems } from '../problem.ts';
import type { ProductReason, Reason, ReasonLevel, TicketType } from './ticketType.ts';
import { MAX_REASON_LEVELS } from './ticketType.ts';

/** A reason as written in a file; omitted flags are `false`. */
interface FileReason {
  id: number;
  descricao: string;
  padrao?: boolean;
  informa?: boolean;
  subnivel?: FileLevel;
}

interface FileLevel {
  obrigatorio: boolean;
  itens: FileReason[];
}

interface TicketMenuRow {
  chave: string;
  descricao: string;
  /** One sentence below the title of the card in the chooser. */
  frase: string;
  icone: IconName;
}

/** A ticket type with the key of its flow. */
type TicketTypeRow = TicketType & { fluxo: string };

/** schemas/tickets/types.json. */
export interface TicketTypesFile {
  menus: TicketMenuRow[];
  origens: { chave: string; descricao: string }[];
  tipos: (Omit<TicketTypeRow, 'motivos'> & { motivos: FileLevel | null })[];
}

/** schemas/tickets/reasons.json. Ids are unique across both files, because one table contains all reasons. */
export interface TicketReasonsFile {
  produto: (FileReason & { anexo_obrigatorio?: boolean })[];
  /** Without `tipo` and `fluxo`, a reason applies to tickets of every type. */
  finalizacao: (FileReason & { resultado: TicketResult; tipo?: string; fluxo?: string })[];
  analise: FileReason[];
}

/** The types with all keys filled in. */
export const ticketTypesOf = ({ tipos }: TicketTypesFile): TicketTypeRow[] =>
  tipos.map((type) => ({ ...type, motivos: type.motivos ? filled(type.motivos) : null }));

/** The reasons allowed for items, with all keys filled in. */
export const productReasonsOf = ({ produto }: TicketReasonsFile): ProductReason[] =>
  produto.map(({ id, descricao, padrao = false, informa = false, anexo_obrigatorio = false }) => ({
    id,
    descricao,
    padrao,
    informa,
    anexo_obrigatorio,
  }));

/** Checks of the types that a meta-schema cannot express; `flowKeys` are the existing flows. */
export function ticketTypesProblems(file: TicketTypesFile, flowKeys: readonly string[]): FileProblem[] {
  const reasons = file.tipos.flatMap((type, index) => walk(type.motivos, `/tipos/${index}/motivos`));
  return [
    ...repeatedProblems(
      'O código',
      file.tipos.map(({ id }, index) => [`/tipos/${index}/id`, id]),
    ),
    ...repeatedProblems(
      'A chave',
      file.tipos.map(({ chave }, index) => [`/tipos/${index}/chave`, chave]),
    ),
    ...repeatedProblems(
      'A chave',
      file.menus.map(({ chave }, index) => [`/menus/${index}/chave`, chave]),
    ),
    ...repeatedProblems(
      'O código',
      reasons.map(({ pointer, reason }) => [`${pointer}/id`, reason.id]),
    ),
    ...file.tipos.flatMap((type, index) => typeProblems(type, `/tipos/${index}`, file, flowKeys)),
    ...reasons.flatMap(({ pointer, depth }) =>
      depth > MAX_REASON_LEVELS
        ? [{ pointer, message: `Os motivos vão até o nível ${MAX_REASON_LEVELS}. Retire este nível.` }]
        : [],
    ),
  ];
}

/** Duplicate codes within a table, and finalization reasons for types that do not exist. */
export function ticketReasonsProblems(file: TicketReasonsFile, types: TicketTypesFile): FileProblem[] {
  const used = new Set(
    types.tipos.flatMap(({ motivos }) => walk(motivos, '').map(({ reason }) => reason.id)),
  );
  const own = (['produto', 'finalizacao', 'analise'] as const).flatMap((kind) =>
    file[kind].map(({ id }, index) => [`/${kind}/${index}/id`, id] as const),
  );
  return [
    ...repeatedProblems('O código', own),
    ...own.flatMap(([pointer, id]) =>
      used.has(id)
        ? [{ pointer, message: `O código ${id} já é de um motivo de types.json. Use outro.` }]
        : [],
    ),
    ...file.finalizacao.flatMap(({ tipo }, index) =>
      tipo && !types.tipos.some(({ chave }) => chave === tipo)
        ? [{ pointer: `/finalizacao/${index}/tipo`, message: `O tipo ${tipo} não existe em types.json.` }]
        : [],
    ),
    ...file.finalizacao.flatMap(({ fluxo: flow }, index) =>
      flow && !types.tipos.some(({ fluxo }) => fluxo === flow)
        ? [{ pointer: `/finalizacao/${index}/fluxo`, message: `Nenhum tipo segue o fluxo ${flow}.` }]
        : [],
    ),
  ];
}

interface Walked {
  reason: FileReason;
  pointer: string;
  depth: number;
}

type FileType = TicketTypesFile['tipos'][number];

function typeProblems(
  type: FileType,
  at: string,
  file: TicketTypesFile,
  flowKeys: readonly string[],
): FileProblem[] {
  const explains = walk(type.motivos, '').some(({ reason }) => reason.informa);
  const checks: [boolean, string, string][] = [
    [
      file.menus.some(({ chave }) => chave === type.menu),
      '/menu',
      `O menu ${type.menu} não existe. Use uma chave de "menus".`,
    ],
    [
      flowKeys.includes(type.fluxo),
      '/fluxo',
      `O fluxo ${type.fluxo} não existe. Crie schemas/flows/${type.fluxo}.json ou use outro.`,
    ],
    [
      !explains || type.usa_mensagem > 0,
      '/usa_mensagem',
      'Um motivo pede explicação ("informa"), mas o tipo não usa mensagem. Ligue usa_mensagem.',
    ],
  ];
  return checks.flatMap(([holds, key, message]) => (holds ? [] : [{ pointer: at + key, message }]));
}

function walk(level: FileLevel | null | undefined, at: string, depth = 1): Walked[] {
  return (level?.itens ?? []).flatMap((reason, index) => {
    const pointer = `${at}/itens/${index}`;
    return [{ reason, pointer, depth }, ...walk(reason.subnivel, `${pointer}/subnivel`, depth + 1)];
  });
}

const filled = ({ obrigatorio, itens }: FileLevel): ReasonLevel => ({
  obrigatorio,
  itens: itens.map(filledReason),
});

const filledReason = ({ id, descricao, padrao = false, informa = false, subnivel }: FileReason): Reason => ({
  id,
  descricao,
  padrao,
  informa,
  subnivel: subnivel ? filled(subnivel) : null,
});
