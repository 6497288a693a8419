import { ownTypeOf } from '../../map/entity.ts';
import type { FeedEvent } from '../../records/routes/feed.ts';

/** Something that happens to a record of an entity, by the words of the feed. */
export interface RuleEvent {
  readonly value: string;
  /** Follows 'Quando um ticket': 'é aberto'. Masculine; ruleSentence.ts lets it agree with the noun. */
  readonly label: string;
  /** Absent for any change. */
  readonly houve?: FeedEvent;
  /** Of a step, which ones (audit actions); absent for all. */
  readonly passos?: readonly string[];
  /** Only a change of one of these, by the names that the audit gives them. */
  readonly mudou?: readonly string[];
}

interface RuleEntity {
  /** The type of its records in the feed, whose numbers are the keys of the entity. */
  readonly tipo: string;
  readonly eventos: readonly RuleEvent[];
  /** Fields of its moments and days that an index begins with; a rule may wait for those. */
  readonly prazos: readonly string[];
  /** Days that come again every year: rules wait for the next one. An index begins with each. */
  readonly cadaAno?: readonly string[];
  /** Those that mean something only while the record is open. */
  readonly prazosEmAberto?: readonly string[];
  /** What bounds a rule that looks at all records: only those of which this field is true. Absent where all may be read. */
  readonly aberto?: string;
}

const created = (label: string): RuleEvent => ({ value: 'CRIADO', label, houve: 'criado' });
const changed: RuleEvent = { value: 'ALTERADO', label: 'é alterado', houve: 'alterado' };
const step = (value: string, label: string, ...passos: string[]): RuleEvent => ({
  ...{ value, label, houve: 'passo' },
  passos,
});

/** Whatever it was that altered the field. */
const altered = (value: string, label: string, ...mudou: string[]): RuleEvent => ({ value, label, mudou });

