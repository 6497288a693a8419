/** The record that a draft became, as far as its sentence and link need it. */
interface Outcome {
  /** Its number. */
  id: number | string;
  /** Path parameters and body of the call that sent the draft. */
  params: Readonly<Record<string, number | string>>;
  body?: Readonly<Record<string, unknown>>;
}

/** What the other pages of a draft are told once it has been sent. */
interface DraftEnding {
  text: (outcome: Outcome) => string;
  /** Path of the page that shows it. */
  link: (outcome: Outcome) => string;
  /** The number that people know it by, where that is not the record's own. */
  number?: (outcome: Outcome) => number | string | undefined;
}

const saved = (name: string, path: string): DraftEnding => ({
  text: ({ id }) => `Salvo como ${name} ${id}`,
  link: ({ id }) => `/${path}/${id}`,
});

/** A page without one of its own for each record. */
const listed = (name: string, path: string): DraftEnding => ({
  ...saved(name, path),
  link: () => `/${path}`,
});

const moved = (text: string): DraftEnding => ({
  text: ({ params }) => `${text} no ticket ${params.idTicket}`,
  link: ({ params }) => `/tickets/${params.idTicket}`,
  number: ({ params }) => params.idTicket,
});

const registered: DraftEnding = {
  text: ({ id }) => `Salvo como cliente ${id}`,
  link: ({ id }) => `/clientes/${id}`,
};

const ownRecord: DraftEnding = {
  text: ({ id }) => `Salvo como registro ${id}`,
  link: ({ id, params }) => `/cadastros/${params.chave}/${id}`,
};

/**
 * Every kind of draft: how its name on the server is built, and the commands that send it, by method and path. A form can keep
 * a draft only under a name from here, so that no kind exists without an end.
 */
export const DRAFT_KINDS = {
  ticket: {
    name: () => 'ticket-novo',
    endings: {
      'POST /sac/tickets': {
        text: ({ id }) => `Enviado como ticket ${id}`,
        link: ({ id }) => `/tickets/${id}`,
      },
    },
  },
  reply: {
    name: (idTicket: number) => `ticket-${idTicket}-resposta`,
    endings: { 'POST /sac/tickets/{idTicket}/historico': moved('Mensagem enviada') },
  },
  move: {
    name: (idTicket: number, move: string) => `ticket-${idTicket}-${move}`,
    endings: {
      'POST /sac/tickets/{idTicket}/avancar-etapa': moved('Etapa concluída'),
      'POST /sac/tickets/{idTicket}/retroceder-etapa': moved('Etapa devolvida'),
      'POST /sac/tickets/{idTicket}/finalizar': moved('Atendimento finalizado'),
      'POST /sac/tickets/{idTicket}/cancelar': moved('Cancelamento feito'),
      'POST /sac/tickets/{idTicket}/reabrir': moved('Reabertura feita'),
      'POST /sac/tickets/{idTicket}/arquivar': moved('Arquivamento feito'),
      'POST /sac/tickets/{idTicket}/desarquivar': moved('Desarquivamento feito'),
      'POST /sac/tickets/{idTicket}/reclassificar': moved('Tipo alterado'),
    },
  },
  registration: {
    name: () => 'cadastro-cliente',
    endings: { 'POST /clientes': registered },
  },
  prospect: {
    name: (idCli: number) => `cadastro-cliente-${idCli}`,
    endings: { 'POST /clientes': registered },
  },
  ticketCustomer: {
    name: (idTicket: number) => `cadastro-cliente-ticket-${idTicket}`,
    endings: { 'POST /sac/tickets/{idTicket}/cliente': registered },
  },
  record: {
    name: (type: string, id?: number) => `cadastro-${type}-${id ?? 'novo'}`,
    endings: { 'POST /config/cadastros/{chave}': ownRecord, 'PUT /config/cadastros/{chave}/{id}': ownRecord },
  },
  carrierOfNote: {
    name: (cnpj: string) => `cad-transportadoras-${cnpj}-novo`,
    endings: { 'POST /config/cadastros/{chave}': ownRecord },
  },
  customerRecord: {
    name: (type: string, idCli: number) => `cad-${type}-c${idCli}-novo`,
    endings: { 'POST /config/cadastros/{chave}': ownRecord },
  },
  ticketRecord: {
    name: (type: string, idTicket: number) => `cad-${type}-t${idTicket}-novo`,
    endings: { 'POST /config/cadastros/{chave}': ownRecord },
  },
  serviceRecord: {
    name: (idCli: number, idOrcamento?: number) =>
      `atendimento-${idCli}${idOrcamento === undefined ? '' : `-${idOrcamento}`}`,
    endings: {
      'POST /atendimentos': {
        text: ({ id }) => `Salvo como atendimento ${id}`,
        link: ({ body }) => `/clientes/${Number(body?.cliente_id)}`,
      },
    },
  },
  notice: draftEnding('aviso', '/config/avisos-publicados', saved('aviso', 'avisos-publicados')),
  article: draftEnding('artigo', '/config/artigos', saved('artigo', 'artigos')),
  board: draftEnding('quadro', '/config/quadros', listed('quadro', 'quadros')),
  cannedReply: draftEnding('resposta', '/config/respostas', saved('resposta pronta', 'respostas')),
  banner: draftEnding('banner', '/config/banners', listed('banner', 'pagina-inicial')),
  showcase: draftEnding('vitrine', '/config/vitrines', listed('vitrine', 'pagina-inicial')),
  role: draftEnding('perfil', '/config/perfis', saved('perfil', 'perfis')),
  automation: draftEnding('automacao', '/callcenter/automacoes', saved('automação', 'automacoes')),
  person: draftEnding('pessoa', '/config/pessoas', saved('pessoa', 'pessoas')),
} satisfies Record<string, DraftKind>;

interface DraftKind {
  name: (...parts: never[]) => string;
  endings: Readonly<Record<string, DraftEnding>>;
}

/** A record that is created and edited in the same form. */
function draftEnding(prefix: string, path: string, ending: DraftEnding) {
  return {
    name: (id?: number) => `${prefix}-${id ?? 'novo'}`,
    endings: { [`POST ${path}`]: ending, [`PUT ${path}/{id}`]: ending },
  };
}

export type DraftKindKey = keyof typeof DRAFT_KINDS;

declare const named: unique symbol;
/** A draft's name on the server, which only `draftName` builds. */
export type DraftName = string & { readonly [named]: true };

/** `draftName('reply', 812)` → 'ticket-812-resposta'. */
export const draftName = <K extends DraftKindKey>(
  kind: K,
  ...parts: Parameters<(typeof DRAFT_KINDS)[K]['name']>
): DraftName => (DRAFT_KINDS[kind].name as (...given: unknown[]) => string)(...parts) as DraftName;

const endings: Readonly<Record<string, DraftEnding>> = Object.assign(
  {},
  ...Object.values(DRAFT_KINDS).map(({ endings: own }) => own),
);

/** What a command made of the draft that it sent; only the number for a command that no kind of draft names. */
export function endingOf(command: string, outcome: Outcome): Ending {
  const ending = endings[command];
  const numero = String(ending?.number?.(outcome) ?? outcome.id);
  return ending
    ? { numero, texto: ending.text(outcome), link: ending.link(outcome) }
    : { numero, texto: 'Enviado', link: null };
}

interface Ending {
  numero: string;
  texto: string;
  link: string | null;
}
