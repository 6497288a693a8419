import { call } from '../../expression/tree.ts';
import { type MapEntities, OWN_ENTITY } from '../../map/entity.ts';
import { type CompanyRule, isMacro } from './companyRule.ts';
import { field, number, type RuleExample } from './examples/begun.ts';
import { MACRO_EXAMPLES } from './examples/ofMacros.ts';
import { SALES_EXAMPLES } from './examples/ofSales.ts';
import { TICKET_EXAMPLES } from './examples/ofTickets.ts';

export type { RuleExample };

/**
 * What service desks and sales teams automate most, as rules to switch on. Values that differ from company to company, such as an
 * amount or a word, are usual ones to change; sectors, people and replies are left to choose.
 */
export const RULE_EXAMPLES: readonly RuleExample[] = [
  ...TICKET_EXAMPLES,
  ...SALES_EXAMPLES,
  ...MACRO_EXAMPLES,
];

const DAYS_AHEAD = 30;
const EVERY_DAY = [0, 1, 2, 3, 4, 5, 6];

/** For each day that the records of a company's own types have: what expires in a month. */
export const ownExamples = (entities: MapEntities): RuleExample[] =>
  Object.entries(entities).flatMap(([entidade, { titulo, campos }]) =>
    entidade.startsWith(OWN_ENTITY)
      ? Object.entries(campos)
          .filter(([, { tipo, pessoal }]) => tipo === 'DATA' && !pessoal)
          .map(([key, day]) => ({
            id: `${entidade}-${key}`.replaceAll('_', '-').slice(0, 60),
            titulo: `${day.titulo} de ${titulo.um} em ${DAYS_AHEAD} dias`.slice(0, 80),
            entidade,
            quando: { tipo: 'HORARIO', hora: '08:00', dias: EVERY_DAY } as const,
            se: call(
              'todas',
              call('igual', call('dias', call('hoje'), field(key)), number(String(DAYS_AHEAD))),
            ),
            entao: [
              {
                acao: 'AVISAR',
                para: 'SUPERVISORES',
                assunto: `${day.titulo} de ${titulo.um} em ${DAYS_AHEAD} dias`.slice(0, 120),
                texto: `${titulo.um}: ${day.titulo} em {{${key}}}.`,
              },
            ],
          }))
      : [],
  );

/** The draft that an example begins as. */
export const ruleFromExample = (example: RuleExample, papel: string): CompanyRule =>
  ({ formato: 1, ...example, ...(!isMacro(example) && { papel }) }) as unknown as CompanyRule;