/** The standard entities that rules look at, by their names in the map, with what may happen to a record of each. */
export const RULE_ENTITIES: Readonly<Record<string, RuleEntity>> = {
  tickets: {
    tipo: 'tickets',
    prazos: ['criado_em', 'finalizado_em', 'prazo'],
    prazosEmAberto: ['prazo'],
    aberto: 'aberto',
    eventos: [
      created('é aberto'),
      step('RESPONDIDO', 'recebe uma mensagem ou nota', 'RESPONDER'),
      step('ATRIBUIDO', 'muda de operador', 'ATRIBUIR', 'DEVOLVER_TICKET'),
      step('ENCAMINHADO', 'é encaminhado', 'ENCAMINHAR'),
      step('AVANCOU', 'avança de etapa', 'AVANCAR'),
      step('VOLTOU', 'volta de etapa', 'RETROCEDER'),
      step('PRIORIZADO', 'muda de prioridade', 'PRIORIZAR'),
      step('RECLASSIFICADO', 'muda de tipo', 'RECLASSIFICAR'),
      step('PRODUTOS', 'tem os produtos alterados', 'ALTERAR_PRODUTOS'),
      step('FINALIZADO', 'é finalizado', 'FINALIZAR'),
      step('CANCELADO', 'é cancelado', 'CANCELAR'),
      step('REABERTO', 'é reaberto', 'REABRIR'),
      step('AVALIADO', 'tem a pesquisa de satisfação respondida', 'RESPONDER_PESQUISA'),
      changed,
    ],
  },
  pedidos: {
    tipo: 'pedidos',
    prazos: ['criado_em', 'pedido_em', 'faturado_em', 'perdido_em', 'valido_ate'],
    prazosEmAberto: ['valido_ate'],
    aberto: 'aberto',
    eventos: [
      created('é incluído'),
      step('VIROU_PEDIDO', 'vira pedido', 'SALVAR_PEDIDO'),
      step('VOLTOU_ORCAMENTO', 'volta a orçamento', 'VOLTAR_ORCAMENTO'),
      step('LIBERADO', 'é liberado', 'LIBERAR'),
      step('PAGO', 'é pago', 'PAGAR'),
      step('PERDIDO', 'é perdido', 'PERDER'),
      step('VENCIDO', 'vence', 'VENCER'),
      step('CANCELADO', 'é cancelado', 'CANCELAR'),
      step('REABERTO', 'é reaberto', 'REABRIR'),
      step('TRANSFERIDO', 'muda de vendedor', 'TRANSFERIR'),
      step('PRECO_PEDIDO', 'tem um preço pedido', 'SOLICITAR_PRECO'),
      altered('SITUACAO', 'muda de situação', 'st'),
      changed,
    ],
  },
  atendimentos: {
    tipo: 'atendimentos',
    prazos: ['iniciado_em'],
    eventos: [
      // Its value is from when it was thought to be created by that.
      { value: 'CRIADO', label: 'é registrado', houve: 'passo', passos: ['REGISTRAR'] },
      step('INICIADO', 'é iniciado', 'INICIAR'),
      step('ENCERRADO', 'é encerrado sem registro', 'FINALIZAR'),
    ],
  },
  agendas: {
    tipo: 'agendas',
    prazos: ['agendada_para'],
    prazosEmAberto: ['agendada_para'],
    aberto: 'aberta',
    eventos: [
      created('é criado'),
      step('CUMPRIDA', 'é cumprido', 'FINALIZAR'),
      step('REAGENDADA', 'muda de data', 'REAGENDAR'),
      step('TRANSFERIDA', 'muda de pessoa', 'TRANSFERIR'),
      step('LIGACAO', 'tem uma ligação registrada', 'DISCAR'),
      changed,
    ],
  },
  metas: {
    tipo: 'objetivos-operadores',
    prazos: ['mes'],
    eventos: [created('é definido'), step('APURADA', 'é apurado', 'APURAR'), changed],
  },
  campanhas: {
    tipo: 'campanhas-vendas',
    prazos: [],
    eventos: [created('é criado'), step('APURADA', 'é apurado', 'APURAR'), changed],
  },
  clientes: {
    tipo: 'clientes',
    prazos: ['cadastrado_em', 'ultima_compra'],
    cadaAno: ['nascimento'],
    eventos: [
      created('é cadastrado'),
      altered('BLOQUEIO', 'é bloqueado ou desbloqueado', 'bloqueado'),
      altered('CLASSIFICACAO', 'muda de classificação', 'classificacao'),
      changed,
    ],
  },
  contatos: {
    tipo: 'contatos',
    prazos: [],
    cadaAno: ['nascimento'],
    eventos: [created('é incluído'), changed],
  },
  titulos: {
    tipo: 'titulos',
    prazos: ['vence_em', 'pagavel_ate'],
    eventos: [created('é incluído'), changed],
  },
  notas: { tipo: 'notas', prazos: ['emitida_em'], eventos: [created('é incluído'), changed] },
  produtos: { tipo: 'produtos', prazos: [], eventos: [created('é incluído'), changed] },
  estoque: {
    tipo: 'estoque',
    prazos: [],
    eventos: [
      created('é incluído'),
      altered('QUANTIDADE', 'tem a quantidade alterada', 'quantidade'),
      changed,
    ],
  },
};

/** What may happen to a record of the company's own types. */
const OWN_EVENTS: readonly RuleEvent[] = [created('é incluído'), changed];

/** What a rule may look at in an entity of the map; `null` if rules do not know it. */
export function ruleEntity(key: string): RuleEntity | null {
  if (Object.hasOwn(RULE_ENTITIES, key)) return RULE_ENTITIES[key] ?? null;
  const own = ownTypeOf(key);
  return own === null ? null : { tipo: own, prazos: [], eventos: OWN_EVENTS };
}

/** Whether a rule waits for this day anew each year. */
export const isEveryYear = (entity: string, field: string): boolean =>
  ruleEntity(entity)?.cadaAno?.includes(field) ?? false;

export const ruleEvent = (entity: string, value: string): RuleEvent | undefined =>
  ruleEntity(entity)?.eventos.find((event) => event.value === value);
