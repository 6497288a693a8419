import type { TypeOf } from '../../expression/typing.ts';
import type { MapEntities } from '../../map/entity.ts';
import { resolvePath } from '../../map/paths.ts';
import { countOf } from './ruleCounts.ts';

/** Begins the paths of what is known of the event itself. */
const EVENT = 'evento.';

/** What a condition may ask about the event. */
export const EVENT_FACTS = {
  da_equipe: 'Feito pela equipe',
  por_regra: 'Feito por uma regra',
} as const;
export type EventFact = keyof typeof EVENT_FACTS;

export const eventFactOf = (path: string): EventFact | undefined => {
  const fact = path.startsWith(EVENT) ? path.slice(EVENT.length) : '';
  return Object.hasOwn(EVENT_FACTS, fact) ? (fact as EventFact) : undefined;
};

/**
 * What the condition of a rule may read: the event, every field of the record and of what it refers to, as long as that is one, and
 * how many lead to it.
 * Personal data decides nothing.
 */
export const ruleTypeOf =
  (entities: MapEntities, entity: string): TypeOf =>
  (path) => {
    const fact = eventFactOf(path);
    if (fact) return { tipo: 'LOGICO', titulo: EVENT_FACTS[fact] };
    const count = countOf(entities, entity, path);
    if (count) return { tipo: 'INTEIRO', titulo: count.titulo };
    const found = resolvePath(entities, entity, path);
    if (!found || found.many || found.campo.pessoal) return undefined;
    return { tipo: found.campo.tipo, titulo: found.titulo };
  };
